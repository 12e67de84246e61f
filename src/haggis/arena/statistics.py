"""How sure a result is. Deals are independent of each other, rounds of one deal are not: so whatever is
estimated here is estimated from whole deals.

An interval is a bootstrap over deals: draw as many deals again, with replacement, and see how the
result varies. Plain percentiles of that are too narrow for few deals, so they are widened as Student's
t asks (Hesterberg 2015, "expanded percentiles"); from a hundred deals on the difference is small. Percentiles
never leave what the deals gave, so for very few deals it is Student's interval with the bootstrap's spread.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RESAMPLES = 2000
VERY_FEW = 8
"""Deals whose percentiles can't be as wide as the doubt."""
LEVEL = 0.95
_BLOCK = 200_000
_normal = NormalDist()


class Estimate(NamedTuple):
    """A mean and its 95 % interval; there is none from a single deal."""

    mean: float
    ci95: tuple[float, float] | None

    @property
    def interval(self) -> str:
        return f"{self.ci95[0]:.1f} to {self.ci95[1]:.1f}" if self.ci95 else "unknown"

    def __str__(self) -> str:
        return f"{self.mean:.1f} (95 %: {self.interval})"


def ratios(sums: Numbers, sizes: Numbers, seed: int) -> list[Estimate]:
    """For each column, the sum over all deals divided by the sum of the deals' sizes, with intervals.

    `sums` has a row a deal and a column a quantity; `sizes` says how many rounds each deal had.
    """
    means = sums.sum(axis=0) / sizes.sum()
    if len(sums) < 2:
        return [Estimate(float(mean), None) for mean in means]
    lows, highs = _interval(_resampled(sums, sizes, seed), means, len(sums))
    return [
        Estimate(float(mean), (float(low), float(high))) for mean, low, high in zip(means, lows, highs, strict=True)
    ]


def _resampled(sums: Numbers, sizes: Numbers, seed: int) -> Numbers:
    """The ratios of `RESAMPLES` sets of deals, each drawn from the deals with replacement."""
    rng = np.random.default_rng(seed)
    table = np.column_stack([sums, sizes])
    drawn = np.concatenate([_draw(table, size, rng) for size in _blocks(len(table))])
    ratio: Numbers = drawn[:, :-1] / drawn[:, -1:]
    return ratio


def _blocks(deals: int) -> list[int]:
    """Many resamples at once while they are small, few when they are large: quick, in little memory."""
    size = max(1, _BLOCK // deals)
    return [min(size, RESAMPLES - start) for start in range(0, RESAMPLES, size)]


def _draw(table: Numbers, number: int, rng: np.random.Generator) -> Numbers:
    """The column sums of so many resamples."""
    rows = rng.integers(len(table), size=(number, len(table)))
    sums: Numbers = table[rows].sum(axis=1)
    return sums


def _interval(resampled: Numbers, means: Numbers, deals: int) -> tuple[Numbers, Numbers]:
    wide = standard_errors(deals)
    if deals < VERY_FEW:
        half = wide * resampled.std(axis=0)
        return means - half, means + half
    lows, highs = np.quantile(resampled, (_normal.cdf(-wide), _normal.cdf(wide)), axis=0)
    return lows, highs


def standard_errors(deals: int) -> float:
    """How many standard deviations of a bootstrap over so many deals lie on each side of the mean in an interval."""
    return math.sqrt(deals / (deals - 1)) * student_t(0.5 + LEVEL / 2, deals - 1)


def student_t(p: float, freedom: int) -> float:
    """A quantile of Student's t (exact for 1 and 2 degrees of freedom, else Cornish and Fisher's series)."""
    if freedom == 1:
        return math.tan(math.pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p)))
    z = _normal.inv_cdf(p)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
