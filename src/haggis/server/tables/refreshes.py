"""Looks at what other nodes have stored: however many ask, a table is looked at only so often."""

from __future__ import annotations

import asyncio
import time

from .live_table import LiveTable

GAP_SECONDS = 0.1
"""Between two looks at the same table; the first is taken at once."""


class Refreshes:
    """Used from the event loop only."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Task[None]] = {}
        """The looks that have not begun: whoever asks meanwhile sees what such a look sees."""
        self._latest: dict[str, float] = {}

    async def refresh(self, table: LiveTable) -> None:
        """Returns after a look that began after this was asked for."""
        look = self._waiting.get(table.id)
        if look is None:
            look = self._waiting[table.id] = asyncio.create_task(self._look(table), name="haggis-refresh")
            look.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        await asyncio.shield(look)

    def forget(self, table: str) -> None:
        self._latest.pop(table, None)

    async def _look(self, table: LiveTable) -> None:
        wait = self._latest.get(table.id, 0.0) + GAP_SECONDS - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        del self._waiting[table.id]
        self._latest[table.id] = time.monotonic()
        await table.catch_up()
