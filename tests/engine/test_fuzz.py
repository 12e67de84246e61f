"""Nonsense of every kind for every bound function: a Python exception, never a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("fuzzing.py")
TURNS = 60


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_never_crashes_the_engine(seed: int) -> None:
    command = [sys.executable, str(PROGRAM), str(seed), str(TURNS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"exit code {done.returncode} (negative: a signal)\n{done.stderr[-3000:]}"
    assert int(done.stdout) > 40 * TURNS
