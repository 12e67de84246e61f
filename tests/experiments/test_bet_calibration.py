"""The calibration of bets: the fit finds what is there, and reliability is counted as it should be."""

from __future__ import annotations

import random

import pytest

from experiments import bet_calibration
from experiments.bet_calibration import Sample, examine, fit, play_round, reliability
from experiments.results import CALIBRATION, ROOT
from haggis.players.bet_calibration import Calibration, calibrated
from haggis.rules import preset

TRUE = Calibration(0.6, -0.4, -0.8, -0.3)


def samples(count: int, seed: int) -> list[Sample]:
    """Bets of an estimate that is too sure of itself just so much."""
    rng = random.Random(seed)
    placed = [(rng.uniform(0.4, 0.99), rng.choice((15, 30)), rng.randrange(12)) for _ in range(count)]
    return [Sample(*one, rng.random() < calibrated(*one, TRUE)) for one in placed]


def test_the_fit_finds_the_calibration() -> None:
    assert fit(samples(20_000, 1), "points") == pytest.approx(TRUE, abs=0.1)
    assert fit(samples(100, 1), "out").stake == 0


def test_reliability_holds_the_diagonal_only_when_calibrated() -> None:
    """Each half is calibrated as the other half says."""
    found = examine(samples(20_000, 2), "points")

    def outside(points: list[dict[str, float]]) -> int:
        return sum(abs(point["said"] - point["came_true"]) > point["half_width"] for point in points)

    assert outside(found["raw"]) > len(found["raw"]) / 2
    assert outside(found["calibrated"]) <= 2
    assert found["brier_calibrated"] < found["brier_raw"]


def test_a_point_counts_the_bets_of_its_bin() -> None:
    bets = [Sample(0.52, 15, 0, won=True)] * 30 + [Sample(0.54, 30, 0, won=False)] * 10
    one_is_too_few_for_a_point = Sample(0.9, 15, 0, won=True)
    rows = reliability([*bets, one_is_too_few_for_a_point])
    assert rows == [{"said": 0.525, "came_true": 0.75, "half_width": 0.1342, "samples": 40}]


@pytest.mark.parametrize("name", ["standard", "rogers-2024"])
def test_a_round_tells_of_one_bet_or_none(name: str) -> None:
    rounds = [play_round(preset(name, players=2), 20, seed) for seed in range(12)]
    bets = [sample for sample in rounds if sample]
    assert any(sample.turns > 0 for sample in bets)
    assert {sample.won for sample in bets} == {True, False}
    assert all(sample.chance >= bet_calibration.MODEST for sample in bets)


def test_the_calibrations_in_use_are_written_from_the_results() -> None:
    assert (ROOT / CALIBRATION).read_text() == bet_calibration.data_file()
