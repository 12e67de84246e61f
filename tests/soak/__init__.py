"""Checks that take long, so `make test` leaves them out: `make soak` runs them. `test_soak` tries a little of each.

| module | subject |
|---|---|
| `games` | ten thousand games among all players, on all presets: no fault, and every record holds |
| `differential` | the two versions of the rules against each other on a million positions |
| `cluster` | servers, databases, clocks, disks and connections that fail while people play |
"""
