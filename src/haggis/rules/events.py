"""What happened: the events that an action causes, and the lines of a score (docs/spec/rules.md, section 4).

Every point that anybody scores has a line that says why.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Cause = Literal["hand", "tricks", "haggis", "leftovers", "bet won", "bet lost"]
Part = Literal["hand", "cards", "bets"]

PARTS: dict[Cause, Part] = {
    "hand": "hand",
    "tricks": "cards",
    "haggis": "cards",
    "leftovers": "cards",
    "bet won": "bets",
    "bet lost": "bets",
}


class ScoreLine(NamedTuple):
    """Points for one seat and their reason: an amount of cards or of a bet, and whose."""

    seat: int
    cause: Cause
    points: int
    amount: int
    other: int | None = None

    @property
    def part(self) -> Part:
        return PARTS[self.cause]


class Score(NamedTuple):
    """One seat's points of one round, as in a game record."""

    hand: int
    cards: int
    bets: int

    @property
    def total(self) -> int:
        return self.hand + self.cards + self.bets


def scores(lines: tuple[ScoreLine, ...], players: int) -> tuple[Score, ...]:
    """The lines added up, seat by seat."""

    def points(seat: int, part: Part) -> int:
        return sum(line.points for line in lines if line.seat == seat and line.part == part)

    return tuple(Score(points(seat, "hand"), points(seat, "cards"), points(seat, "bets")) for seat in range(players))


class TrickTaken(NamedTuple):
    """The winner leads next; the captor has the cards (somebody else after a bomb)."""

    winner: int
    captor: int
    cards: int
    points: int


class WentOut(NamedTuple):
    """`place` 0 is first. `most` is the largest hand among the others, held by `holder`."""

    seat: int
    place: int
    most: int
    holder: int


class RoundScored(NamedTuple):
    lines: tuple[ScoreLine, ...]


class GameWon(NamedTuple):
    seat: int
    totals: tuple[int, ...]


Event = TrickTaken | WentOut | RoundScored | GameWon
