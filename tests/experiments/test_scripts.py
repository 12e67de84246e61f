"""Every experiment works from end to end: a tiny dry run of each."""

from __future__ import annotations

import subprocess
import sys

import pytest

from experiments.results import ROOT

TINY = [
    "bet_calibration --players 2 --rounds 24 --nodes 10",
    "bet_calibration --players 2 --rounds 24 --nodes 10 --preset rogers-2024",
    "weights --players 2 --generations 2 --deals 4 --every 1",
]


def run(words: str) -> str:
    command = [sys.executable, "-m", *f"experiments.{words}".split()]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=240).stdout


@pytest.mark.parametrize("words", TINY)
def test_a_tiny_dry_run(words: str) -> None:
    assert run(f"{words} --seed 3 --dry-run")


def test_the_matches_are_listed() -> None:
    assert "haggis arena network heuristic" in run("strength --list bar-")
