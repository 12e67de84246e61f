"""Training finds better numbers, says how sure that is, and can be stopped and taken up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haggis.arena.training import train
from haggis.engine.evaluation import tuned_weights
from haggis.rules import preset
from tests.cli.running import haggis, printed

RULES = preset("standard", players=2).with_rule("bets", "none")
QUICK = ("--generations", "2", "--deals", "20", "--every", "1")


def no_weights() -> list[int]:
    """An evaluation to which everything is the same."""
    return [0] * len(tuned_weights(2))


def test_even_weights_of_zero_get_better_on_fresh_deals() -> None:
    exams = list(train(RULES, no_weights(), generations=12, deals=60, seed=1, every=6))
    assert [exam.generation for exam in exams] == [6, 12]
    low, _ = exams[-1].against_start.ci95 or (0, 0)
    assert low > 0
    assert any(exam.passed for exam in exams)


def test_the_same_seed_is_the_same_training() -> None:
    one, other = (list(train(RULES, tuned_weights(2), generations=2, deals=20, seed=3, every=1)) for _ in range(2))
    assert one == other


def test_the_command_keeps_what_passed_and_goes_on_from_it(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"players": 2, "generation": 0, "weights": no_weights()}))
    assert "kept" in printed("train", str(file), "--generations", "10", "--deals", "60", "--every", "10")
    assert json.loads(file.read_text())["weights"] != no_weights()


def test_a_training_that_is_taken_up_again_counts_on_and_sees_other_deals() -> None:
    first, again = (
        next(train(RULES, tuned_weights(2), generations=1, deals=20, seed=3, every=1, begun=begun)) for begun in (0, 5)
    )
    assert (first.generation, again.generation) == (1, 6)
    assert first.weights != again.weights


BAD_NUMBERS = ([1] * 3, ["x"] * 85, [1e999] * 85, [10**12] * 85)
BAD_FILES = ["", "[]", *(json.dumps({"players": 2, "generation": 0, "weights": bad}) for bad in BAD_NUMBERS)]


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_bad_file_is_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    done = haggis("train", str(file), *QUICK)
    assert done.returncode == 2
    assert "weights" in done.stderr
    assert file.read_text() == text


def test_a_folder_that_is_not_there_is_said_before_the_work(tmp_path: Path) -> None:
    done = haggis("train", str(tmp_path / "nowhere" / "weights.json"), *QUICK)
    assert done.returncode == 2
    assert "there is no folder" in done.stderr
