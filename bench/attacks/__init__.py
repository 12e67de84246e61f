"""One visitor attacks in many ways while 200 people play: what the server does, and what the people notice.

    python -m bench.attacks [--tables 100] [--seconds 5] [--only ping_flood half_open_requests]

| module | subject |
|---|---|
| `attacker` | what attacks are made of: sockets, floods, counted answers |
| `http` | attacks by requests |
| `websocket` | attacks by frames |
| `game` | attacks by what the game offers |
| `measuring` | the people who play meanwhile, and the server's memory |
"""
