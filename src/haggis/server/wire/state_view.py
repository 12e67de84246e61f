"""What a seat, or a spectator, may know of a table: docs/server.md, "The state".

Of a round in play only a `View` is looked at, so no hidden card can get out from here. A
spectator's state is made of the public part of a view, which is the same whoever's it is. A
finished round is shown whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from typing_extensions import TypedDict

from haggis.rules import Bet, Cards, Pass, Play, View
from haggis.rules.scoring import pile_points
from haggis.rules.words import reading_name
from haggis.server.tables.clocks import Clocks
from haggis.server.tables.permissions import may_agree, may_hint, may_take_back
from haggis.server.tables.table_state import Kind, Seat, Status, TableState, game_of

from .legal_view import Legal, legal
from .score_sheets import LineView, Sheet, last_sheet, line_view

Ask = Literal["turn", "give", "wait", "over", "none", "watch"]


class SeatView(TypedDict):
    kind: Kind
    name: str
    level: str | None
    left: bool
    awaited: str


class PlayView(TypedDict):
    seat: int
    cards: str
    reading: str
    words: str


class TopPlay(TypedDict):
    """The play to beat."""

    reading: str
    words: str
    seat: int


class Pile(TypedDict):
    cards: int
    points: int
    plays: list[str]


class ShuffleView(TypedDict):
    """What the deals are made of, as far as everybody may know it: shares only when none can be chosen any more."""

    commitment: str
    commitments: list[str | None]
    shares: list[str | None]
    gathering: bool


class TablePart(TypedDict):
    """The table: the same for everybody."""

    seq: int
    status: Status
    now: int
    seats: list[SeatView]
    host_seat: int | None
    round: int
    target: int | None
    rounds: int | None
    totals: list[int]
    winner: int | None
    ready: list[int]
    history: list[list[int]]
    sheet: Sheet | None
    rematch: str | None
    commitment: str | None
    shuffle: ShuffleView | None
    asked: Literal["turn", "give"] | None
    deadline: int | None
    next_deadline: int | None


class RoundPart(TypedDict):
    """What is open on the table: the same for everybody."""

    dealer: int | None
    lead: int | None
    turn: int | None
    counts: list[int]
    courts: list[str]
    trick: list[PlayView]
    passed: list[int]
    captured: list[Pile]
    bets: list[int | None]
    out: list[int]
    lines: list[LineView]
    on: TopPlay | None


class OwnPart(TypedDict):
    """What one seat alone may know and do."""

    hand: str | None
    legal: Legal | None
    may_bet: list[int]
    may_pass: bool
    may_give: list[int]
    unseen: str | None
    seat: int | None
    ask: Ask


class PublicState(TablePart, RoundPart):
    """The part of the state that is the same for everybody."""


class StateView(PublicState, OwnPart):
    """The whole state as one seat, or a spectator, may know it."""

    may_takeback: bool
    takeback_by: int | None
    """The seat that asks the others to let it take an action back."""
    may_agree: bool
    may_hint: bool


def state_for(state: TableState, seat: int | None, clocks: Clocks) -> StateView:
    """The state as `seat` may know it; None: as a spectator."""
    return own_state(public_state(state, clocks), state, seat)


def public_state(state: TableState, clocks: Clocks) -> PublicState:
    dealt = state.game is not None and state.game.last_round is not None
    return {**_table(state, clocks), **(round_part(game_of(state).view(0)) if dealt else _NOTHING_DEALT)}


def own_state(public: PublicState, state: TableState, seat: int | None) -> StateView:
    """The public part and what `seat` alone may know."""
    return {
        **public,
        **_own_part(state, seat),
        "may_takeback": may_take_back(state, seat),
        "takeback_by": state.wish.seat if state.wish and not state.wish.refused else None,
        "may_agree": may_agree(state, seat),
        "may_hint": may_hint(state, seat),
    }


def _table(state: TableState, clocks: Clocks) -> TablePart:
    game = state.game
    return TablePart(
        seq=state.seq,
        status=state.status,
        now=clocks.now,
        seats=[seat_view(each) for each in state.seats],
        host_seat=next((number for number, each in enumerate(state.seats) if each.is_for(state.host)), None),
        round=len(state.promises),
        target=state.rules.target,
        rounds=state.rules.rounds,
        totals=list(game.totals) if game else [0] * len(state.seats),
        winner=game.winner if game and state.status == "over" else None,
        ready=sorted(state.ready),
        history=[list(totals) for totals in state.totals_after],
        sheet=last_sheet(state),
        rematch=state.rematch,
        commitment=state.promises[-1].commitment if state.promises else None,
        shuffle=_shuffle(state),
        asked=_asked(state),
        deadline=clocks.move,
        next_deadline=clocks.next_round,
    )


def seat_view(seat: Seat) -> SeatView:
    return SeatView(kind=seat.kind, name=seat.name, level=seat.level, left=seat.left, awaited=seat.awaited)


def _shuffle(state: TableState) -> ShuffleView | None:
    """Nobody looks at it in the middle of a round, so it is not sent then."""
    shuffle = state.shuffle
    if shuffle is None or state.round is not None:
        return None
    return ShuffleView(
        commitment=shuffle.commitment,
        commitments=list(shuffle.commitments),
        shares=[None if state.gathering else share for share in shuffle.shares],
        gathering=state.gathering,
    )


def _asked(state: TableState) -> Literal["turn", "give"] | None:
    if state.round is None:
        return None
    return "give" if state.round.ask == "give" else "turn"


_NOTHING_DEALT = RoundPart(
    dealer=None,
    lead=None,
    turn=None,
    counts=[],
    courts=[],
    trick=[],
    passed=[],
    captured=[],
    bets=[],
    out=[],
    lines=[],
    on=None,
)


def round_part(view: View) -> RoundPart:
    """The part of a view that is the same whoever's it is."""
    return RoundPart(
        dealer=view.dealer,
        lead=view.lead,
        turn=None if view.ask == "over" else view.turn,
        counts=list(view.counts),
        courts=[text(courts) for courts in view.courts],
        trick=[_play(play) for play in view.trick],
        passed=passed(view),
        captured=[_pile(pile, view) for pile in view.captured],
        bets=list(view.bets),
        out=list(view.out),
        lines=[line_view(each, view.names) for each in view.lines],
        on=_on(view),
    )


