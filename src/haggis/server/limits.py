"""How much of everything is allowed: sizes, lengths, counts and rates. `web` and `wire` enforce them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import ConfigDict, Field

LONGEST_NAME = 24
MOST_BROWSERS = 8
"""Browsers that may act for one seat."""
DEFAULT_PACE, MOST_PACE = 0.8, 10.0
"""About how many seconds a bot takes."""
LEAST_MOVE_SECONDS, MOST_MOVE_SECONDS = 5, 3600
MOST_WAITING = 200
"""Messages that wait for a slow reader before the connection is closed."""
MOST_WAITING_BYTES = 512 * 1024
"""Their bytes."""
REQUEST_SECONDS, RESPONSE_SECONDS = 10.0, 60.0
"""Within these a request must have come, and its answer must have been taken."""
MOST_HEADER_BYTES, MOST_HEADER_LINES = 16 * 1024, 100
"""Of one request."""
MOST_QUERY_BYTES = 2048
"""Of an address, behind its question mark."""
MOST_FRAGMENTS = 64
"""Pieces of one WebSocket message."""
MOST_UNHEARD = 500
"""Messages of one WebSocket that came and wait to be heard."""
MOST_SMALL_PIECES = 20
"""Pieces of one request's body, if it comes in pieces, beside one for each `FULL_PIECE` bytes."""
FULL_PIECE = 1024
MOST_UNREAD = 4 * 2**20
"""Bytes of bodies that one connection sends after their answers: who sends too large a file shall still read why."""
MOST_EVENTS_A_ROUND = 400
"""Events since the deal, after which nothing is taken back until the next; before the game nobody sits down then."""
MOST_NAMINGS, MOST_MOVES, MOST_LINKS, OWNERS_LINKS = 10, 60, 100, 20
"""How much may have changed at one seat since the deal before a new name does not reach it, its person can't leave or
relieve her bot, and its link is not made anew: each leaves room for the next, the last for the owner alone."""
MOST_ARRANGED = 100
"""How often, before the game, a host seats bots or swaps seats."""
SHARE_SECONDS = 5.0
"""So long the first deal waits for the shares that were promised."""
MOST_TARGET, MOST_ROUNDS = 10_000, 200
"""How long a game may be made."""
MOST_BETS = 8
"""Different amounts that a table's rules may offer."""
MOST_TOLD = 120
"""Events of which a welcome tells: of a longer absence, or a longer round, only the latest of the round."""
MOST_REFUSED = 100
"""Refused messages before the connection is closed."""
MOST_SOCKET_BYTES = 64 * 1024
"""A longer message closes the connection; `Limits.message_bytes` refuses in words before that."""
SLOW_SECONDS = 1.0
"""So long whoever asks too often waits for her refusal."""
MOST_SLOWED = 1000
"""Requests that wait in this way; others are refused at once."""
MOST_BUCKETS = 20_000
"""Addresses that rate limits remember."""


Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once; no `burst` means no limit."""

    a_second: Amount = 0.0
    burst: Amount = 0.0

    def __post_init__(self) -> None:
        if self.burst and not self.a_second:
            raise ValueError("a burst needs a_second: how many a second in the long run")


NO_LIMIT = Rate()


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one address, and one connection, may ask for."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    requests: Rate = Rate(50, 200)
    tables: Rate = Rate(60 / 3600, 30)
    public_tables: Count = 15
    """Public ones among them within a day, at all nodes together: four addresses can't fill the lobby; 0: no limit."""
    newcomers: Rate = Rate(60 / 3600, 60)
    """Identities of which something is stored for the first time: a name, progress with puzzles."""
    messages: Rate = Rate(20, 60)
    hints: Rate = Rate(1, 5)
    hints_waiting: Count = 8
    """Hints of one address that may wait at the same time; 0: no limit."""
    answers_waiting: Count = 16
    """Answers of one address that may wait for a thread: about study, and as many that are only long; 0: no limit."""
    address_messages: Rate = Rate(100, 400)
    """Messages of all connections of one address."""
    sockets: Count = 120
    """Connections of one address at the same time, of any kind; 0: no limit."""
    new_sockets: Rate = Rate(50, 240)
    """New connections of one address."""
    connections: Count = 40
    """WebSockets among them; 0: no limit."""
    body_bytes: Count = 16 * 1024
    record_bytes: Count = 1024 * 1024
    """A game record that somebody brings to look at."""
    records: Rate = Rate(1, 20)
    message_bytes: Count = 4096

    @staticmethod
    def none() -> Limits:
        """No limits but those on sizes: for tests, load generators and one's own house."""
        return Limits(
            requests=Rate(),
            tables=Rate(),
            public_tables=0,
            newcomers=Rate(),
            messages=Rate(),
            address_messages=Rate(),
            hints=Rate(),
            hints_waiting=0,
            answers_waiting=0,
            records=Rate(),
            sockets=0,
            new_sockets=Rate(),
            connections=0,
        )


CONTROL_FRAMES = Rate(2, 30)
"""Pings and pongs of one connection."""
DEFAULT_LIMITS = Limits()
