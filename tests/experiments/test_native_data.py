"""The engine's numbers in use are results that are kept, and its C++ is written from them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from experiments import native_data
from experiments.native_data import IN_USE, LAYOUT, WEIGHTS
from experiments.results import ROOT
from haggis.engine.evaluation import tuned_weights


def test_the_numbers_in_use_are_written_from_results() -> None:
    assert (ROOT / WEIGHTS.path).read_text() == WEIGHTS.text_in_use()


@pytest.mark.parametrize("players", [2, 3])
def test_a_result_in_use_says_where_it_comes_from(players: int) -> None:
    result = json.loads(WEIGHTS.in_use(players).read_text())
    assert set(result["version"]) == {"commit", "code"}
    assert result["command"] or result["found"]


@pytest.mark.parametrize("players", [2, 3])
def test_the_engine_plays_with_the_results_in_use(players: int) -> None:
    assert tuned_weights(players) == json.loads(WEIGHTS.in_use(players).read_text())["weights"]


@pytest.mark.parametrize("numbers", [tuned_weights(2)[:-1], [*tuned_weights(2), 0]])
def test_too_few_or_too_many_numbers_are_refused(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="numbers than"):
        WEIGHTS.text({"weights": numbers}, {"weights": numbers})


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with the results in use, into which the experiments write."""
    for path in (IN_USE, Path(LAYOUT).parent):
        shutil.copytree(ROOT / path, tmp_path / path)
    monkeypatch.setattr(native_data, "ROOT", tmp_path)
    return tmp_path


def test_adopting_a_result_changes_its_number_of_players_only(copy: Path) -> None:
    before = json.loads(WEIGHTS.in_use(2).read_text())
    new = {"command": "a command", "weights": [number + 1 for number in tuned_weights(3)]}
    WEIGHTS.adopt(3, new)
    assert json.loads(WEIGHTS.in_use(3).read_text()) == new
    assert (copy / WEIGHTS.path).read_text() == WEIGHTS.text(before, new)
