"""How much thinking a decision gets, how it is searched, and where its chance comes from."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import inf

from haggis.engine.search import Settings
from haggis.players.advice import STRONG
from haggis.rules import View

NODES = 1000
SHARES = {2: 1.0, 3: 0.25}
"""Of the nodes, by the number of players: whatever is done for three takes about three times as long."""
DEALS = 48
"""At the usual nodes, of an ending in which few cards are hidden: each is solved (haggis.study.solved_deals)."""
FEWEST_DEALS = 12
ENDING_CARDS = 14
"""Two who hold so few cards in all: every visit is solved instead of played out (docs/study.md)."""
ENDING_HAND = 4
"""Where the last rival holds so few, all deals count alike, whatever was played before: so it can be proved."""


def settings_for(view: View, settings: Settings = STRONG) -> Settings:
    """How to search this decision."""
    rivals = [count for seat, count in enumerate(view.counts) if count and seat != view.seat]
    if len(rivals) != 1:
        return settings
    if view.counts[view.seat] + rivals[0] <= ENDING_CARDS:
        return settings.replace(rollouts=False, exact=ENDING_CARDS, inference=0)
    return settings.replace(inference=0) if rivals[0] <= ENDING_HAND else settings


@dataclass(frozen=True)
class Budget:
    """For each decision: by nodes (the same on every machine), or by time if `millis` is given.

    A decision at a table of three gets a quarter of the nodes, so that a review takes about as long as one of two.
    Half of it finds the candidates, the other half compares the played action with the best of the others.
    """

    nodes: int = NODES
    millis: int | None = None
    seed: int = 1

    def half(self, view: View, *, for_the_game: bool = False) -> Settings:
        """How to search with half of it: for points in this round, or for winning the game."""
        settings = settings_for(view).replace(equity=for_the_game)
        if self.millis is not None:
            return settings.replace(seconds=max(0.001, self.millis / 2000))
        return settings.replace(nodes=max(2, int(self.nodes * SHARES[view.rules.players]) // 2))

    @property
    def deals(self) -> int:
        """How many deals of an ending are solved, at most."""
        return DEALS if self.millis is not None else max(FEWEST_DEALS, DEALS * self.nodes // NODES)

    @property
    def deal_seconds(self) -> float:
        """How long they may take: as long as half of the search, or by nodes as long as they do."""
        return inf if self.millis is None else self.millis / 2000

    def chance(self, *place: int) -> int:
        """A seed of its own for every place of a game."""
        return random.Random("/".join(map(str, (self.seed, *place)))).getrandbits(62)
