"""Damaged tables are remembered for a while: to read one again for every request would help nobody."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import Damaged

REMEMBERED_SECONDS = 60.0
"""Then it is read again: its owner may have mended it."""
MOST = 1000


class _Noted(NamedTuple):
    event: int
    until: float


class DamagedTables:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._noted: dict[str, _Noted] = {}

    def check(self, table: str) -> None:
        """Refuse a table that was damaged a moment ago."""
        found = self._noted.get(table)
        if found and self._clock() < found.until:
            raise Damaged(say("table.damaged"), found.event)

    @contextlib.contextmanager
    def noted(self, table: str) -> Iterator[None]:
        """Remember it if what is done within finds damage."""
        try:
            yield
        except Damaged as error:
            self._noted.pop(table, None)
            self._noted[table] = _Noted(error.event, self._clock() + REMEMBERED_SECONDS)
            if len(self._noted) > MOST:
                del self._noted[next(iter(self._noted))]
            raise
