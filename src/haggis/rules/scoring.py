"""Scoring a round, line by line (docs/spec/rules.md, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .cards import Cards
from .events import ScoreLine, WentOut
from .ruleset import Ruleset

if TYPE_CHECKING:
    from .round import Round

POINTS_PER_CARD_LEFT = 5


def hand_line(event: WentOut) -> ScoreLine:
    """Five points for each card in the largest hand among the opponents."""
    return ScoreLine(event.seat, "hand", POINTS_PER_CARD_LEFT * event.most, event.most, event.holder)


def pile_points(pile: Iterable[Cards], rules: Ruleset) -> int:
    """What captured cards are worth."""
    return sum(len(cards) if rules.points == "flat" else cards.points for cards in pile)


def points_ahead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead: its points minus the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def round_lines(state: Round, final_captor: int) -> list[ScoreLine]:
    """The lines that the end of the round adds: tricks, haggis, leftovers, then bets."""
    cards = [*_trick_lines(state), *_haggis_lines(state, final_captor), *_leftover_lines(state)]
    return cards + list(_bet_lines(state, [*state.lines, *cards]))


def _trick_lines(state: Round) -> Iterator[ScoreLine]:
    for seat, pile in enumerate(state.captured):
        if pile:
            yield ScoreLine(seat, "tricks", pile_points(pile, state.rules), sum(map(len, pile)))


def _haggis_lines(state: Round, final_captor: int) -> Iterator[ScoreLine]:
    haggis = state.deal.haggis
    takers = {"first-out": [state.out[0]], "final-trick": [final_captor], "nobody": []}
    for seat in takers[state.rules.haggis]:
        yield ScoreLine(seat, "haggis", pile_points([haggis], state.rules), len(haggis))


def _leftover_lines(state: Round) -> Iterator[ScoreLine]:
    (last,) = state.holders()
    takers = {"first-out": [state.out[0]], "last-out": [state.out[-1]], "nobody": []}
    for seat in takers[state.rules.leftovers]:
        yield ScoreLine(seat, "leftovers", pile_points([state.hands[last]], state.rules), len(state.hands[last]), last)


def _bet_lines(state: Round, lines: list[ScoreLine]) -> Iterator[ScoreLine]:
    for bettor, amount in enumerate(state.bets):
        if not amount:
            continue
        if _bet_won(state, bettor, amount, lines):
            yield ScoreLine(bettor, "bet won", amount, amount)
        else:
            yield from (ScoreLine(seat, "bet lost", amount, amount, bettor) for seat in _sharers(state, bettor))


def _bet_won(state: Round, bettor: int, amount: int, lines: list[ScoreLine]) -> bool:
    if state.rules.bet_wins == "out":
        return state.out[0] == bettor
    return sum(line.points for line in lines if line.seat == bettor) >= amount


def _sharers(state: Round, bettor: int) -> list[int]:
    """Who gains from a lost bet: the first player out and, as `sharers`, everybody who placed none."""
    abstained = [seat for seat, bet in enumerate(state.bets) if not bet]
    gainers = {state.out[0], *(abstained if state.rules.lost_bet == "sharers" else ())}
    return sorted(gainers - {bettor})
