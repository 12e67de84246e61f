"""Towards the network: everything that knows HTTP, cookies or connections. It may touch all other rooms.

- `app`: the application, and errors as answers
- `run`: uvicorn with the settings that this server needs; `preparing`: what is made before the first visitor comes
- `protocols`: uvicorn's protocols with deadlines and limits; `doors`: how many connections are open
- `access`: every request, named, counted, timed and logged; `metrics_page`: who may read the numbers, and where
- `logs`: lines for people or for programs; `log_limits`: a log that visitors can't fill
- `routes`, `host_routes`, `study_routes`, `puzzle_routes`: the REST requests
- `websocket`: a client's visit to a table: handshake, welcome, answers
- `connection`: the sending side of one WebSocket
- `broadcast`: every change of a table to all its connections
- `dependencies`: what routes ask for: services, identity, address
- `services`: what every request needs, made once
- `middleware`: the guard before everything: sizes, origins, headers, failures
- `rate_limits`: the enforcement of rates and counts
- `identity`: signed cookies, names, personal links
- `long_answers`: those that are written and compressed beside the event loop
- `static_files`: the page's files
- `health`: `/healthz` and `/readyz`; `readiness`: whether the server can store what it is told
- `openapi`: the contract as a document, from which the page's types are generated
"""
