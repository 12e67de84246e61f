"""The network alone: looks one step ahead in a few worlds, and takes what promises most. It never bets."""

from __future__ import annotations

import random

from haggis.engine.network import Network
from haggis.rules import Action, Bet, View

from .player import Clock

WORLDS = 12
CANDIDATES = 24


class Lookahead:
    def __init__(self, network: Network, seed: int, name: str = "network") -> None:
        self.name = name
        self._network = network
        self._rng = random.Random(seed)

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks long
        seed = self._rng.getrandbits(63)
        return self._network.look_ahead(view, worlds=WORLDS, candidates=CANDIDATES, seed=seed)[0].action

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None
