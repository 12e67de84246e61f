"""Stop a match as soon as its outcome is clear: a sequential probability ratio test.

Two claims about the true difference in points a round between the first player and the others: it is
`low`, or it is `high`. After every deal the log-likelihood ratio of the two is computed, taking the
deals' differences as normal with a variance that the deals themselves tell (the generalised test,
GSPRT, that chess engines are tested with):

    LLR = n/2 * log((v + (m - low)^2) / (v + (m - high)^2))

with n deals, their mean m and variance v. At log((1 - beta)/alpha) `high` is accepted, at
log(beta/(1 - alpha)) `low`. Wrongly accepting `high` then has a chance of about alpha, wrongly
accepting `low` of about beta, 5 % each. Deals are looked at in the order of their numbers, so the
result does not depend on how many were played at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from haggis.rules import HaggisError

Verdict = Literal["low", "high"]
MIN_DEALS = 32
"""No verdict from fewer: their variance says too little."""
_TINY = 1e-9


class BadTest(HaggisError):
    """Bounds between which nothing can be decided."""


@dataclass
class Sprt:
    """The test, and where it stands."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05
    deals: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """The sum of squared deviations from the mean (Welford)."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise BadTest(f"--sprt wants two numbers, the lower first, not {self.low:g} and {self.high:g}")

    def add(self, difference: float) -> Verdict | None:
        """Take in one more deal; the verdict, if there is one now."""
        self.deals += 1
        step = difference - self.mean
        self.mean += step / self.deals
        self.squares += step * (difference - self.mean)
        return self.verdict

    @property
    def llr(self) -> float:
        if not self.deals:
            return 0.0
        variance = self.squares / self.deals + _TINY
        far = variance + (self.mean - self.low) ** 2
        near = variance + (self.mean - self.high) ** 2
        return self.deals / 2 * math.log(far / near)

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def verdict(self) -> Verdict | None:
        if self.deals < MIN_DEALS:
            return None
        lower, upper = self.bounds
        return "high" if self.llr >= upper else "low" if self.llr <= lower else None
