"""Thinking that nobody waits for any more is ended: a table was closed, a visitor left."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine
from typing import Any

import pytest

from haggis.engine.search import Stop
from haggis.players import Player, make_player
from haggis.rules import Game, preset
from haggis.server.tables import thinkers as thinking
from haggis.server.tables.lanes import Lane, LaneOptions
from haggis.server.tables.thinkers import Thinkers

GAME = Game.start(preset("standard")).deal(random.Random(1))
VIEW = GAME.view(0)


class Thought:
    """Goes on until it is interrupted; whether it was."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()

    def __call__(self, *_: object, **__: object) -> Any:
        self.begun.set()
        return self.over.wait(20)

    async def left_alone(self, asking: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(asking)
        await asyncio.to_thread(self.begun.wait, 20)
        assert not self.over.is_set()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert self.over.is_set()


def test_running_work_is_interrupted_and_waiting_work_forgotten() -> None:
    async def scene() -> None:
        lane, thought = Lane("test", LaneOptions(threads=1)), Thought()
        running = lane.do("a", 1, thought, thought.over.set)
        waiting = asyncio.ensure_future(lane.do("a", 1, pytest.fail, lambda: pytest.fail("it has not begun")))
        await asyncio.sleep(0)
        waiting.cancel()
        await thought.left_alone(running)
        lane.stop()

    asyncio.run(scene())


def test_a_bot_of_a_closed_table_and_a_hint_for_nobody_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, hints = Thought(), Thought()

    class Noticed(Stop):
        def set(self) -> None:
            hints.over.set()

    def noticed(_: Player) -> None:
        bots.over.set()

    async def scene() -> None:
        thinkers = Thinkers(1)
        await bots.left_alone(thinkers.choose(make_player("expert", 1), VIEW, GAME.verify))
        await hints.left_alone(thinkers.advise(VIEW))
        thinkers.stop()

    monkeypatch.setattr(thinking, "ask_turn", bots)
    monkeypatch.setattr(thinking, "interrupt", noticed)
    monkeypatch.setattr(thinking, "advise", hints)
    monkeypatch.setattr(thinking, "Stop", Noticed)
    asyncio.run(scene())
