"""How fast things are here; the figures go into bench/results. Run from the root: `python -m bench.rules`.

| module | subject |
|---|---|
| `rules` | the rules in Python: plays on the lead, random rounds |
| `engine` | the engine: `haggis bench`, and actions a second through the batch |
| `generation` | generating plays against the cards in hand, with a picture |
| `solver` | solving against the cards in hand, with a picture |
| `instructions` | instructions a play and an action, by callgrind |
| `server` | how long an action takes to reach both players |
| `cluster` | the same with several nodes on PostgreSQL and Redis; races |
| `soak` | memory, open files and latency over twenty minutes, with a picture |
| `memory`, `ledger`, `fairness`, `review` | memory over many visits; long tables; bots and reviews beside live tables |
| `attacks` | what people notice while one visitor attacks in many ways |
| `page` | how soon the page is there: first paint and transfer of cold loads |
| `measuring`, `pictures` | the calibration, and where figures and pictures go |

`make bench` runs the first three; the others take longer or need more.
"""
