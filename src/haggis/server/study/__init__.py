"""What is left of games when they are over: found, replayed and reviewed. It knows no client.

- `games`: a game to study, from a table or from a record that somebody brought
- `records`: the records that people brought, a few of them, in memory
- `practice`: a game taken up again at one of its moments
- `desk`: threads for study, behind everything that is played
- `reviews`: reviews in the background, each made once
- `puzzling`: which puzzle comes next, whether an answer is right, and how somebody does
"""
