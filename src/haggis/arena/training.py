"""Finds better weights for the evaluation (native/evaluation/weights.hpp): evolution by matches against itself.

The weights are varied around the best so far (CMA-ES), and every variation plays the same deals
against the weights to beat and against one of those that were beaten before, so that nothing is
gained by a trick that only works against the last one. Now and then the favourite sits an exam on
fresh deals; if it passes, it becomes the one to beat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from haggis.engine.evaluation import match_weights
from haggis.rules import Ruleset

from .statistics import Estimate, Numbers, ratios

EXAM_DEALS = 3000
PASS_MARK = 0.7
"""Points a round by which the one to beat must be beaten."""
LEAST_SPREAD = 80.0
"""Hundredths of a point: even a number that is 0 now is varied by as much."""
SPREAD = 0.3
"""How far a number is varied, as a share of itself."""
FIRST_STEP = 0.5
FAMILY = 28
"""Variations in a generation."""


@dataclass(frozen=True)
class Exam:
    """The favourite after some generations, and how it did on fresh deals."""

    generation: int
    weights: list[int]
    against_best: Estimate
    against_start: Estimate
    passed: bool


def train(
    rules: Ruleset, start: list[int], *, generations: int, deals: int, seed: int, every: int = 20, begun: int = 0
) -> Iterator[Exam]:
    """Yields an exam every few generations; the same seed, the same training.

    `begun` is how many generations came before: a training that is taken up again sees other deals.
    """
    import cma  # type: ignore[import-untyped]  # noqa: PLC0415  # an extra: nobody else needs it

    rng = random.Random(f"{seed} {begun}")
    home = np.array(start, dtype=np.float64)
    spread = np.maximum(LEAST_SPREAD, SPREAD * np.abs(home))
    spread[-1] = 0  # the noise of playouts is not for matches to find
    beaten = [start]
    evolution = cma.CMAEvolutionStrategy(
        np.zeros(len(start)), FIRST_STEP, {"popsize": FAMILY, "verbose": -9, "seed": rng.randrange(1, 2**31)}
    )
    for generation in range(begun + 1, begun + generations + 1):
        family = evolution.ask()
        rivals = [beaten[-1], rng.choice(beaten)]
        match_seed = rng.getrandbits(32)
        family_weights = [_weights(home + spread * steps) for steps in family]
        evolution.tell(family, [-_mean(rules, weights, rivals, deals, match_seed) for weights in family_weights])
        if generation % every == 0 or generation == begun + generations:
            favourite = _weights(home + spread * evolution.result.xfavorite)
            exam = _examine(rules, generation, favourite, beaten, rng.getrandbits(32))
            if exam.passed:
                beaten.append(favourite)
            yield exam


def _weights(numbers: Numbers) -> list[int]:
    return [int(number) for number in np.rint(numbers)]


def _mean(rules: Ruleset, weights: list[int], rivals: list[list[int]], deals: int, seed: int) -> float:
    """Points a round against the rivals, half of the deals each."""
    return float(
        np.mean([match_weights(rules, weights, rival, deals // 2, seed + i) for i, rival in enumerate(rivals)])
    )


def _examine(rules: Ruleset, generation: int, weights: list[int], beaten: list[list[int]], seed: int) -> Exam:
    best, start = (
        _estimate(match_weights(rules, weights, rival, EXAM_DEALS, seed), seed) for rival in (beaten[-1], beaten[0])
    )
    return Exam(generation, weights, best, start, passed=best.mean > PASS_MARK)


def _estimate(differences: list[float], seed: int) -> Estimate:
    return ratios(np.array(differences)[:, None], np.ones(len(differences)), seed)[0]
