"""Facts about an action that can be computed, and checked, by the rules. Reasons are made of nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import TypeGuard

from haggis.engine.plays import count_plays, legal_plays
from haggis.rules import Action, Card, Cards, Combo, Pass, Play, Reading, View, sample_world
from haggis.rules.combos import BOMBS
from haggis.rules.deal import HAND_SIZE
from haggis.rules.scoring import POINTS_PER_CARD_LEFT, pile_points

from .shedding import parts

MOST_HANDS = 3000
"""So many hands that a rival may hold are counted one by one; of more, some are drawn."""
DRAWN = 200
FEW_CARDS = 4
MANY_POINTS = 5
FEW_TURNS, MANY_A_TURN = 2, 2.5
"""So few turns, or so many cards a turn, speak for a play."""
RARELY = 1 / 3
"""A play that more of the hands can beat is not called hard to beat."""


@dataclass(frozen=True)
class GoesOut:
    """The action is the last of the hand, and scores for the largest other hand."""

    seat: int
    other: int
    cards: int
    points: int


@dataclass(frozen=True)
class Unbeatable:
    """Nobody can beat it, whatever the unseen cards are."""


@dataclass(frozen=True)
class BeatenBy:
    """How many of the hands that a seat may hold can beat it, all counted."""

    seat: int
    hands: int
    of: int


@dataclass(frozen=True)
class BeatenInDraws:
    """In how many deals, drawn by this seed, somebody can beat it."""

    deals: int
    of: int
    seed: int


@dataclass(frozen=True)
class TurnsLeft:
    """After the action the hand goes out in so many more turns, if nobody interferes."""

    cards: int
    turns: int
    combos: tuple[Combo, ...]


@dataclass(frozen=True)
class FewerTurns:
    """One action leaves a hand that needs fewer turns than the other leaves."""

    other: Action
    turns: int
    other_turns: int


@dataclass(frozen=True)
class BreaksBomb:
    """The other action breaks up a bomb that this one leaves in the hand."""

    other: Action
    bomb: str


@dataclass(frozen=True)
class KeepsBomb:
    """The other action plays a bomb that this one leaves in the hand."""

    other: Action
    bomb: str


@dataclass(frozen=True)
class NoNearer:
    """Of a pass: after the other action the hand needs as many turns as it needs now, or more."""

    other: Action
    turns: int
    other_turns: int


@dataclass(frozen=True)
class Loose:
    """A single card that no combination of the hand holds but with court cards."""

    card: Card


@dataclass(frozen=True)
class NothingBeats:
    """Of a pass: nothing in the hand beats the trick."""


@dataclass(frozen=True)
class NoPoints:
    """Of a pass: the trick on the table holds no points."""


@dataclass(frozen=True)
class ShortOfCards:
    """A rival has few cards left."""

    seat: int
    cards: int


@dataclass(frozen=True)
class TrickWorth:
    """The trick on the table holds points."""

    points: int


@dataclass(frozen=True)
class BetAtStake:
    """A bet of a seat that is not decided yet."""

    seat: int
    amount: int


Fact = (
    GoesOut
    | Unbeatable
    | BeatenBy
    | BeatenInDraws
    | TurnsLeft
    | FewerTurns
    | BreaksBomb
    | KeepsBomb
    | NoNearer
    | Loose
    | NothingBeats
    | NoPoints
    | ShortOfCards
    | TrickWorth
    | BetAtStake
)


def hand_after(view: View, action: Action) -> Cards:
    return view.hand - action.cards if isinstance(action, Play) else view.hand


def others(view: View) -> list[int]:
    """The seats that still hold cards, without the view's own."""
    return [seat for seat, count in enumerate(view.counts) if count and seat != view.seat]


# --- about one action ---


def goes_out(view: View, action: Action) -> GoesOut | None:
    if hand_after(view, action):
        return None
    other = max((seat for seat in range(view.players) if seat != view.seat), key=lambda seat: view.counts[seat])
    return GoesOut(view.seat, other, view.counts[other], POINTS_PER_CARD_LEFT * view.counts[other])


def hard_to_beat(view: View, action: Action, seed: int) -> Unbeatable | BeatenBy | BeatenInDraws | None:
    """The same, if that speaks for the play: few of the hands can beat it."""
    found = beaten(view, action, seed)
    match found:
        case BeatenBy(_, many, of) | BeatenInDraws(many, of, _) if many > RARELY * of:
            return None
    return found


def beaten(view: View, action: Action, seed: int) -> Unbeatable | BeatenBy | BeatenInDraws | None:
    """Who can beat a play: nobody, so many of the hands that the only rival may hold, or in so many deals drawn."""
    if not isinstance(action, Play) or action.reading is None:
        return None
    rivals = others(view)
    most = [may_hold(view, seat) for seat in rivals]
    if all(len(hand.numbers) <= HAND_SIZE and not _beats(view, hand, action.reading) for hand in most):
        return Unbeatable()  # not even who held all unseen cards could
    hidden = view.counts[rivals[0]] - len(view.courts[rivals[0]])
    if len(rivals) == 1 and comb(len(view.unseen), hidden) <= MOST_HANDS:
        return _counted(view, rivals[0], hidden, action.reading)
    return _drawn(view, action.reading, seed)


def may_hold(view: View, seat: int) -> Cards:
    """Every card that may be in a hand: its court cards are known, and maybe nothing of it is hidden."""
    courts = view.courts[seat]
    return courts if view.counts[seat] == len(courts) else courts | view.unseen


