"""Ctrl-C in a long call is KeyboardInterrupt, soon; other Python threads run meanwhile."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from interrupted import LONG_CALLS

from haggis.engine.playouts import rounds
from haggis.rules import preset

PROGRAM = Path(__file__).with_name("interrupted.py")
SOON_MS = 1000  # on a quiet machine some 20 ms (docs/engine.md); a busy one has other things to do


@pytest.mark.parametrize("call", LONG_CALLS)
def test_ctrl_c_stops_a_long_call(call: str) -> None:
    done = subprocess.run([sys.executable, str(PROGRAM), call], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < SOON_MS


def test_other_threads_run_during_a_long_call() -> None:
    ticks = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    rounds(preset("standard"), 20_000, seed=1)
    stop.set()
    counter.join()
    assert ticks > 5
