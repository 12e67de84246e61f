"""Tables and their games. They may touch the rules, the players and `storage`; they know no client.

- `events`: what is stored of a table, in order
- `table_state`: the table as it stands: its events, folded
- `shuffle`: what the deals are made of, if players give shares
- `wishes`: somebody would like to take an action back
- `rules_versions`: which reading of the rules judges a table
- `commands`: what a command is; `play_commands`, `take_back`, `seat_commands` and `host_commands` are the commands,
  all of them pure
- `permissions`: what a seat may do beside playing
- `clocks`: deadlines of moves and of the look at the scores
- `history`: what happened, step by step
- `ledger`: what a change writes to the database; `reading`: how it is read again
- `marks`: where it can be read from in the middle; `pages`: some of its events
- `damage`: which tables were found damaged a moment ago
- `live_table`: a table in memory and the one way in which it changes
- `new_table`: how a table begins
- `registry`: all tables in memory
- `presence`: who is connected
- `sharing`: what a server shares with others on the same database; `node`: one of several
- `refreshes`: looks at what other nodes have stored
- `autoplay`: what happens by itself: bots and clocks
- `thinkers`: bots and hints think in threads; `lanes` share the threads out
- `summary`: a table in a few words, for the lobby
"""
