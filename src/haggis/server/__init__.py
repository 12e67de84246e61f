"""The web server: tables, friends, bots and the page. docs/server.md is its contract.

Five rooms, each of which imports only from those below it (`make check` enforces it):

- `web`: HTTP and WebSocket, towards the network.
- `wire`: what goes over them, towards clients; no network, no database.
- `study`: replays, reviews and puzzles; knows nothing of clients.
- `tables`: tables and their games; knows nothing of clients.
- `storage`: the database; knows nothing of games.

Beside `web`: `upkeep`, for `haggis admin`.

At the bottom: `settings` (what an owner may choose), `configuration` (where that comes from), `limits` (how much
is allowed), `names` (of people), `errors` (refusals with their codes), `metrics` (what is counted and timed),
`english` (the server's own sentences by key).
"""
