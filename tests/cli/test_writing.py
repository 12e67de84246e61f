"""Files that are written when the work is done: trouble is known before it, and nothing is lost after it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import haggis, printed

FULL = "/dev/full"  # can be opened, takes nothing

NOT_WRITABLE = [
    (["play", "--record", "/no/such/folder/game.jsonl"], "/no/such/folder/game.jsonl: No such file or directory"),
    (["play", "--record", "/"], "/: Is a directory"),
    (["arena", "greedy", "random", "--record", "/proc/games.jsonl"], "/proc/games.jsonl: No such file or directory"),
    (["arena", "greedy", "random", "--plot", "/proc/plot.png"], "/proc/plot.png: No such file or directory"),
    (["ladder", "greedy", "random", "--plot", "/proc/plot.png"], "/proc/plot.png: No such file or directory"),
    (["train", "/proc/folder"], "/proc/folder: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "sentence"), NOT_WRITABLE)
def test_a_file_that_can_t_be_written_is_known_at_once(arguments: list[str], sentence: str) -> None:
    done = haggis(*arguments, typed="quit\n")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"haggis: {sentence}\n")


def test_a_game_that_can_t_be_recorded_is_printed(tmp_path: Path) -> None:
    done = haggis("play", "--seed", "3", "--record", FULL, typed="pass\nquit\n")
    assert done.returncode == 2
    assert done.stderr == f"haggis: {FULL}: No space left on device; what it should hold is printed instead\n"
    assert "Every game holds: 1 game," in printed("verify", "-", typed=done.stdout.splitlines()[-1])


def test_a_match_whose_records_can_t_be_written_is_told_all_the_same() -> None:
    done = haggis("arena", "greedy", "random", "--rounds", "4", "--jobs", "1", "--json", "--record", FULL)
    assert done.returncode == 2
    assert json.loads(done.stdout)["rounds"] == 4
    assert done.stderr == f"haggis: {FULL}: No space left on device; 4 records could not be written\n"


@pytest.mark.parametrize("option", ["--plot", "--record"])
def test_a_match_that_is_refused_touches_no_file(tmp_path: Path, option: str) -> None:
    new, kept = tmp_path / "new.png", tmp_path / "kept.png"
    kept.write_text("something older")
    for file in (new, kept):
        assert haggis("arena", "greedy", "random", option, str(file), "--sprt", "5", "1").returncode == 2
    assert not new.exists()
    assert kept.read_text() == "something older"


def test_looking_whether_a_plot_can_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    """The records' file, which is opened after the look, can't be."""
    new, kept = tmp_path / "new.png", tmp_path / "kept.png"
    kept.write_text("an older picture")
    for file in (new, kept):
        done = haggis("arena", "greedy", "random", "--plot", str(file), "--record", "/no/such/folder/games.jsonl")
        assert done.returncode == 2
    assert not new.exists()
    assert kept.read_text() == "an older picture"
