"""Rounds played to their end in C++, by chance or by the sensible policy, many a call.

A result depends on the position, the seed and its own number, never on the number of threads. No
bets are placed on the way; those already placed are scored. Ctrl-C stops a long call.

>>> from haggis.rules import preset
>>> rounds(preset("duel"), 3, seed=1).totals.tolist()
[[32, 8], [46, 5], [10, 42]]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from haggis import _native
from haggis.rules import Action, Round, Ruleset

from . import checks
from .convert import action_from_native, round_to_native, rules_to_native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SEED = (1 << 64) - 1


class Rounds(NamedTuple):
    """One row a round."""

    totals: NDArray[np.int32]
    """Hand, cards and bets of each seat, added up."""
    actions: NDArray[np.int32]
    """How many plays, passes and gives the round took."""


def playouts(
    position: Round, count: int, *, seed: int, style: str = "random", threads: int = 1, first: int = 0
) -> NDArray[np.int32]:
    """The totals of each seat after playing the position to its end `count` times.

    `first` is the number of the first playout: 100 and then 100 from the 100th are the same as 200.
    """
    return _native.playouts(
        round_to_native(position),
        checks.rounds(count),
        checks.seed(seed),
        checks.style(style),
        checks.threads(threads),
        checks.whole(first, "the first playout", 0, MOST_SEED),
    )


def rounds(rules: Ruleset, count: int, *, seed: int, style: str = "random", threads: int = 1, first: int = 0) -> Rounds:
    """Whole rounds from fresh deals; round `i` is led by seat `i % players`."""
    totals, actions = _native.rounds(
        rules_to_native(rules),
        checks.rounds(count),
        checks.seed(seed),
        checks.style(style),
        checks.threads(threads),
        checks.whole(first, "the first round", 0, MOST_SEED),
    )
    return Rounds(totals, actions)


def sensible_action(position: Round, seed: int = 0) -> Action:
    """What the sensible policy does now; it looks only at what the seat to act may know."""
    state = round_to_native(position)
    kind, value = _native.sensible_action(state, checks.seed(seed))
    return action_from_native((kind, state.turn, value))
