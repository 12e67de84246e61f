"""Commands that end something: resign, close the table; and what only its host may do with other seats."""

from __future__ import annotations

from dataclasses import dataclass

from haggis.server.english import say
from haggis.server.errors import NotNow, NotYours
from haggis.server.limits import MOST_ARRANGED

from .events import Closed, Removed, Replaced, Swapped, TableEvent
from .permissions import seat_for
from .seat_commands import bot_name, check_seat
from .table_state import TableState


@dataclass(frozen=True)
class Resign:
    """A bot plays on for good; where nobody else is left to play with, the table is closed."""

    player: str
    level: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        _check_status(state, "playing")
        if state.people in ([], [seat]):
            return [Closed()]
        return [_replaced(state, seat, self.level, by=seat)]


@dataclass(frozen=True)
class CloseTable:
    """The host ends the game for everybody; whoever plays only with bots may do it too."""

    player: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        if state.status not in ("open", "playing"):
            raise NotNow(say("table.closed-already"))
        if self.player != state.host and state.people not in ([], [seat]):
            raise NotYours(say("table.host-only"))
        return [Closed()]


@dataclass(frozen=True)
class CloseForgotten:
    """Whoever runs the server ends what nobody goes on with; not if somebody has, meanwhile."""

    seen: int

    def events(self, state: TableState) -> list[TableEvent]:
        return [Closed()] if state.seq == self.seen and state.status in ("open", "playing") else []


@dataclass(frozen=True)
class Remove:
    """The host frees a seat before the game, or gives somebody else's to a bot for good in the middle of it."""

    player: str
    seat: int
    level: str

    def events(self, state: TableState) -> list[TableEvent]:
        by = _host_seat(state, self.player)
        removed = state.seats[check_seat(state, self.seat)]
        if self.seat == by or removed.kind == "open":
            raise NotNow(say("table.nobody-to-remove", seat=self.seat))
        if state.status == "open":
            return [Removed(seat=self.seat)]
        _check_status(state, "playing")
        if removed.kind == "bot":
            raise NotNow(say("table.nobody-to-remove", seat=self.seat))
        return [_replaced(state, self.seat, self.level, by=by)]


@dataclass(frozen=True)
class Swap:
    """The host lets two seats change places before the game."""

    player: str
    seat: int
    other: int

    def events(self, state: TableState) -> list[TableEvent]:
        _host_seat(state, self.player)
        _check_status(state, "open")
        if state.arranged >= MOST_ARRANGED:
            raise NotNow(say("table.crowded-early"))
        first, second = check_seat(state, self.seat), check_seat(state, self.other)
        return [] if first == second else [Swapped(seat=first, other=second)]


def _host_seat(state: TableState, player: str) -> int:
    seat = seat_for(state, player)
    if player != state.host:
        raise NotYours(say("table.host-only"))
    return seat


def _check_status(state: TableState, wanted: str) -> None:
    if state.status != wanted:
        raise NotNow(say("table.not-playing" if wanted == "playing" else "table.started-already"))


def _replaced(state: TableState, seat: int, level: str, *, by: int) -> Replaced:
    return Replaced(seat=seat, level=level, name=bot_name(state, seat, level), by=by)
