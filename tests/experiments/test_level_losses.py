"""What the package says that each level loses is what was measured, for every level, and less from level to level."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from experiments.results import ROOT
from experiments.review_levels import EXPERIMENT, FILE, LEVELS, name_of
from haggis.study.levels import measured


@pytest.fixture(params=[2, 3])
def players(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def losses(players: int) -> dict[str, float]:
    found: dict[str, float] = json.loads((ROOT / FILE).read_text())[str(players)]
    return found


def test_every_level_is_there_from_weak_to_strong(players: int) -> None:
    found = losses(players)
    assert tuple(found) == LEVELS


def test_losses_are_the_kept_results(players: int) -> None:
    kept = EXPERIMENT.kept()
    assert losses(players) == {level: kept[name_of(players, level)]["loss"] for level in LEVELS}


def test_losses_fall_from_level_to_level(players: int) -> None:
    found = losses(players)
    assert [level for (_, weak), (level, strong) in pairwise(found.items()) if weak <= strong] == []
    assert [each.level for each in measured(players)] == list(found)
