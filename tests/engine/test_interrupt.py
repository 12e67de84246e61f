"""Ctrl-C in a long call is KeyboardInterrupt, soon; other Python threads run meanwhile."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from interrupted import LONG_CALLS

from haggis.engine.playouts import rounds
from haggis.engine.search import Settings, Stop, search
from haggis.players import make_player
from haggis.players.player import AS_IT_LIKES
from haggis.players.searcher import interrupt
from haggis.rules import Game, preset

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


GAME = Game.start(preset("standard")).deal(random.Random(2))
VIEW = next(GAME.view(seat) for seat in range(2) if GAME.view(seat).legal_actions())


def test_another_thread_ends_a_search_which_then_answers_by_what_it_found() -> None:
    stop = Stop()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    found = search(VIEW, Settings(seconds=60), 1, stop=stop)
    assert time.monotonic() - began < 30
    assert found[0].action in VIEW.legal_actions()


def test_a_player_who_searches_can_be_interrupted_and_plays_on_afterwards() -> None:
    player = make_player("expert:millis=60000", 1, arena=True)
    threading.Timer(0.1, interrupt, (player,)).start()
    began = time.monotonic()
    assert player.choose(VIEW, AS_IT_LIKES) in VIEW.legal_actions()
    assert time.monotonic() - began < 30
    interrupt(make_player("greedy", 1))
