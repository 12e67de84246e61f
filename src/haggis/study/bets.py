"""Bets judged apart: what was placed, or left out, against what the chance to win it justified."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from haggis.players.betting import MARGIN, weigh_bets
from haggis.rules import Bet, Play, Round, View

from .judging import Class, classed

MISJUDGED = 1.0
"""Points that the gain of a bet is typically off by: the worlds looked at are many, but the calibration is a fit."""


@dataclass(frozen=True)
class BetJudgement:
    """Of one seat in one round: the bet that it placed, or that it played its first card without one."""

    amount: int
    """0: none."""
    best: int
    loss: float
    """What the best amount gains more, after the margin that a bet must gain to be worth the hurry that it brings."""
    error: float
    """Its standard error, as far as the chance is misjudged by."""
    chance: float
    """To win the bet, corrected as measured; of the best amount, or of the lowest if none is worth it."""

    @property
    def class_(self) -> Class:
        return classed(self.loss, self.error)

    def to_json(self) -> dict[str, Any]:
        return {
            "amount": self.amount,
            "best": self.best,
            "loss": round(self.loss, 2),
            "error": round(self.error, 2),
            "chance": round(self.chance, 3),
            "class": self.class_,
        }


def judge_bet(view: View, amount: int, seed: int) -> BetJudgement:
    """Judge a bet (0: none) at a moment when this seat may place one."""
    margin = MARGIN[view.rules.bet_wins][view.players]
    weighed = {each.bet.amount: each for each in weigh_bets(view, seed)}
    gains = {0: 0.0} | {each: weighed[each].gain - margin for each in weighed}
    best = max(gains, key=gains.__getitem__)
    looked_at = best or amount or min(weighed)
    return BetJudgement(amount, best, gains[best] - gains[amount], MISJUDGED, weighed[looked_at].chance)


def bet_moment(states: list[Round], seat: int) -> int | None:
    """The number (from 1) of the action with which a seat bet, or else played its first card while it could have bet.

    `states` are those before each action of a round. None if betting closed before the seat played a card.
    """
    for number, (before, after) in enumerate(pairwise(states), 1):
        action = after.actions[-1]
        if action.seat != seat or not isinstance(action, Bet | Play):
            continue
        return number if before.legal_bets(seat) else None
    return None
