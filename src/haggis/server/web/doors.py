"""How many connections are open, in all and of each address: counted before a byte is read."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter

with contextlib.suppress(ImportError):  # not on Windows
    import resource

from haggis.server.english import say
from haggis.server.limits import NO_LIMIT, Rate
from haggis.server.metrics import CONNECTIONS

from .rate_limits import Buckets, address_key

KEPT_BACK = 64
"""Open files that are not visitors' connections: the database, the page's files."""
WANTED_FILES = 65_536


class Doors:
    """Lets connections in and counts them out. `most_an_address` 0: any number."""

    def __init__(self, most_an_address: int = 0, new: Rate = NO_LIMIT) -> None:
        self._most_an_address = most_an_address
        self._new = Buckets(new, say("limit.connections"))
        self._most = open_files() - KEPT_BACK
        self._inside: Counter[str] = Counter()
        self._all = 0

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Count a connection; whether it may stay."""
        key = key_of(transport)
        self._inside[key] += 1
        self._all += 1
        CONNECTIONS.inc()
        few = self._all <= self._most and not 0 < self._most_an_address < self._inside[key]
        return few and not self._new.wait_for(key)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        key = key_of(transport)
        self._all -= 1
        CONNECTIONS.dec()
        self._inside[key] -= 1
        if self._inside[key] <= 0:
            del self._inside[key]


def key_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return address_key(peer[0] if peer else None)


def open_files() -> int:
    """How many files may be open: as many as the system lets us, up to what could be of use."""
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except NameError:
        return WANTED_FILES
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
