"""What a seat may do beside playing, and who acts for which seat."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from haggis.rules import View
from haggis.server.english import say
from haggis.server.errors import NotNow, NotYours

from .table_state import TableState


def seat_for(state: TableState, player: str | None) -> int:
    """The seat that somebody acts for; refuses spectators."""
    seat = state.seat_of(player)
    if seat is None:
        raise NotYours(say("table.only-watch"))
    return seat


def check_moment(state: TableState, seen: int) -> None:
    """Refuse what was meant for an earlier decision: it comes late, or is sent again.

    Nor for one that has not come yet: it would count for whatever is asked then, or nobody saw it in this ledger.
    """
    if seen < state.moment:
        raise NotNow(say("table.moved-on"))
    if seen > state.seq:
        raise NotNow(say("table.not-yet"))


def check_seats(state: TableState, seen: int) -> None:
    """Refuse what was meant for other people on the seats."""
    if seen < state.seated_seq:
        raise NotNow(say("table.moved-on"))
    if seen > state.seq:
        raise NotNow(say("table.not-yet"))


def may_take_back(state: TableState, seat: int | None) -> bool:
    """Whether a seat may take its last action back, or ask for it: once, and while everybody can answer."""
    if seat is None or not state.plan.takeback or state.round is None or state.crowded:
        return False
    if state.wish is not None and (state.wish.seat == seat or not state.wish.refused):
        return False
    others = [other for number, other in enumerate(state.seats) if number != seat]
    away = any(other.left if other.kind == "person" else other.owner is not None for other in others)
    return not away and any(action.seat == seat for action in state.round.actions)


def may_agree(state: TableState, seat: int | None) -> bool:
    """Whether a seat is asked to let another take an action back, and has not answered."""
    wish = state.wish
    if wish is None or wish.refused or seat is None or seat == wish.seat or seat in wish.agreed:
        return False
    return state.seats[seat].kind == "person"


def may_hint(state: TableState, seat: int | None) -> bool:
    return seat is not None and state.plan.hints and state.round is not None and state.round.turn == seat


def may_replace(state: TableState, seat: int | None, away: AbstractSet[int]) -> list[int]:
    """The seats of people who left or are away: these `seat` may hand to a bot."""
    if seat is None or state.status != "playing":
        return []
    return [
        number
        for number, other in enumerate(state.seats)
        if number != seat and other.kind == "person" and (other.left or number in away)
    ]


def bot_goes_first(state: TableState, seat: int) -> bool:
    """Whether a bot that took over from the asked person has not acted yet.

    If she could come back before, nobody could ever go on without her.
    """
    return state.asks(seat) and state.seats[seat].taken_over == state.moment


def view_for(state: TableState, player: str | None) -> View:
    """What a player sees from her seat; refuses before the first deal."""
    seat = seat_for(state, player)
    if state.game is None or state.game.last_round is None:
        raise NotNow(say("table.not-started"))
    return state.game.view(seat)


def view_for_hint(state: TableState, player: str | None) -> View:
    """The view to give a hint on; refuses where hints are not allowed."""
    view = view_for(state, player)
    if not state.plan.hints:
        raise NotNow(say("hint.none"))
    if not may_hint(state, view.seat):
        raise NotNow(say("hint.not-your-turn"))
    return view
