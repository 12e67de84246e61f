"""A page of a ledger: some of its events, read from the deal before them and not from the beginning."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import NotFound
from haggis.server.storage.database import Database, Line

from .events import Created, Dealt, read_event
from .history import Step, step_of
from .marks import state_at
from .reading import AT_ONCE, Folded, Reader, damage, fold_first
from .table_state import TableState


class Page(NamedTuple):
    """Some events of a table, and the table at the last of them or later."""

    steps: list[Step]
    state: TableState
    more: bool


def page_of(steps: list[Step], state: TableState, limit: int) -> Page:
    return Page(steps[:limit], state, len(steps) > limit)


async def read_page(database: Database, reader: Reader, owner: str, table: str, after: int, limit: int) -> Page:
    """The events after a number; at most one round more than these is read and checked."""
    state, step, _ = await _begin(database, table, after + 1)
    steps = [step] if step.seq > after else []
    last = after + limit + 1
    while state.seq < last:
        lines = await database.load(table, state.seq, min(AT_ONCE, last - state.seq))
        if not lines:
            break
        folded = await reader.fold(state, lines, owner)
        state = folded[-1].state
        steps += [each.step for each in folded if each.step.seq > after]
    return page_of(steps, state, limit)


async def _begin(database: Database, table: str, seq: int) -> Folded:
    """The table at the latest deal up to a number; at its making if that deal has no mark."""
    made = await database.load(table, limit=1)
    if not made:
        raise NotFound(say("table.unknown"))
    dealt = await database.latest_deal(table, seq)
    return (dealt and _at_mark(table, made[0], dealt)) or fold_first(table, made[0])


def _at_mark(table: str, made: Line, line: Line) -> Folded | None:
    """None for the first round, too: what comes before its deal is short, and tells who gave no share."""
    with damage(table, line):
        created, dealt = read_event(made.body), read_event(line.body)
        if not isinstance(created, Created) or not isinstance(dealt, Dealt):
            return None
        if dealt.mark is None or dealt.mark.round == 1:
            return None
        state = replace(state_at(table, created, dealt, dealt.mark), seq=line.seq, dealt_seq=line.seq)
        return Folded(state, step_of(dealt, state, state, line.at), line.client)
