"""Bets judged apart: what was placed, or left out, against what the chance to win it justified."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from haggis.players.betting import MARGIN, WeighedBet, weigh_bets
from haggis.rules import Bet, Play, Round, View

from .judging import Class, classed

MISJUDGED = 1.0
"""Points that the gain of a bet is typically off by: the worlds looked at are many, but the calibration is a fit."""
FAR = 10_000
"""Points to a target that is so far away that every point counts alike."""
OF_A_POINT = {2: 1.0, 3: 8 / 9}
"""What a point of an even game is of a point ahead, by players: the chance to win is a softmax of the totals."""


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
    cost: float = 0.0
    """What luck is reckoned by: the loss in points of the round, whatever they are worth for winning the game."""

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
    weighed = {each.bet.amount: each for each in weigh_bets(view, seed)}
    gains = _gains(view, weighed.values())
    best = max(gains, key=gains.__getitem__)
    looked_at = best or amount or min(weighed)
    loss, cost = gains[best] - gains[amount], bet_cost(view, amount, seed)
    return BetJudgement(amount, best, loss, MISJUDGED, weighed[looked_at].chance, cost)


def _gains(view: View, weighed: Iterable[WeighedBet]) -> dict[int, float]:
    margin = MARGIN[view.rules.bet_wins][view.players]
    return {0: 0.0} | {each.bet.amount: each.gain - margin for each in weighed}


def bet_cost(view: View, amount: int, seed: int) -> float:
    """What the best amount gains more in points of the round: as at the beginning of a game without end."""
    endless = replace(view.rules, target=FAR, rounds=None)
    gains = _gains(view, weigh_bets(replace(view, rules=endless, totals=(0,) * view.players), seed))
    return (max(gains.values()) - gains[amount]) / OF_A_POINT[view.players]


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
