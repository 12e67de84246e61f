"""`haggis train`: goes on where it was, and says in a sentence what can't be."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import haggis, printed

TINY = ("--rounds", "60", "--hidden", "32")


def test_a_training_shows_its_curve_and_goes_on(tmp_path: Path) -> None:
    first = printed("train", str(tmp_path), *TINY, "--generations", "1")
    both = printed("train", str(tmp_path), *TINY, "--generations", "2")
    assert first.startswith("generation 1: explains ")
    assert both.startswith(first)
    assert both.count("\n") == 2


def test_what_can_t_be_is_a_sentence(tmp_path: Path) -> None:
    printed("train", str(tmp_path), *TINY, "--generations", "1")
    other = haggis("train", str(tmp_path), *TINY, "--seed", "7")
    assert other.returncode == 2
    assert "holds a training with another seed; choose another folder" in other.stderr
    narrow = haggis("train", str(tmp_path / "new"), "--hidden", "40")
    assert narrow.returncode == 2
    assert "the first layer is a multiple of 32 wide, not 40" in narrow.stderr
