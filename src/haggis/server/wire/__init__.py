"""Towards clients: the types of everything that comes in and goes out, and how they are made.

It may touch `tables` and what is below, but neither network nor connections.

- `requests`: the bodies of REST requests, and what they mean for a table
- `client_messages`, `server_messages`: the messages of the WebSocket, both ways
- `responses`: answers to REST requests
- `state_view`: the state as one seat may know it; hidden cards end here
- `legal_view`: every legal play of the asked seat
- `score_sheets`: finished rounds, shown whole
- `event_types`, `event_view`: events as everybody may see them
- `descriptions`: what selected cards are
- `hints`: advice as actions to show and send
- `statistics`: results in numbers
- `table_options`: what can be chosen for a new table
- `strength`: how strong a level is, as measured
- `rules_page`: the rules of one game, without notation
- `game_record`: the record of a table's game
- `replay_view`: a game to step through; `study_view`: single moments of it
- `review_view`: a review, with actions to show
- `puzzle_view`: puzzles, answers and progress
- `refusals`: errors as clients get them
- `validation`: what is wrong with a request that can't be read
- `sentence_view`: a sentence as key and values
"""