def _counted(view: View, seat: int, hidden: int, reading: Reading) -> BeatenBy:
    hands = [Cards(chosen) | view.courts[seat] for chosen in combinations(view.unseen, hidden)]
    return BeatenBy(seat, sum(_beats(view, hand, reading) for hand in hands), len(hands))


def _drawn(view: View, reading: Reading, seed: int) -> BeatenInDraws:
    rng = Random(seed)
    deals = sum(
        any(_beats(view, hand, reading) for hand in hands) for hands in (drawn_hands(view, rng) for _ in range(DRAWN))
    )
    return BeatenInDraws(deals, DRAWN, seed)


def drawn_hands(view: View, rng: Random) -> list[Cards]:
    """What the others hold in one deal that agrees with the view."""
    deal = sample_world(view, rng)
    return [(deal.hands[seat] & view.unseen) | view.courts[seat] for seat in others(view)]


def _beats(view: View, hand: Cards, reading: Reading) -> bool:
    return count_plays(hand, reading, view.rules) > 0


def turns_left(view: View, action: Action) -> TurnsLeft | None:
    """Of a play; after a pass the hand is as it was."""
    hand = hand_after(view, action)
    found = parts(hand, view.rules) if hand and isinstance(action, Play) else None
    return None if found is None else TurnsLeft(len(hand), len(found), found)


def soon_out(view: View, action: Action) -> TurnsLeft | None:
    """The same, if that speaks for the play: the turns are few for so many cards."""
    found = turns_left(view, action)
    return found if found and (found.turns <= FEW_TURNS or found.cards >= MANY_A_TURN * found.turns) else None


def loose(view: View, action: Action, other: Action | None = None) -> Loose | None:
    """Of a single card, where there are combinations to keep and `other` is not loose as well."""
    kept = [combo.cards for combo in legal_plays(view.hand.numbers, None, view.rules) if len(combo.cards) > 1]
    if not kept or not _is_loose(action, kept) or (other is not None and _is_loose(other, kept)):
        return None
    return Loose(next(iter(action.cards)))


def _is_loose(action: Action, combinations: list[Cards]) -> TypeGuard[Play]:
    if not isinstance(action, Play) or len(action.cards) != 1 or action.cards.courts:
        return False
    return not any(action.cards <= cards for cards in combinations)


def nothing_beats(view: View, action: Action) -> NothingBeats | None:
    if not isinstance(action, Pass) or _beats(view, view.hand, view.trick[-1].combo.reading):
        return None
    return NothingBeats()


# --- about two actions ---


def fewer_turns(view: View, action: Action, other: Action) -> FewerTurns | None:
    """Of two plays."""
    mine, its = turns_left(view, action), turns_left(view, other)
    return FewerTurns(other, mine.turns, its.turns) if mine and its and mine.turns < its.turns else None


def breaks_bomb(view: View, action: Action, other: Action) -> BreaksBomb | None:
    """The highest bomb that `other` takes out of the hand without playing it, and `action` leaves there.

    Whoever breaks up a bomb herself has no reason in it, unless the other action leaves none at all.
    """
    if is_bomb(other):
        return None
    before, after, its = (
        bombs_in(view, hand) for hand in (view.hand, hand_after(view, action), hand_after(view, other))
    )
    kept = after - its
    return BreaksBomb(other, max(kept, key=BOMBS.index)) if kept and (after == before or not its) else None


def keeps_bomb(view: View, action: Action, other: Action) -> KeepsBomb | None:
    if not isinstance(other, Play) or other.reading is None or not other.reading.is_bomb or is_bomb(action):
        return None
    bomb = other.reading.bomb
    return KeepsBomb(other, bomb) if bomb in bombs_in(view, hand_after(view, action)) else None


def is_bomb(action: Action) -> bool:
    return isinstance(action, Play) and action.reading is not None and action.reading.is_bomb


def no_nearer(view: View, action: Action, other: Action) -> NoNearer | None:
    """Of a pass instead of a play."""
    left = turns_left(view, other) if isinstance(action, Pass) else None
    now = parts(view.hand, view.rules)
    return NoNearer(other, len(now), left.turns) if left and now and left.turns >= len(now) else None


def bombs_in(view: View, hand: Cards) -> set[str]:
    lowest = Reading(1, 1, 13)  # any bomb beats a single king
    return {play.reading.bomb for play in legal_plays(hand, lowest, view.rules)}


# --- about the table ---


def short_of_cards(view: View) -> ShortOfCards | None:
    seat = min(others(view), key=lambda seat: view.counts[seat])
    return ShortOfCards(seat, view.counts[seat]) if view.counts[seat] <= FEW_CARDS else None


def trick_worth(view: View) -> TrickWorth | None:
    points = pile_points([play.cards for play in view.trick], view.rules)
    return TrickWorth(points) if points >= MANY_POINTS else None


def no_points(view: View, action: Action) -> NoPoints | None:
    if not isinstance(action, Pass) or pile_points([play.cards for play in view.trick], view.rules):
        return None
    return NoPoints()


def bet_at_stake(view: View) -> BetAtStake | None:
    """The highest bet, where bets are won by going out first and nobody has."""
    if view.rules.bet_wins != "out" or view.out:
        return None
    seat = max(range(view.players), key=lambda seat: view.bets[seat] or 0)
    return BetAtStake(seat, view.bets[seat] or 0) if view.bets[seat] else None
