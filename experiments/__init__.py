"""How strong the players are, and where their numbers come from. Run from the root of the repository.

| module | subject |
|---|---|
| `strength` | matches between the players: the tables of docs/strength.md |
| `bet_calibration` | how far a chance to win a bet is believed: writes players/bet_calibration_data.py |
| `course` | how a training went: the strength of its networks |
| `review_levels` | what each level loses a decision by the review: docs/study.md, and study/level_losses.json |
| `luck` | how far the review takes luck out of results: docs/study.md |
| `hint_endings` | what the hint loses in endings, against every deal solved: docs/study.md |
| `puzzles` | makes and proves the puzzles: study/puzzles.jsonl.gz |
| `games` | whole games between levels, for the experiments on review |
| `pictures` | the pictures of docs/strength.md and docs/network.md |
| `weights` | the numbers of the evaluation, by self-play: writes the engine's weights |
| `results` | results with their versions; stale once the code that was measured decides otherwise |
| `decisions` | whether two versions of the code decide alike |
| `jobs` | work shared out over processes |
| `rounds` | rounds of `strong` for the fits |
| `native_data` | numbers as C++ |
| `__main__` | `python -m experiments`: which results are current |
"""
