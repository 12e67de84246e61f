"""What is left of a game when it is over: replay, review, and what can be learnt from them.

- `replay`: a record as moments, all hands or as one seat saw it; what is wrong with a record, and where (`json_places`)
- `review`: every decision judged, average losses, luck, the moments that cost most
- `judging`, `bets`: one decision and one bet judged by what the player could know; `budget`: how much thinking it gets;
  `truth`: the decision with all hands known
- `luck`: what the cards gave, and what the players made of them; `levels`: what level plays like that
- `hint`, `reasons`, `facts`, `shedding`: what to do and why, in sentences that the rules can check; `key_moments`
- `opening`: what a hand promises before the first card; `endings`: every deal of few hidden cards, solved;
  `solved_deals`: actions tried in them, where few cards are hidden
- `puzzles`, `puzzle_making`, `puzzle_progress`: positions in which one play is clearly best; `puzzle_answers`: what
  another play leads to
- `review_words`, `review_page`: a review in words, and as HTML; `english`: what all this says

Take what is needed by its module. Results have a `to_json`.
"""
