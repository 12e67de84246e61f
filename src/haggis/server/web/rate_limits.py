"""Rate limits, enforced: a bucket of permissions for each address or connection, refilled as time passes."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.requests import HTTPConnection

from haggis.rules.sentences import Sentence
from haggis.server.english import say
from haggis.server.errors import Refusal, TooMany
from haggis.server.limits import MOST_BUCKETS, MOST_SLOWED, SLOW_SECONDS, Rate
from haggis.server.storage.database import Database
from haggis.server.storage.made_public import forget_public, note_public
from haggis.server.tables.clocks import now_millis

from .identity import Signer


class Buckets:
    """One bucket a key. `take` refuses with a sentence when a key's bucket is empty."""

    def __init__(self, rate: Rate, words: Sentence, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._words = words
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> None:
        if seconds := self.wait_for(key):
            raise TooMany(self._words, seconds)

    def wait_for(self, key: str) -> float:
        """Take one; if there is none, the seconds until there is."""
        if not self._rate.burst:
            return 0
        now = self._clock()
        left = self._refilled(key, now)
        if left < 1:
            return (1 - left) / self._rate.a_second
        self._left[key] = (left - 1, now)
        if len(self._left) > MOST_BUCKETS:
            self._forget_the_full(now)
        return 0

    def _refilled(self, key: str, now: float) -> float:
        left, since = self._left.get(key, (self._rate.burst, now))
        return min(self._rate.burst, left + (now - since) * self._rate.a_second)

    def _forget_the_full(self, now: float) -> None:
        full = [key for key in self._left if self._refilled(key, now) >= self._rate.burst]
        for key in full or list(self._left)[: MOST_BUCKETS // 2]:
            del self._left[key]


class PublicTables:
    """How many public tables an address may make within a day, at all nodes of the database together."""

    def __init__(self, database: Database, signer: Signer, most: int) -> None:
        self._database = database
        self._signer = signer
        self._most = most

    @asynccontextmanager
    async def making(self, address: str, *, public: bool) -> AsyncIterator[None]:
        """While a table is made; a public one counts, unless that fails."""
        if not self._most or not public:
            yield
            return
        maker, at = self._signer.mark_of(address), now_millis()
        if millis := await note_public(self._database, maker, at, self._most):
            raise TooMany(say("limit.public-tables"), millis / 1000)
        try:
            yield
        except Exception:
            with suppress(Refusal):  # why it failed is said, not that this did
                await forget_public(self._database, maker, at)
            raise


class SlowDown:
    """Lets refused requests wait.

    One connection asks one thing at a time, and an address has only so many of them: without a wait a single visitor
    gets thousands of refusals a second, and the server does nothing else.
    """

    def __init__(self) -> None:
        self._waiting = 0

    async def wait(self) -> None:
        if self._waiting >= MOST_SLOWED:
            return
        self._waiting += 1
        try:
            await asyncio.sleep(SLOW_SECONDS)
        finally:
            self._waiting -= 1


class ConnectionCounter:
    """How many connections an address has at the same time."""

    def __init__(self, most: int, words: Sentence) -> None:
        self._most = most
        self._words = words
        self._now: dict[str, int] = {}

    def enter(self, key: str) -> None:
        if self._most and self._now.get(key, 0) >= self._most:
            raise TooMany(self._words, 5)
        self._now[key] = self._now.get(key, 0) + 1

    def leave(self, key: str) -> None:
        left = self._now.get(key, 0) - 1
        if left > 0:
            self._now[key] = left
        else:
            self._now.pop(key, None)


def address_of(connection: HTTPConnection) -> str:
    return address_key(connection.client.host if connection.client else None)


def address_key(host: str | None) -> str:
    """The address that limits count for: all of an IPv6 network of one customer is one."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address) and not address.ipv4_mapped:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
