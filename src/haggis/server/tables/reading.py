"""How a ledger is read: every event is checked again, and a long row of them beside the event loop."""

from __future__ import annotations

import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from haggis.server.english import say
from haggis.server.errors import Damaged, Trouble
from haggis.server.storage.database import Line

from .events import Created, read_event
from .history import Step, step_of
from .lanes import Lane, LaneOptions
from .marks import check_mark
from .table_state import TableState, begin, fold

log = logging.getLogger(__name__)
Found = TypeVar("Found")
FEW = 8
"""So many are folded at once, in two or three milliseconds."""
AT_ONCE = 250
"""Events that are read from the database at once."""
USUAL_SECONDS = 0.1
MOST_READ = 500
"""Ledgers that are read at the same time, or wait for it."""


class Folded(NamedTuple):
    """A table after one of its events."""

    state: TableState
    step: Step
    client: str | None


def fold_first(table: str, line: Line) -> Folded:
    with damage(table, line):
        _check_time(line)
        first = read_event(line.body)
        if not isinstance(first, Created) or line.seq != 1:
            raise ValueError("a table begins with its making")
        state = begin(table, first, line.at)
        return Folded(state, step_of(first, state, state, line.at), line.client)


def fold_lines(state: TableState, lines: Sequence[Line]) -> list[Folded]:
    """The table after each of these; an event that doesn't follow from the others is damage."""
    folded: list[Folded] = []
    for line in lines:
        with damage(state.id, line):
            if line.seq != state.seq + 1:
                raise ValueError("an event is missing")
            _check_time(line)
            event = read_event(line.body)
            check_mark(state, event)
            after = fold(state, event, line.at)
            folded.append(Folded(after, step_of(event, state, after, line.at), line.client))
            state = after
    return folded


def _check_time(line: Line) -> None:
    """SQLite keeps a text in a column of numbers."""
    if not isinstance(line.at, int):
        raise TypeError("a time is a number")


class Reader:
    """A thread of its own for long ledgers; those who want one take turns, and only so many may wait."""

    def __init__(self, most_an_owner: int = 0) -> None:
        self._lane = Lane("ledgers", LaneOptions(threads=1))
        self._most_an_owner = most_an_owner
        self._admitted: Counter[str] = Counter()

    @contextlib.contextmanager
    def admitted(self, owner: str) -> Iterator[None]:
        """While a ledger is read; refused at the beginning, never in the middle of it."""
        own = self._most_an_owner
        if self._admitted.total() >= MOST_READ or (own and self._admitted[owner] >= own):
            raise Trouble(say("trouble.reading"))
        self._admitted[owner] += 1
        try:
            yield
        finally:
            self._admitted[owner] -= 1
            self._admitted += Counter()  # forgets whoever reads nothing

    def close(self) -> None:
        self._lane.stop()

    async def fold(self, state: TableState, lines: Sequence[Line], owner: str) -> list[Folded]:
        if len(lines) <= FEW:
            return fold_lines(state, lines)
        return await self.do(owner, lambda: fold_lines(state, lines))

    async def do(self, owner: str, work: Callable[[], Found]) -> Found:
        """Whatever takes long with a ledger, in its owner's turn."""
        return await self._lane.do(owner, USUAL_SECONDS, lambda _: work())


@contextlib.contextmanager
def damage(table: str, line: Line) -> Iterator[None]:
    """Whatever is wrong with a stored event: the log says where, and nobody is told what is in it."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # an entry may be wrong in any way
        log.error("table %s is damaged at event %d: %s", table, line.seq, type(error).__name__)
        raise Damaged(say("table.damaged"), line.seq) from None
