"""`random`: any legal action, each as likely as the next. It never bets."""

from __future__ import annotations

import random

from haggis.rules import Action, Bet, View

from .player import Clock


class RandomPlayer:
    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks
        return self._rng.choice(view.legal_actions())

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None
