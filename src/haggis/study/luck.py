"""Luck apart from play, as in backgammon: what the cards gave, and what the players made of them.

A result is points ahead of the mean of the others. Against players who make no mistakes, whoever makes none either
would get what the cards give. So a player's result is the mistakes of the others, less her own, plus what leading a
round is worth (whoever is behind leads: that is no luck), plus luck; and luck is the deal (what these hands are worth
between equal experts) and the rest: how the hidden cards lay when somebody had to decide without seeing them. What is
left of a result without the luck is the adjusted result. Its mean is that of the result only if costs have no bias:
so they are not the losses of a review, in which noise always counts against the player. docs/study.md says how far
that evens out results between equal players, and that it favours nobody between unequal ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import Any

from haggis.engine.search import expect
from haggis.rules import Deal, Round, Ruleset, view_of
from haggis.rules.deal import shuffled
from haggis.rules.scoring import points_ahead

Leads = tuple[float, ...]
"""By seat: points ahead of the mean of the others."""

DEALS = 400
"""To know what the lead is worth; each with its hands at every seat, so that only the lead makes a difference."""


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
    lead: float = 0.0
    """What it is worth on average that she led, or that another did."""

    @property
    def adjusted(self) -> float:
        return self.lead + self.given - self.own

    @property
    def luck(self) -> float:
        return self.result - self.adjusted

    @property
    def rest(self) -> float:
        """Luck beyond the deal: how the hidden cards lay when somebody had to decide."""
        return self.luck - self.deal

    def __add__(self, other: Luck) -> Luck:
        return Luck(*(getattr(self, part) + getattr(other, part) for part in PARTS))

    def to_json(self) -> dict[str, Any]:
        return {name: round(getattr(self, name), 2) for name in (*PARTS, "rest", "luck", "adjusted")}


PARTS = tuple(field.name for field in fields(Luck))
NO_LUCK = Luck(0.0, 0.0, 0.0, 0.0)


def leads(points: Sequence[float]) -> Leads:
    return tuple(points_ahead(points, seat) for seat in range(len(points)))


def round_luck(first: Round, last: Round, costs: Sequence[float]) -> list[Luck]:
    """For each seat of a round, from its deal, its end and what each seat's mistakes cost her."""
    result = leads([score.total for score in last.scores])
    lead = value_of_lead(first.rules, first.deal.lead)
    deal = deal_value(first)
    others = len(costs) - 1
    return [
        Luck(result[seat], deal[seat], (sum(costs) - cost) / others, cost, lead[seat])
        for seat, cost in enumerate(costs)
    ]


def deal_value(dealt: Round) -> Leads:
    """What the hands are worth to each seat, beyond what the lead is worth on average."""
    usual = value_of_lead(dealt.rules, dealt.deal.lead)
    return tuple(here - mean for here, mean in zip(value(dealt), usual, strict=True))


def value(state: Round) -> Leads:
    """What each seat is expected to be ahead by at the end of a round, all hands known, between equal experts."""
    return leads(expect(view_of(state, state.turn), truth=state)[0].points)


def value_of_lead(rules: Ruleset, lead: int) -> Leads:
    """What each seat is expected to be ahead by before anything is dealt."""
    usual = _value_of_first_lead(rules)
    return tuple(usual[(seat - lead) % rules.players] for seat in range(rules.players))


@lru_cache(maxsize=64)
def _value_of_first_lead(rules: Ruleset) -> Leads:
    """If seat 0 leads."""
    rng = Random(0)
    deals = [shuffled(rules.players, rules.players - 1, 0, rng) for _ in range(DEALS)]
    values = [value(Round.start(rules, each)) for deal in deals for each in _at_every_seat(deal)]
    return tuple(sum(each) / len(values) for each in zip(*values, strict=True))


def _at_every_seat(deal: Deal) -> Iterator[Deal]:
    for first in range(len(deal.hands)):
        yield deal._replace(hands=deal.hands[first:] + deal.hands[:first])
