"""The engine's benchmark: fixed deals and seeds, a signature of counts, and speeds."""

from __future__ import annotations

from typing import NamedTuple

from haggis import _native

from . import checks

MOST_EFFORT = 1000


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
    signature: str
    calibration_s: float
    """A fixed loop of plain work, to compare machines."""


def measure(effort: int = 3) -> Figures:
    """Every speed, the best of `effort` runs."""
    measured: dict[str, float | str] = _native.bench(checks.whole(effort, "the effort", 1, MOST_EFFORT))
    return Figures(**measured)  # type: ignore[arg-type]  # the engine names exactly these fields


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
