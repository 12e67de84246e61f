"""The engine's benchmark: fixed deals and seeds, a signature of counts, and speeds."""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable, Iterator
from typing import NamedTuple

from haggis import _native
from haggis.rules import Game, View, preset

from . import checks
from .evaluation import evaluate
from .search import Settings, search, try_actions

MOST_EFFORT = 1000
LOOKS = 1000
"""Of a search without rollouts that is timed."""
ROLLOUTS = 100
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
    """The network's looks in a search without rollouts, two players, one thread: fresh deals and decisions through the
    round."""
    visits_per_s_3p: float
    rollouts_per_s: float
    """Of the same decisions."""
    rollouts_per_s_3p: float
    signature: str
    calibration_s: float
    """A fixed loop of plain work, to compare machines."""


def measure(effort: int = 3) -> Figures:
    """Every speed, the best of `effort` runs."""
    measured: dict[str, float | str] = _native.bench(checks.whole(effort, "the effort", 1, MOST_EFFORT))
    for players, name in ((2, ""), (3, "_3p")):
        views = list(_decisions(players))
        measured[f"visits_per_s{name}"] = LOOKS / _seconds(_look, views, effort)
        measured[f"rollouts_per_s{name}"] = ROLLOUTS / _seconds(_roll_out, views, effort)
    return Figures(**measured)  # type: ignore[arg-type]  # the engine names all other fields


def _seconds(think: Callable[[View], object], views: list[View], effort: int) -> float:
    """For one of the views; the best of several runs."""
    return min(timeit.repeat(lambda: [think(view) for view in views], number=1, repeat=effort)) / len(views)


def _look(view: View) -> object:
    return search(view, Settings(nodes=LOOKS, rollouts=False), seed=1)


def _roll_out(view: View) -> object:
    actions = [each.action for each in evaluate(view)[:2]]
    return try_actions(view, actions, Settings(nodes=ROLLOUTS), 1)


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
