"""How a chance to win a bet is corrected for wishful thinking: its logit is stretched and shifted."""

from __future__ import annotations

import math
from typing import NamedTuple


class Calibration(NamedTuple):
    """How a logit is corrected: stretched, then shifted."""

    stretch: float
    shift: float
    late: float
    """The shift for every ten turns of the round before the bet: others who have played on tend to hold good hands."""
    stake: float = 0.0
    """On points, the shift for every ten points of the bet."""


def calibrated(chance: float, amount: int, turns: int, by: Calibration) -> float:
    """The chance to win a bet, having placed it after so many turns, that a raw chance stands for."""
    moved = by.stretch * logit(chance) + by.shift + (by.late * turns + by.stake * amount) / 10
    return 1 / (1 + math.exp(-moved))


def logit(chance: float) -> float:
    inside = min(max(chance, 0.005), 0.995)
    return math.log(inside / (1 - inside))