def _own_part(state: TableState, seat: int | None) -> OwnPart:
    """What only this seat may know, or what a spectator gets instead."""
    if state.game is None or state.game.last_round is None:
        return _part_without_hand(seat, "watch" if seat is None else "none", None)
    if seat is None:
        return spectator_part(state.game.view(0), state)
    return _seat_part(state.game.view(seat), state)


def _part_without_hand(seat: int | None, ask: Ask, unseen: str | None) -> OwnPart:
    return OwnPart(hand=None, legal=None, may_bet=[], may_pass=False, may_give=[], unseen=unseen, seat=seat, ask=ask)


def spectator_part(view: View, state: TableState) -> OwnPart:
    """A spectator has seen the cards that were played; that is the same from every seat."""
    not_played = view.unseen | view.hand.numbers
    return _part_without_hand(None, "watch", str(not_played) if state.plan.unseen else None)


def _seat_part(view: View, state: TableState) -> OwnPart:
    asked = view.ask == "turn"
    return OwnPart(
        seat=view.seat,
        ask=view.ask,
        hand=str(view.hand),
        legal=legal(view) if asked else None,
        may_bet=[0, *view.rules.bets] if view.bets_open else [],
        may_pass=asked and bool(view.trick),
        may_give=[seat for seat in range(view.players) if seat != view.seat] if view.ask == "give" else [],
        unseen=str(view.unseen) if state.plan.unseen else None,
    )


@lru_cache(maxsize=4096)  # a few hundred tables' plays; ten times as many would take 15 MB
def text(cards: Cards) -> str:
    """The text of cards that are shown again and again: plays on the table and in the piles."""
    return str(cards)


def _play(play: Play) -> PlayView:
    reading = play.combo.reading
    return PlayView(seat=play.seat, cards=text(play.cards), reading=str(reading), words=reading_name(reading))


def _on(view: View) -> TopPlay | None:
    if not view.trick:
        return None
    top = _play(view.trick[-1])
    return TopPlay(reading=top["reading"], words=top["words"], seat=top["seat"])


def passed(view: View) -> list[int]:
    """Who passed since the last play of this trick."""
    found: list[int] = []
    for action in reversed(view.actions if view.trick else ()):
        match action:
            case Pass(seat):
                found.insert(0, seat)
            case Bet():
                continue
            case _:
                break
    return found


def _pile(pile: tuple[Cards, ...], view: View) -> Pile:
    return Pile(cards=sum(map(len, pile)), points=pile_points(pile, view.rules), plays=[text(cards) for cards in pile])
