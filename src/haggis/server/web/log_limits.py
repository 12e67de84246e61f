"""A log that visitors can't fill: one line a record, and the same line at most once in a while."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

QUIET_SECONDS = 10.0
MOST_KEPT = 1000


class CalmLog(logging.Filter):
    """Drops warnings that were said a moment ago, and tracebacks: their text may name a card."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[str, str], float] = {}
        self._dropped: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:  # somebody asked for every line
            return True
        now, key = self._clock(), (record.name, record.getMessage())
        if now - self._said.get(key, -QUIET_SECONDS) < QUIET_SECONDS:
            self._dropped[key] = self._dropped.get(key, 0) + 1
            return False
        self._shorten(record, self._dropped.pop(key, 0))
        if len(self._said) >= MOST_KEPT:
            self._said.clear()
            self._dropped.clear()
        self._said[key] = now
        return True

    def _shorten(self, record: logging.LogRecord, dropped: int) -> None:
        words = record.getMessage().splitlines()[0] if record.getMessage() else ""
        if record.exc_info and record.exc_info[0]:
            words += f" ({record.exc_info[0].__name__})"
        if dropped:
            words += f" (and {dropped} times more before)"
        record.msg, record.args, record.exc_info = words, (), None
