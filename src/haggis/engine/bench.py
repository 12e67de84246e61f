"""The engine's benchmark: fixed deals and seeds, a signature of counts, and speeds."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from haggis import _native
from haggis.rules import Game, View, preset

from . import checks
from .evaluation import evaluate
from .search import Settings, search

MOST_EFFORT = 1000
VISITS = 1000
"""Of a search that is timed."""
EVERY = 6
"""Decisions from one that is timed to the next."""


class Figures(NamedTuple):
    """What `haggis bench` tells. The signature is the same everywhere; read the rest beside the calibration."""

    lead_us: float
    """All plays on the lead of a full two-player hand, in microseconds; the mean over 200 hands."""
    plays_per_lead: float
    count_us: float
    """The same plays counted, not listed."""
    random_rounds_per_s: float
    """Two players, one thread."""
    policy_rounds_per_s: float
    random_rounds_per_s_3p: float
    policy_rounds_per_s_3p: float
    perft_leaves_per_s: float
    visits_per_s: float
    """Of a search, two players, one thread: fresh deals and decisions through the round."""
    visits_per_s_3p: float
    signature: str
    calibration_s: float
    """A fixed loop of plain work, to compare machines."""


def measure(effort: int = 3) -> Figures:
    """Every speed, the best of `effort` runs."""
    measured: dict[str, float | str] = _native.bench(checks.whole(effort, "the effort", 1, MOST_EFFORT))
    visits = {"visits_per_s": _visits_per_s(2, effort), "visits_per_s_3p": _visits_per_s(3, effort)}
    return Figures(**measured | visits)  # type: ignore[arg-type]  # the engine names all other fields


def _visits_per_s(players: int, effort: int) -> float:
    views = list(_decisions(players))
    best = min(_seconds(views) for _ in range(effort))
    return VISITS * len(views) / best


def _seconds(views: list[View]) -> float:
    begun = time.perf_counter()
    for view in views:
        search(view, Settings(nodes=VISITS), seed=1)
    return time.perf_counter() - begun


def _decisions(players: int) -> Iterator[View]:
    """Some decisions of two rounds, the first of each included, that are not forced."""
    rng = random.Random(1)
    for _ in range(2):
        game = Game.start(preset("standard", players=players)).deal(rng)
        while game.round:
            view = game.view(game.round.turn)
            found = evaluate(view)
            if len(found) > 1 and len(game.round.actions) % EVERY == 0:
                yield view
            game = game.apply(found[0].action)


def signature() -> str:
    """The counts alone, folded into sixteen digits."""
    return _native.bench_signature()


class GenerationCost(NamedTuple):
    """All plays on the lead of hands of one size, the mean over 200 hands."""

    cards: int
    plays: float
    list_us: float
    count_us: float


def generation_cost(cards: int, effort: int = 3) -> GenerationCost:
    """What listing and counting the plays on the lead costs with so many cards in hand."""
    held = checks.whole(cards, "the number of cards", 1, 17)
    return GenerationCost(held, *_native.bench_generation(held, checks.whole(effort, "the effort", 1, MOST_EFFORT)))
