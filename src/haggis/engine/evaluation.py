"""The evaluation (native/evaluation): a quick value of every action; its weights, and matches between two of them."""

from __future__ import annotations

from typing import NamedTuple

from haggis import _native
from haggis.rules import Action, Ruleset, View

from . import checks
from .convert import action_from_native, knowledge_of, rules_to_native

CENT = 100  # it counts in hundredths of a point


class Evaluation(NamedTuple):
    action: Action
    points: float
    """What the action gains, by a quick look at one's own hand and the table."""


def evaluate(view: View) -> list[Evaluation]:
    """Every action with its value, the best first. No search, no chance."""
    found = _native.evaluate(knowledge_of(view))
    return [Evaluation(action_from_native(action), value / CENT) for action, value in found]


def tuned_weights(players: int) -> list[int]:
    """The weights in use, in hundredths of a point (native/evaluation/weights.hpp names them)."""
    return _native.tuned_weights(checks.whole(players, "the number of players", 2, 3))


def match_weights(rules: Ruleset, first: list[int], second: list[int], deals: int, seed: int) -> list[float]:
    """For each deal, what the evaluation scores more a round with the first weights than with the second."""
    return _native.match_weights(rules_to_native(rules), first, second, checks.rounds(deals), checks.seed(seed), 0)
