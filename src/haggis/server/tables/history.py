"""What has happened at a table, step by step: enough to tell of it later, far less than all the states."""

from __future__ import annotations

from typing import NamedTuple

from haggis.rules import Event

from .events import Acted, Claimed, Left, Removed, Sat, Swapped, TableEvent
from .table_state import TableState


class Step(NamedTuple):
    """One event of the table, as it was when it happened."""

    seq: int
    at: int
    event: TableEvent
    names_before: tuple[str, ...]
    names: tuple[str, ...]
    round: int
    """How many rounds had been dealt."""
    caused: tuple[Event, ...] = ()
    """What an action led to by the rules."""


def tells_who_sat(event: TableEvent, after: TableState) -> bool:
    """Whether an event is needed to say who sat there when the game began, or later."""
    if isinstance(event, Claimed):
        return True
    return after.status == "open" and isinstance(event, Sat | Left | Removed | Swapped)


def step_of(event: TableEvent, before: TableState, after: TableState, at: int) -> Step:
    caused = after.game.events if isinstance(event, Acted) and after.game else ()
    return Step(after.seq, at, event, before.names, after.names, len(after.promises), caused)
