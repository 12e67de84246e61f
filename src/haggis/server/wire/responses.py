"""The answers to REST requests that have no module of their own (docs/server.md, "REST")."""

from __future__ import annotations

from typing_extensions import TypedDict

from haggis.server.tables.live_table import Receipt
from haggis.server.tables.registry import Place
from haggis.server.tables.summary import Summary
from haggis.server.tables.table_state import TableState

from .event_types import EventView
from .score_sheets import Sheet
from .statistics import FinishedGame


class Me(TypedDict):
    id: str
    name: str
    named: bool


class TableList(TypedDict):
    tables: list[Summary]


class You(TypedDict):
    seat: int | None
    host: bool
    player: str | None
    name: str
    awaited: str


class TableAnswer(TypedDict):
    summary: Summary
    you: You


class Made(TypedDict):
    table: str
    link: str
    seat: int


class Seated(TypedDict):
    seat: int


class Link(TypedDict):
    link: str


class Done(TypedDict):
    seq: int
    again: bool


class Health(TypedDict):
    status: str


class SheetList(TypedDict):
    rounds: list[Sheet]


class EventList(TypedDict):
    events: list[EventView]
    more: bool


class GameList(TypedDict):
    games: list[FinishedGame]
    more: bool


def you_at(state: TableState, player: str | None, name: str) -> You:
    host = player is not None and player == state.host
    return You(seat=state.seat_of(player), host=host, player=player, name=name, awaited=_awaited(state, player))


def _awaited(state: TableState, player: str | None) -> str:
    """By which name she is awaited at a rematch, before she sits down."""
    kept = (seat.awaited for seat in state.seats if player is not None and seat.reserved == player)
    return next(kept, "")


def made(place: Place) -> Made:
    return Made(table=place.table, link=f"/t/{place.table}", seat=place.seat)


def done(receipt: Receipt) -> Done:
    return Done(seq=receipt.seq, again=receipt.again)
