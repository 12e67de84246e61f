"""Whether the server can keep what it is told: it tries."""

from __future__ import annotations

import asyncio
import time

from haggis.server.english import say
from haggis.server.errors import Trouble
from haggis.server.storage.database import Batch, Database

FRESH_SECONDS = 1.0
PATIENCE = 5.0
PROBE = "readyz"


class Readiness:
    """Commits something small, as an action would be, at most once a second."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._looked = -FRESH_SECONDS
        self._ready = False
        self._lock = asyncio.Lock()

    async def check(self) -> None:
        async with self._lock:
            if time.monotonic() - self._looked >= FRESH_SECONDS:
                self._ready = await self._can_commit()
                self._looked = time.monotonic()
        if not self._ready:
            raise Trouble(say("trouble.not-ready"))

    async def _can_commit(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._database.append(Batch(table="", name=(PROBE, str(time.time_ns()))))
        except (Trouble, TimeoutError):
            return False
        return True
