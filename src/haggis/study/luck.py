"""Luck apart from play, as in backgammon: what the cards gave, and what the players made of them.

A result is points ahead of the mean of the others. Against players who make no mistakes, whoever makes none either
would get what the cards give. So a player's result is the mistakes of the others, less her own, plus luck; and luck is
the deal (what these hands are worth between equal experts) and the rest: how the hidden cards lay when somebody had to
decide without seeing them. What is left of a result without the luck is the adjusted result. docs/study.md says how far
that evens out results between equal players, and that it favours nobody between unequal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from haggis.engine.search import expect
from haggis.rules import Round, Ruleset, view_of
from haggis.rules.deal import shuffled
from haggis.rules.scoring import points_ahead

Leads = tuple[float, ...]
"""By seat: points ahead of the mean of the others."""

DEALS = 200
"""To know what the lead is worth."""


@dataclass(frozen=True)
class Luck:
    """Where a player's result came from, in points ahead of the mean of the others; a game is the sum of its rounds."""

    result: float
    deal: float
    """What the hands as they were dealt are worth between equal experts."""
    given: float
    """What the mistakes of the others gave."""
    own: float
    """What her own mistakes cost."""

    @property
    def adjusted(self) -> float:
        return self.given - self.own

    @property
    def luck(self) -> float:
        return self.result - self.adjusted

    @property
    def rest(self) -> float:
        """Luck beyond the deal: how the hidden cards lay when somebody had to decide."""
        return self.luck - self.deal

    def __add__(self, other: Luck) -> Luck:
        return Luck(self.result + other.result, self.deal + other.deal, self.given + other.given, self.own + other.own)

    def to_json(self) -> dict[str, Any]:
        names = ("result", "deal", "given", "own", "rest", "luck", "adjusted")
        return {name: round(getattr(self, name), 2) for name in names}


NO_LUCK = Luck(0.0, 0.0, 0.0, 0.0)


def leads(points: Sequence[float]) -> Leads:
    return tuple(points_ahead(points, seat) for seat in range(len(points)))


def round_luck(first: Round, last: Round, lost: Sequence[float]) -> list[Luck]:
    """For each seat of a round, from its deal, its end and what each seat's mistakes cost her."""
    result = leads([score.total for score in last.scores])
    deal = deal_value(first)
    others = len(lost) - 1
    return [Luck(result[seat], deal[seat], (sum(lost) - cost) / others, cost) for seat, cost in enumerate(lost)]


def deal_value(dealt: Round) -> Leads:
    """What the hands are worth to each seat, beyond what the lead is worth on average."""
    usual = value_of_lead(dealt.rules, dealt.deal.lead)
    return tuple(here - mean for here, mean in zip(value(dealt), usual, strict=True))


def value(state: Round) -> Leads:
    """What each seat is expected to be ahead by at the end of a round, all hands known, between equal experts."""
    return leads(expect(view_of(state, state.turn), truth=state)[0].points)


@lru_cache(maxsize=64)
def value_of_lead(rules: Ruleset, lead: int) -> Leads:
    """What each seat is expected to be ahead by before anything is dealt."""
    rng = Random(lead)
    dealer = (lead - 1) % rules.players
    values = [value(Round.start(rules, shuffled(rules.players, dealer, lead, rng))) for _ in range(DEALS)]
    return tuple(sum(each) / DEALS for each in zip(*values, strict=True))
