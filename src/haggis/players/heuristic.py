"""`heuristic`: the evaluation alone, without search. What search has to beat.

It plays whatever has the highest value, uses no chance and never bets.
"""

from __future__ import annotations

from haggis.engine.evaluation import evaluate
from haggis.rules import Action, Bet, View

from .player import Clock


class Heuristic:
    name = "heuristic"

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks long
        return evaluate(view)[0].action

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None
