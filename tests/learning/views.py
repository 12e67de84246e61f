"""Views of random games, for the tests of what players know."""

from __future__ import annotations

import random
from collections.abc import Iterator

from haggis.rules import Game, Ruleset, View


def views_to_play(rules: Ruleset, games: int, seed: int) -> Iterator[tuple[Game, View]]:
    """Games in which somebody is to play and has a choice, as they are and as she sees them."""
    rng = random.Random(seed)
    for _ in range(games):
        game = Game.start(rules).deal(rng)
        while state := game.round:
            if state.ask == "turn" and len(state.legal_actions()) > 1:
                yield game, game.view(state.turn)
            game = game.apply(rng.choice(state.legal_actions()))
