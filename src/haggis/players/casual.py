"""`casual`: plays sensibly and makes the mistakes that people make.

It goes by the evaluation, but not always to the best action: what looks almost as good is often
played instead, and now and then it doesn't think at all and takes the second best thing that
comes to mind. It bets a little when its hand looks like going out first.
"""

from __future__ import annotations

import math
import random

from haggis.engine.evaluation import Evaluation, evaluate
from haggis.engine.search import Settings, outlook
from haggis.rules import Action, Bet, Play, View

from .player import Clock

SLOPPINESS = 2.0
"""Points: differences this small are hardly noticed."""
BLUNDERS = 0.08
"""How often it doesn't think."""
QUICK_LOOK = Settings(worlds=64, inference=0)
CONFIDENT = 0.7


class Casual:
    name = "casual"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks long
        found = evaluate(view)
        action = self._careless(found) if self._rng.random() < BLUNDERS else self._likely(found)
        return self._bet_first(view) or action if isinstance(action, Play) else action

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None

    def _likely(self, found: list[Evaluation]) -> Action:
        best = found[0].points
        weights = [math.exp((each.points - best) / SLOPPINESS) for each in found]
        return self._rng.choices(found, weights)[0].action

    def _careless(self, found: list[Evaluation]) -> Action:
        return self._rng.choice(found[:4]).action

    def _bet_first(self, view: View) -> Bet | None:
        """The lowest bet, if the hand looks like winning it."""
        if not view.bets_open:
            return None
        lowest = min(view.rules.bets)
        seen = outlook(view, [lowest], QUICK_LOOK, self._rng.getrandbits(32))
        return Bet(view.seat, lowest) if seen[lowest].chance > CONFIDENT else None
