"""The statistics, held against data whose truth is known. All of it is seeded: nothing here is a matter of luck."""

from __future__ import annotations

import math

import numpy as np
import pytest

from haggis.arena import BadTest, Sprt, statistics
from haggis.arena.elo import AVERAGE, ratings
from haggis.arena.sprt import MIN_DEALS
from haggis.arena.statistics import ratios, student_t


@pytest.fixture
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "RESAMPLES", 400)


def covered(deals: int, trials: int) -> float:
    """How often the interval of skewed data (true mean 1) holds the truth."""
    rng = np.random.default_rng(deals)
    sizes = np.ones(deals)
    hits = 0
    for trial in range(trials):
        (estimate,) = ratios(rng.gamma(4, 1 / 4, size=(deals, 1)), sizes, trial)
        assert estimate.ci95 is not None
        hits += estimate.ci95[0] <= 1 <= estimate.ci95[1]
    return hits / trials


@pytest.mark.usefixtures("few_resamples")
@pytest.mark.parametrize("deals", [2, 4, 8, 50])
def test_an_interval_holds_the_truth_95_times_in_100(deals: int) -> None:
    assert 0.915 <= covered(deals, 400) <= 0.985


@pytest.mark.usefixtures("few_resamples")
def test_an_interval_of_games_of_unequal_length_holds_the_truth() -> None:
    """Points a round are a ratio of two sums: long games weigh more."""
    rng = np.random.default_rng(1)
    hits = 0
    for trial in range(300):
        sizes = rng.integers(4, 12, size=40).astype(float)
        (estimate,) = ratios((sizes * 3 + rng.normal(0, np.sqrt(sizes)))[:, None], sizes, trial)
        assert estimate.ci95 is not None
        hits += estimate.ci95[0] <= 3 <= estimate.ci95[1]
    assert 0.915 <= hits / 300 <= 0.985


def test_the_same_seed_gives_the_same_interval() -> None:
    data, sizes = np.arange(20.0).reshape(10, 2), np.ones(10)
    assert ratios(data, sizes, 1) == ratios(data, sizes, 1) != ratios(data, sizes, 2)
    assert [estimate.mean for estimate in ratios(data, sizes, 1)] == [9.0, 10.0]


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)])
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_t(0.975, freedom) == pytest.approx(quantile, rel=0.02)


# --- stopping early ---


def accepted(truth: float, runs: int) -> tuple[float, float]:
    """How often `high` was accepted, and how many deals it took, when the true difference is `truth`."""
    rng = np.random.default_rng(1)
    highs, deals = 0, 0
    for _ in range(runs):
        test = Sprt(0, 5)
        while test.verdict is None:
            test.add(rng.normal(truth, 20))
        highs += test.verdict == "high"
        deals += test.deals
    return highs / runs, deals / runs


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    wrong, deals_low = accepted(0, 400)
    right, deals_high = accepted(5, 400)
    assert wrong <= 0.075
    assert right >= 0.925
    assert max(deals_low, deals_high) < 140  # a fixed number of deals would need 173 for the same errors


def test_a_clear_result_is_clear_at_once() -> None:
    test = Sprt(0, 5)
    verdicts = [test.add(50 + deal % 2) for deal in range(MIN_DEALS)]
    assert verdicts == [None] * (MIN_DEALS - 1) + ["high"]


@pytest.mark.parametrize(("difference", "verdict"), [(0, "low"), (5, "high"), (2.5, None)])
def test_deals_without_any_spread_are_no_trouble(difference: float, verdict: str | None) -> None:
    test = Sprt(0, 5)
    for _ in range(100):
        test.add(difference)
    assert test.verdict == verdict
    assert math.isfinite(test.llr)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (math.nan, 1), (0, math.inf)])
def test_bounds_that_decide_nothing_are_refused(low: float, high: float) -> None:
    with pytest.raises(BadTest, match="the lower first"):
        Sprt(low, high)


# --- Elo ---

STRENGTHS = np.array([1200.0, 1400.0, 1550.0, 1850.0])


def meetings(rng: np.random.Generator, number: int) -> np.ndarray:
    """Who beat whom, drawn from the true strengths."""
    wins = np.zeros((4, 4))
    for a in range(4):
        for b in range(a):
            wins[a, b] = rng.binomial(number, 1 / (1 + 10 ** ((STRENGTHS[b] - STRENGTHS[a]) / 400)))
            wins[b, a] = number - wins[a, b]
    return wins


def test_elo_finds_the_strengths_again() -> None:
    found = ratings(meetings(np.random.default_rng(1), 20_000))
    assert found == pytest.approx(STRENGTHS - STRENGTHS.mean() + AVERAGE, abs=10)


def test_elo_of_many_tables_at_once_is_that_of_each() -> None:
    rng = np.random.default_rng(2)
    tables = np.array([meetings(rng, 50) for _ in range(5)])
    assert ratings(tables) == pytest.approx(np.array([ratings(table) for table in tables]))


def test_who_wins_every_time_is_rated_high_but_not_without_end() -> None:
    elo = ratings(np.array([[0, 1000.0], [0, 0]]))
    assert 1000 < elo[0] - elo[1] < 3000
    assert elo.mean() == pytest.approx(AVERAGE)


def test_equals_are_rated_equal() -> None:
    assert ratings(np.full((3, 3), 7.5) - 7.5 * np.eye(3)) == pytest.approx([AVERAGE] * 3)


def test_players_that_never_met_directly_are_compared_through_others() -> None:
    wins = np.zeros((3, 3))
    wins[0, 1], wins[1, 0] = 75, 25
    wins[1, 2], wins[2, 1] = 75, 25
    first, middle, last = ratings(wins)
    assert first - middle == pytest.approx(middle - last)
    assert first - last == pytest.approx(2 * 400 * math.log10(75.5 / 25.5))
