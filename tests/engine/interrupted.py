"""Starts one long call, sends itself Ctrl-C in the middle, and prints how many milliseconds it took.

Run as a program by `test_interrupt.py`, in a process of its own.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable

from haggis.engine import bench, perft, playouts
from haggis.rules import Game, Round, preset

WAIT = 0.4


def fresh() -> Round:
    state = Game.start(preset("standard", players=3)).deal(random.Random(1)).round
    assert state
    return state


LONG_CALLS: dict[str, Callable[[], object]] = {
    "perft": lambda: perft.perft(fresh(), 9),
    "divide": lambda: perft.divide(fresh(), 9),
    "rounds": lambda: playouts.rounds(preset("standard"), 10_000_000, seed=1, threads=2),
    "playouts": lambda: playouts.playouts(fresh(), 10_000_000, seed=1, style="sensible"),
    "bench": lambda: bench.measure(1000),
}


def main() -> None:
    sent = 0.0

    def send() -> None:
        nonlocal sent
        time.sleep(WAIT)
        sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send).start()
    try:
        LONG_CALLS[sys.argv[1]]()
    except KeyboardInterrupt:
        sys.stdout.write(f"{1000 * (time.perf_counter() - sent):.1f}\n")
    else:
        sys.exit("the call ended before the signal")


if __name__ == "__main__":
    main()
