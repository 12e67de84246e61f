"""Thinking that nobody waits for any more is ended: a table was closed or went on, a visitor left."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from haggis.engine.search import Stop
from haggis.players import AS_IT_LIKES, Clock, Player, make_player
from haggis.rules import Game, preset
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.tables import thinkers as thinking
from haggis.server.tables.host_commands import CloseTable
from haggis.server.tables.lanes import Lane, LaneOptions
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.play_commands import ActUnlessChanged
from haggis.server.tables.registry import Registry
from haggis.server.tables.seat_commands import Rename
from haggis.server.tables.table_state import game_of
from haggis.server.tables.thinkers import Thinkers, verified_default
from haggis.server.web.identity import new_player

from .test_storage import make_table, with_database

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


class Interrupted:
    """In the place of `interrupt`: ends a thought."""

    def __init__(self, thought: Thought) -> None:
        self._thought = thought

    def __call__(self, _: Player) -> None:
        self._thought.over.set()


EXPERT = {"kind": "bot", "level": "expert"}


def by_the_clock(table: LiveTable) -> ActUnlessChanged:
    """Somebody's time runs out."""
    game = game_of(table.state)
    assert game.round
    return ActUnlessChanged(game.round, verified_default(game.view(game.round.turn), game.verify), "clock")


async def asked_expert(tables: Registry, host: str) -> LiveTable:
    """A table where an expert is asked."""
    made = await make_table(tables, host, {"kind": "me"}, EXPERT)
    table = (await tables.find(made.table, "192.0.2.1")).table
    if table.state.asks(0):
        await table.perform(by_the_clock(table))
    return table


@pytest.mark.parametrize("end", ["closed", "gone on"])
def test_a_bot_thinks_no_longer_once_its_choice_is_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    bots = Thought()
    monkeypatch.setattr(thinking, "ask_turn", bots)
    monkeypatch.setattr(thinking, "interrupt", Interrupted(bots))

    async def scene(database: Database) -> None:
        tables, ann = Registry(database, Settings(data=tmp_path)), new_player()
        table = await asked_expert(tables, ann)
        await asyncio.to_thread(bots.begun.wait, 20)
        await table.perform(Rename(ann, "Anna"))
        await asyncio.sleep(0.05)
        assert not bots.over.is_set(), "a name does not matter to it"
        await table.perform(CloseTable(ann) if end == "closed" else by_the_clock(table))
        await asyncio.sleep(0.05)
        assert bots.over.is_set()
        tables.stop()

    with_database(scene, tmp_path)


def test_a_bot_that_is_interrupted_before_it_begins_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, free = threading.Event(), threading.Event()

    def slow_clock(*_: object) -> Clock:
        begun.set()
        free.wait(20)
        return AS_IT_LIKES

    monkeypatch.setattr(thinking, "_clock", slow_clock)
    thought: list[object] = []
    monkeypatch.setattr(thinking, "ask_turn", lambda *given: thought.append(given))

    async def scene() -> None:
        thinkers = Thinkers(1)
        choosing = asyncio.ensure_future(thinkers.choose(make_player("expert", 1), VIEW, GAME.verify))
        await asyncio.to_thread(begun.wait, 20)
        choosing.cancel()
        await asyncio.gather(choosing, return_exceptions=True)
        free.set()
        await asyncio.to_thread(thinkers._search._pool.shutdown)
        thinkers.stop()

    asyncio.run(scene())
    assert not thought


def test_a_bot_whose_table_is_let_go_and_a_hint_for_nobody_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, hints = Thought(), Thought()

    class Noticed(Stop):
        def set(self) -> None:
            hints.over.set()

    async def scene() -> None:
        thinkers = Thinkers(1)
        await bots.left_alone(thinkers.choose(make_player("expert", 1), VIEW, GAME.verify))
        await hints.left_alone(thinkers.advise(VIEW))
        thinkers.stop()

    monkeypatch.setattr(thinking, "ask_turn", bots)
    monkeypatch.setattr(thinking, "interrupt", Interrupted(bots))
    monkeypatch.setattr(thinking, "advise", hints)
    monkeypatch.setattr(thinking, "Stop", Noticed)
    asyncio.run(scene())
