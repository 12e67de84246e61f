"""A page of a ledger: some of its events, read from the deal before them and not from the beginning."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import NotFound
from haggis.server.storage.database import Database, Line

from .events import Created, Dealt, Mark, read_event
from .history import Step, step_of
from .marks import mark_of_latest, state_at
from .reading import AT_ONCE, Folded, Reader, damage, fold_first
from .table_state import TableState

MOST_UNMARKED = 64
"""Ledgers whose marks are kept here, since they have none of their own; about 100 kB each at most."""


class Page(NamedTuple):
    """Some events of a table, and the table at the last of them or later."""

    steps: list[Step]
    state: TableState
    more: bool


def page_of(steps: list[Step], state: TableState, limit: int) -> Page:
    return Page(steps[:limit], state, len(steps) > limit)


class Pages:
    """Used from the event loop only."""

    def __init__(self, database: Database, reader: Reader) -> None:
        self._database = database
        self._reader = reader
        self._marks: OrderedDict[str, dict[int, Mark]] = OrderedDict()
        """What was found out of the deals of ledgers without marks, by the number of the deal."""

    async def read(self, owner: str, table: str, after: int, limit: int) -> Page:
        """The events after a number; at most one round more than these is read and checked.

        Of a ledger without marks what comes before is read, too, the first time.
        """
        state, step, _ = await self._begin(table, after + 1)
        steps = [step] if step.seq > after else []
        last = after + limit + 1
        while state.seq < last:
            lines = await self._database.load(table, state.seq, min(AT_ONCE, last - state.seq))
            if not lines:
                break
            folded = await self._reader.fold(state, lines, owner)
            self._remember(table, folded)
            state = folded[-1].state
            steps += [each.step for each in folded if each.step.seq > after]
        return page_of(steps, state, limit)

    async def _begin(self, table: str, seq: int) -> Folded:
        """The table at the latest deal up to a number of which there is a mark, or at its making."""
        made = await self._database.load(table, limit=1)
        if not made:
            raise NotFound(say("table.unknown"))
        dealt = await self._database.latest_deal(table, seq)
        begun = dealt and (_at_mark(table, made[0], dealt) or await self._at_known_mark(table, made[0], dealt.seq))
        return begun or fold_first(table, made[0])

    async def _at_known_mark(self, table: str, made: Line, seq: int) -> Folded | None:
        known = self._marks.get(table, {})
        deal = max((each for each in known if each <= seq), default=0)
        lines = await self._database.load(table, deal - 1, 1) if deal else []
        return _at_mark(table, made, lines[0], known[deal]) if lines else None

    def _remember(self, table: str, folded: Sequence[Folded]) -> None:
        dealt = [(state, step.event) for state, step, _ in folded if isinstance(step.event, Dealt)]
        found = {state.seq: mark_of_latest(state) for state, event in dealt if event.mark is None}
        if found:
            self._marks.setdefault(table, {}).update(found)
            self._marks.move_to_end(table)
        if len(self._marks) > MOST_UNMARKED:
            self._marks.popitem(last=False)


def _at_mark(table: str, made: Line, line: Line, known: Mark | None = None) -> Folded | None:
    """None for the first round, too: what comes before its deal is short, and tells who gave no share."""
    with damage(table, line):
        created, dealt = read_event(made.body), read_event(line.body)
        if not isinstance(created, Created) or not isinstance(dealt, Dealt):
            return None
        mark = dealt.mark or known
        if mark is None or mark.round == 1:
            return None
        state = replace(state_at(table, created, dealt, mark), seq=line.seq, dealt_seq=line.seq)
        return Folded(state, step_of(dealt, state, state, line.at), line.client)
