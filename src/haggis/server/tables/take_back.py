"""Taking an action back: alone with bots at once; among people all of them must agree."""

from __future__ import annotations

from dataclasses import dataclass

from haggis.rules.sentences import Sentence
from haggis.server.english import say
from haggis.server.errors import NotNow

from .events import TableEvent, TakeBackAgreed, TakeBackAsked, TakeBackRefused, TakenBack
from .permissions import check_moment, may_agree, may_take_back, seat_for
from .table_state import TableState


@dataclass(frozen=True)
class TakeBack:
    """Back to before one's own last action of this round, or the wish for it."""

    player: str | None
    seen: int

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        check_moment(state, self.seen)
        if not may_take_back(state, seat) or state.round is None:
            raise NotNow(_why_not(state, seat))
        last = max(place for place, action in enumerate(state.round.actions) if action.seat == seat)
        if state.all_others_are_bots(seat):
            return [TakenBack(seat=seat, actions=last)]
        return [TakeBackAsked(seat=seat, actions=last)]


@dataclass(frozen=True)
class AnswerTakeBack:
    """What somebody says to the wish of another; the last to agree takes the action back."""

    player: str | None
    agree: bool
    seen: int

    def events(self, state: TableState) -> list[TableEvent]:
        seat, wish = seat_for(state, self.player), state.wish
        if wish is None or not may_agree(state, seat) or not wish.asked <= self.seen <= state.seq:
            raise NotNow(say("takeback.not-asked"))
        if not self.agree:
            return [TakeBackRefused(seat=seat)]
        if any(may_agree(state, other) for other in range(len(state.seats)) if other != seat):
            return [TakeBackAgreed(seat=seat)]
        return [TakeBackAgreed(seat=seat), TakenBack(seat=wish.seat, actions=wish.actions)]


def _why_not(state: TableState, seat: int) -> Sentence:
    if not state.plan.takeback:
        return say("takeback.none")
    if state.crowded:
        return say("table.crowded")
    if state.round is None:
        return say("takeback.round-over")
    if not any(action.seat == seat for action in state.round.actions):
        return say("takeback.nothing")
    return say("takeback.asked" if state.wish else "takeback.away")
