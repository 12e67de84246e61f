"""Whatever ends leaves the memory by itself: the collector hardly ever looks at old objects, since all wait for it."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import tracemalloc
import weakref
from pathlib import Path
from typing import Any

import uvloop
from sqlalchemy import text as sql

from haggis.rules import Game, legal_bits, preset
from haggis.server.storage.database import Database
from haggis.server.tables.events import Named, read_event, write_event
from haggis.server.tables.live_table import LiveTable
from haggis.server.web import preparing
from haggis.server.web.protocols import LiveWebSocket
from haggis.server.wire.state_view import text

from .guests import ME, Guest
from .in_process import served, without_the_collector
from .scenes import act, until_asked
from .test_storage import with_database

BOT = {"kind": "bot", "level": "greedy"}


def all_of(kind: type) -> list[weakref.ref[Any]]:
    return [weakref.ref(each) for each in gc.get_objects() if type(each) is kind]


def on_uvloop(scene: Any) -> None:
    with without_the_collector(), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(scene(), 60))


async def gone(objects: list[weakref.ref[Any]]) -> None:
    async with asyncio.timeout(5):
        while any(each() for each in objects):
            await asyncio.sleep(0.01)


def test_a_connection_that_has_ended_leaves_the_memory_without_the_collector(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path) as url:
            ann = Guest(url)
            table = await ann.make_table(ME, BOT)
            opened = []
            for _ in range(5):
                async with ann.at(table):
                    await asyncio.sleep(0.1)  # the server has said all that there is to say
                    opened += all_of(LiveWebSocket)
            await gone(opened)

    on_uvloop(scene)


def test_a_table_that_was_played_against_a_bot_leaves_the_memory_without_the_collector(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path, idle_seconds=0, sweep_seconds=0.05, away_seconds=0) as url:
            ann = Guest(url)
            async with ann.at(await ann.make_table(ME, BOT)) as connection:
                await until_asked(connection)
                await act(connection)
                while not any(event.get("by") == "bot" for event in connection.events):
                    await connection.receive()
                tables = all_of(LiveTable)
                assert tables
            await gone(tables)

    on_uvloop(scene)


def test_requests_need_no_threads_of_their_own(tmp_path: Path) -> None:
    """Each keeps a stack and a heap: twenty requests at once would leave twenty of them."""

    async def scene() -> None:
        async with served(tmp_path) as url:
            ann = Guest(url)
            await asyncio.gather(*(ann.get("/me") for _ in range(5)), *(ann.make_table(ME, BOT) for _ in range(5)))
            assert not [thread.name for thread in threading.enumerate() if "AnyIO" in thread.name]

    on_uvloop(scene)


def hands(seed: int, deals: int) -> None:
    rules, chance = preset("standard", players=2), random.Random(seed)
    for _ in range(deals):
        playing = Game.start(rules).deal(chance).round
        assert playing
        for hand in playing.hands:
            legal_bits(hand, None, rules)


def test_listing_the_plays_of_ever_new_hands_leaves_nothing_behind() -> None:
    """After a few, that is; each hand's odd cards are kept for a while."""
    preparing.list_runs()
    hands(1, 50)
    tracemalloc.start()
    try:
        hands(2, 100)
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept < 200_000


def test_texts_of_cards_are_kept_for_a_few_hundred_tables_only() -> None:
    assert (text.cache_info().maxsize or 0) <= 5000


def test_what_was_read_of_a_ledger_is_not_kept_for_the_next_one() -> None:
    body = write_event(Named(seat=0, name="Ann with an unusual name"))
    assert read_event(body) == read_event(body)
    assert read_event(body).name is not read_event(body).name  # type: ignore[union-attr]


def test_each_connection_to_a_file_keeps_few_pages(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        async with database.transaction() as connection:
            kilobytes = -(await connection.execute(sql("PRAGMA cache_size"))).scalar_one()
        assert 0 < kilobytes <= 512

    with_database(scene, tmp_path)
