"""Whole games between levels for the experiments on review: dealt by a seed, the levels that search by nodes."""

from __future__ import annotations

import random

from haggis.arena.table import Chair, Table
from haggis.arena.tally import Tally
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Ruleset

BY_NODES = {2: {"strong": 1000, "expert": 5000}, 3: {"strong": 330, "expert": 1700}}
"""By players: the rollouts of 200 ms and of a second on a machine of their own; by nodes a run can be repeated."""


def play_game(names: list[str], rules: Ruleset, seed: int, *, rounds: int | None = None) -> Game:
    """A game of these levels, whole or at most so many rounds of it."""
    rng = random.Random(seed)
    players = [make_player(by_nodes(name, rules.players), rng.getrandbits(32), arena=True) for name in names]
    table = Table(Game.start(rules, tuple(names)), [Chair(player, Tally(), AS_IT_LIKES) for player in players])
    while not table.game.over and (rounds is None or len(table.game.finished) < rounds):
        table.play_round(rng)
    return table.game


def by_nodes(name: str, players: int) -> str:
    nodes = BY_NODES[players].get(name)
    return f"{name}:nodes={nodes}" if nodes else name
