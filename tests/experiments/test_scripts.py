"""Every experiment works from end to end: a tiny dry run of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from experiments.results import ROOT

TINY = [
    "bet_calibration --players 2 --rounds 24 --nodes 10",
    "bet_calibration --players 2 --rounds 24 --nodes 10 --preset rogers-2024",
    "review_levels 2p-casual 3p-skilled --games 3 --closely 0.2 --nodes 50 --rounds 1",
    "luck 2p-skilled-skilled 3p-skilled-casual --deals 3 --nodes 20 --rounds 1",
    "hint_endings --endings 2 --jobs 1",
    "inference 2p-casual 3p-casual --moments 2",
    "weights --players 2 --generations 2 --deals 4 --every 1",
]


def run(words: str) -> str:
    command = [sys.executable, "-m", *f"experiments.{words}".split()]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=240).stdout


@pytest.mark.parametrize("words", TINY)
def test_a_tiny_dry_run(words: str) -> None:
    assert run(f"{words} --seed 3 --dry-run")


def test_a_puzzle_is_made_and_a_run_is_taken_up_again(tmp_path: Path) -> None:
    words = f"puzzles open --dry-run --notes {tmp_path}"
    assert "1 puzzles made" in run(f"{words} --wanted 1")
    looked_at = (tmp_path / "open-1.jsonl").read_text()
    assert "2 puzzles made" in run(f"{words} --wanted 2")
    assert (tmp_path / "open-1.jsonl").read_text().startswith(looked_at)


def test_the_matches_are_listed() -> None:
    assert "haggis arena network heuristic" in run("strength --list bar-")
