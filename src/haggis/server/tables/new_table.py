"""How a table begins: its id, its seats and its first events."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal, NamedTuple

from haggis.rules import Round

from .events import Acted, Created, Plan, Sat, Started, TableEvent
from .marks import mark_of
from .play_commands import dealt_event, start
from .rules_versions import LATEST
from .seat_commands import bot_sat, free_name
from .table_state import TableState, begin, fold, fold_unchecked


class SeatChoice(NamedTuple):
    """Who shall sit on a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    level: str = ""
    """Of a bot."""
    share: str | None = None
    """Of me: the commitment to the share that I will add to the shuffle."""


def created_by(host: str, plan: Plan, version: int = LATEST) -> Created:
    """The making of a table that waits for anybody."""
    return Created(plan=plan, host=host, reserved=(None,) * plan.players, rules_version=version)


def new_table_id() -> str:
    """A name that can't be guessed: who knows it was given the link. A command doesn't take it for an option."""
    name = secrets.token_urlsafe(12)
    return name if name[0] != "-" else new_table_id()


def first_events(created: Created, seats: Sequence[SeatChoice], name: str) -> list[TableEvent]:
    """The table is made, everybody who is known sits down, and if no seat is open the game starts."""
    events, state = _seated(created, seats, name)
    return events if any(seat.kind == "open" for seat in seats) else [*events, *start(state)]


def events_up_to(created: Created, seats: Sequence[SeatChoice], name: str, rounds: Sequence[Round]) -> list[TableEvent]:
    """The same for a game that is taken up again: these rounds have been played, the last one in part."""
    events, state = _seated(created, seats, name)
    events.append(Started())
    state = fold_unchecked(state, events[-1], 0)
    for each in rounds:
        played: list[TableEvent] = [dealt_event(each.deal, mark=mark_of(state))]
        played += [Acted(action=action, by="player") for action in each.actions]
        events += played
        for event in played:
            state = fold_unchecked(state, event, 0)
    return events


def _seated(created: Created, seats: Sequence[SeatChoice], name: str) -> tuple[list[TableEvent], TableState]:
    events: list[TableEvent] = [created]
    state = begin("", created, 0)
    for number, seat in enumerate(seats):
        event = _first_sitter(state, number, seat, name)
        if event is not None:
            events.append(event)
            state = fold(state, event, 0)
    return events, state


def _first_sitter(state: TableState, number: int, seat: SeatChoice, name: str) -> TableEvent | None:
    if seat.kind == "bot":
        return bot_sat(state, number, seat.level)
    if seat.kind == "me":
        return Sat(seat=number, player=state.host, name=free_name(name, state, number), share=seat.share)
    return None


def same_seats(old: TableState, mine: int, share: str | None) -> list[SeatChoice]:
    """The seats of a rematch: bots as they were, people yet to come."""
    return [
        SeatChoice("me", share=share)
        if number == mine
        else SeatChoice("bot", seat.level)
        if seat.level
        else SeatChoice("open")
        for number, seat in enumerate(old.seats)
    ]
