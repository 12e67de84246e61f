"""The engine's numbers in use are what the experiments write."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments import native_data, opponent_model, weights
from experiments.native_data import OPPONENT_MODEL, WEIGHTS
from experiments.opponent_model import as_fields
from experiments.results import ROOT
from haggis.engine.evaluation import tuned_weights
from haggis.engine.opponent_model import fitted_opponent_model


def test_the_weights_in_use_are_written_as_they_are() -> None:
    in_use = [{"weights": tuned_weights(players)} for players in (2, 3)]
    assert WEIGHTS.text(*in_use) == (ROOT / WEIGHTS.path).read_text()


def test_the_opponent_model_in_use_is_written_as_it_is() -> None:
    in_use = [as_fields(*fitted_opponent_model(players)) for players in (2, 3)]
    assert OPPONENT_MODEL.text(*in_use) == (ROOT / OPPONENT_MODEL.path).read_text()


@pytest.mark.parametrize("numbers", [tuned_weights(2)[:-1], [*tuned_weights(2), 0]])
def test_too_few_or_too_many_numbers_are_refused(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="numbers than"):
        WEIGHTS.text({"weights": numbers}, {"weights": numbers})


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree into which the experiments write."""
    (tmp_path / native_data.LAYOUT).parent.mkdir(parents=True)
    (tmp_path / native_data.LAYOUT).write_text((ROOT / native_data.LAYOUT).read_text())
    for file in (WEIGHTS, OPPONENT_MODEL):
        (tmp_path / file.path).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(native_data, "ROOT", tmp_path)
    return tmp_path


def test_adopting_a_fit_changes_its_number_of_players_only(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = [number + 1 for number in tuned_weights(3)]
    kept = {"3p": {"weights": new, "temperature": 77}}
    monkeypatch.setattr(type(weights.EXPERIMENT), "kept", lambda _self: kept)
    weights.adopt(3)
    assert (copy / WEIGHTS.path).read_text() == WEIGHTS.text({"weights": tuned_weights(2)}, {"weights": new})
    opponent_model.adopt(3)
    expected = OPPONENT_MODEL.text(as_fields(*fitted_opponent_model(2)), as_fields(new, 77))
    assert (copy / OPPONENT_MODEL.path).read_text() == expected
