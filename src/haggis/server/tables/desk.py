"""Where requests of players at a table are handled, whether they come by WebSocket or by REST."""

from __future__ import annotations

from collections.abc import Sequence

from haggis.rules import AmbiguousPlay, Cards, View
from haggis.server.errors import NotNow, NotYours, SayWhich
from haggis.server.wire.descriptions import describe, describe_for
from haggis.server.wire.messages import NextMessage, PlayMessage, TableAction, TakebackMessage, action_of
from haggis.server.wire.responses import Described, Done, Hint, ReadingShape
from haggis.server.wire.state_view import may_hint

from . import commands
from .events import Entry
from .live_table import LiveTable
from .table_state import Sitting
from .thinkers import HINT_LEVEL, Thinkers


def seat_at(sitting: Sitting, player: str | None) -> int:
    """The seat that somebody acts for; refuses spectators."""
    seat = sitting.seat_of(player)
    if seat is None:
        raise NotYours("you don't sit at this table: you can only watch")
    return seat


async def act(table: LiveTable, player: str | None, message: TableAction) -> Done:
    """One action, applied at most once for its client id."""
    seat = seat_at(table.sitting, player)
    try:
        return await table.change(lambda sitting: _entries(sitting, player, message), f"{seat}:{message.id}")
    except AmbiguousPlay as error:
        raise SayWhich(str(error), _offered(table.sitting, message)) from error


def _entries(sitting: Sitting, player: str | None, message: TableAction) -> Sequence[Entry]:
    seat = seat_at(sitting, player)
    match message:
        case NextMessage():
            return commands.ready(sitting, seat)
        case TakebackMessage():
            return commands.take_back(sitting, seat)
        case _:
            return commands.act(sitting, action_of(message, seat))


def _offered(sitting: Sitting, message: TableAction) -> list[ReadingShape]:
    if not isinstance(message, PlayMessage) or sitting.round is None:
        return []
    return describe(Cards(message.cards), sitting.round.on, sitting.rules)["readings"]


def describe_at(table: LiveTable, player: str | None, cards: str) -> Described:
    view = _view(table.sitting, seat_at(table.sitting, player))
    return describe_for(view, Cards(cards), view.names[view.turn])


async def hint_at(table: LiveTable, player: str | None, thinkers: Thinkers) -> Hint:
    seat = seat_at(table.sitting, player)
    view = _view(table.sitting, seat)
    if not table.sitting.plan.hints:
        raise NotNow("this table plays without hints")
    if not may_hint(table.sitting, seat):
        raise NotNow("a hint is for when it is your turn")
    return Hint(level=HINT_LEVEL, actions=await thinkers.hint(view))


def _view(sitting: Sitting, seat: int) -> View:
    if sitting.game is None or sitting.game.last_round is None:
        raise NotNow("the game has not started yet")
    return sitting.game.view(seat)
