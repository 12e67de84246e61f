"""How much thinking a decision gets, and where its chance comes from."""

from __future__ import annotations

import random
from dataclasses import dataclass

from haggis.engine.search import Settings
from haggis.players.advice import STRONG

NODES = 4000


@dataclass(frozen=True)
class Budget:
    """For each decision: by nodes (the same on every machine), or by time if `millis` is given.

    Half of it finds the candidates, the other half compares the played action with the best of the others.
    """

    nodes: int = NODES
    millis: int | None = None
    seed: int = 1

    def half(self, *, for_the_game: bool = False) -> Settings:
        """How to search with half of it: for points in this round, or for winning the game."""
        settings = STRONG.replace(equity=for_the_game)
        if self.millis is not None:
            return settings.replace(seconds=max(0.001, self.millis / 2000))
        return settings.replace(nodes=max(2, self.nodes // 2))

    def chance(self, *place: int) -> int:
        """A seed of its own for every place of a game."""
        return random.Random("/".join(map(str, (self.seed, *place)))).getrandbits(62)
