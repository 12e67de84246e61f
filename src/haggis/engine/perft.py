"""Perft in C++: the same counts as `haggis.rules.perft`, hundreds of times as fast.

>>> import random
>>> from haggis.rules import Game, preset
>>> state = Game.start(preset("standard")).deal(random.Random(1)).round
>>> perft(state, 2)
29105
"""

from __future__ import annotations

from haggis.rules import Action, Round

from . import checks
from .convert import action_from_native, round_to_native

DEEPEST = 255
"""No round has so many actions: 51 cards, the passes between them and a few gives."""


def perft(position: Round, depth: int) -> int:
    """The number of sequences of `depth` actions, or shorter ones that end the round."""
    return round_to_native(position).perft(checks.whole(depth, "the depth", 0, DEEPEST))


def divide(position: Round, depth: int) -> list[tuple[Action, int]]:
    """The same count, split by the first action."""
    state = round_to_native(position)
    branches = state.divide(checks.whole(depth, "the depth", 1, DEEPEST))
    return [(action_from_native((kind, state.turn, value)), leaves) for kind, value, leaves in branches]
