"""The clocks of a table: when a move, or the look at the scores, runs out."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from haggis.server.limits import SHARE_SECONDS

from .table_state import TableState


def now_millis() -> int:
    """The time of day, for what is stored; whoever looks after the machine may set it anew at any moment."""
    return time.time_ns() // 1_000_000


def _ticks() -> int:
    return time.monotonic_ns() // 1_000_000


_STARTED = now_millis() - _ticks()


def steady_millis() -> int:
    """The time by which everything runs out, in milliseconds since 1970: a clock that is set anew can't move it."""
    return _STARTED + _ticks()


async def wait_at_most(event: asyncio.Event, seconds: float | None) -> None:
    """Until it happens, or until so much time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


class Clocks(NamedTuple):
    """The server's steady time and the deadlines that run, in it."""

    now: int
    move: int | None
    next_round: int | None


def clocks(state: TableState, asked_since: int, next_seconds: float) -> Clocks:
    return Clocks(steady_millis(), move_deadline(state, asked_since), next_deadline(state, asked_since, next_seconds))


def move_deadline(state: TableState, asked_since: int) -> int | None:
    """When the move clock of the asked person runs out."""
    if state.plan.move_seconds is None or state.round is None:
        return None
    if state.seats[state.round.turn].kind != "person":
        return None
    return asked_since + 1000 * state.plan.move_seconds


def stall_deadline(state: TableState, asked_since: int, stall_seconds: float) -> int | None:
    """Where there is no move clock: until when the asked person may think before the others may go on without her."""
    if state.plan.move_seconds is not None or state.round is None or len(state.people) < 2:
        return None
    if state.seats[state.round.turn].kind != "person":
        return None
    return asked_since + round(1000 * stall_seconds)


def next_deadline(state: TableState, asked_since: int, next_seconds: float) -> int | None:
    """When the next round is dealt even if somebody has not said `next`, or not sent the share that was promised."""
    if state.gathering:
        return asked_since + round(1000 * SHARE_SECONDS)
    if not state.between_rounds or len(state.people) < 2:
        return None
    return asked_since + round(1000 * next_seconds)
