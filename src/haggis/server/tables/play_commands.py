"""Commands of the game itself: act, go on to the next round; and what autoplay does.

The rules decide what is legal. Chance (a deal, a salt) comes from the operating system.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from haggis.rules import Action, AmbiguousPlay, Deal, Game, Play, Round
from haggis.rules.fair import new_salt
from haggis.rules.sentences import sentence
from haggis.server.english import say
from haggis.server.errors import NotNow, NotYours, SayWhich
from haggis.shuffle.derivation import new_number, share_commitment

from .events import Acted, By, Dealt, Mark, Ready, Shared, Shuffling, Started, TableEvent
from .marks import mark_of
from .permissions import check_moment, seat_for
from .shuffle import deal_of_shares
from .table_state import TableState, fold, game_of


@dataclass(frozen=True)
class Act:
    """A play, pass, bet or give of a player, about the table as it was at event `seen`."""

    player: str | None
    action: Action
    seen: int

    def events(self, state: TableState) -> list[TableEvent]:
        if seat_for(state, self.player) != self.action.seat:
            raise NotYours(say("table.only-watch"))
        check_moment(state, self.seen)
        try:
            return [Acted(action=_game_to_play(state).verify(self.action), by="player")]
        except AmbiguousPlay as error:
            raise _say_which(state, self.action, error) from error


@dataclass(frozen=True)
class ActUnlessChanged:
    """What a bot or the clock does about the round that was looked at; nothing once it has moved on.

    Nor does a bot act for somebody who has come back meanwhile.

    `Game.verify` has judged the action on that very round: `thinkers` asks it, so nothing is verified twice.
    """

    seen: Round
    action: Action
    by: By

    def events(self, state: TableState) -> list[TableEvent]:
        hers = self.by == "bot" and state.seats[self.action.seat].kind != "bot"
        return [Acted(action=self.action, by=self.by)] if state.round is self.seen and not hers else []


@dataclass(frozen=True)
class SayReady:
    """Somebody has seen the scores; the last to say so starts the next round."""

    player: str | None
    seen: int

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        check_moment(state, self.seen)
        if not state.between_rounds:
            raise NotNow(say("table.round-not-over" if state.round else "table.no-next-round"))
        if seat in state.ready:
            raise NotNow(say("table.ready-already"))
        said: TableEvent = Ready(seat=seat)
        after = fold(state, said, 0)
        return [said, deal(after)] if set(after.people) <= after.ready else [said]


@dataclass(frozen=True)
class GiveShare:
    """The share that was promised when its player sat down; the last of them starts the first round."""

    player: str | None
    share: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        if state.shuffle is None or share_commitment(self.share) != state.shuffle.commitments[seat]:
            raise NotNow(say("share.not-promised"))
        if state.shuffle.shares[seat]:
            return []
        if not state.gathering:
            raise NotNow(say("share.too-late"))
        given: TableEvent = Shared(seat=seat, share=self.share)
        after = fold(state, given, 0)
        return [given, deal(after)] if after.shuffle and after.shuffle.complete else [given]


@dataclass(frozen=True)
class DealUnlessDealt:
    """The next round, because the scores were shown, or shares awaited, for long enough."""

    rounds: int
    """How many had been dealt when the clock ran out."""

    def events(self, state: TableState) -> list[TableEvent]:
        still = (state.between_rounds or state.gathering) and len(state.promises) == self.rounds
        return [deal(state)] if still else []


def _game_to_play(state: TableState) -> Game:
    if state.game is None:
        raise NotNow(say("table.not-started"))
    if state.status == "closed":
        raise NotNow(say("table.closed-already"))
    return state.game


def _say_which(state: TableState, action: Action, error: AmbiguousPlay) -> AmbiguousPlay | SayWhich:
    if not isinstance(action, Play) or state.round is None:
        return error
    return SayWhich(error.sentence, action.cards, state.round.on, state.rules)


def start(state: TableState) -> list[TableEvent]:
    """Begin the game and deal its first round; if shares were promised, settle the server's part and wait for them."""
    begun: TableEvent = Started()
    if any(seat.share for seat in state.seats):
        return [begun, Shuffling(last_secret=new_number())]
    return [begun, deal(fold(state, begun, 0))]


def deal(state: TableState) -> Dealt:
    """The next round, made of secret and shares, or else shuffled with the operating system's randomness."""
    game = game_of(state)
    made = deal_of_shares(state.shuffle, game) if state.shuffle else None
    if made is not None:
        return dealt_event(*made, mark=mark_of(state))
    dealt = game.deal(secrets.SystemRandom()).round
    if dealt is None:
        raise NotNow(sentence("game.over"))
    return dealt_event(dealt.deal, mark=mark_of(state))


def dealt_event(deal: Deal, secret: str | None = None, mark: Mark | None = None) -> Dealt:
    hands = tuple(map(str, deal.hands))
    return Dealt(
        dealer=deal.dealer,
        lead=deal.lead,
        hands=hands,
        haggis=str(deal.haggis),
        salt=new_salt(),
        secret=secret,
        mark=mark,
    )
