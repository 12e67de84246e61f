"""A node by itself: what it leases it gives back, and one bad value in its database, or for it, is one sentence."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from haggis.server.errors import Trouble
from haggis.server.settings import Settings
from haggis.server.storage.database import Batch, Database
from haggis.server.storage.opening import BadDatabase, common_key, one_server, open_database
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.node import Node
from haggis.server.tables.presence import Presence

from .backends import Postgres

SOON = 20


class SlowLeases:
    """Nodes whose `take` is stored, but answers late."""

    id = "me"

    def __init__(self) -> None:
        self.stored = asyncio.Event()
        self.answer = asyncio.Event()
        self.taken: set[str] = set()

    async def take(self, table: str) -> bool:
        self.taken.add(table)
        self.stored.set()
        await self.answer.wait()
        return True

    async def release(self, tables: Collection[str]) -> None:
        self.taken -= set(tables)


def test_a_lease_of_a_table_that_is_closed_while_it_is_taken_is_given_back() -> None:
    async def scene() -> None:
        node = Node(cast(Database, None), Settings(), lambda *_: None)
        leases = SlowLeases()
        node._nodes, node._alive_until = leases, math.inf  # type: ignore[assignment]
        node.opened(cast(LiveTable, SimpleNamespace(id="T")), cast(Presence, SimpleNamespace()))
        autoplay = asyncio.create_task(node.may_play("T"))
        await leases.stored.wait()
        autoplay.cancel()
        node.closed("T")
        leases.answer.set()
        await asyncio.wait({autoplay, *node._tasks})
        await node._give_back()
        assert not leases.taken
        assert not node.leases()

    asyncio.run(asyncio.wait_for(scene(), SOON))


async def one_bad_name_among_good_ones(url: str, bad: str) -> None:
    database = Database(url, 0.05)
    await database.start()
    try:
        names = {"a": "Ann", "b": bad, "c": "Cleo"}
        batches = [Batch(table="", name=pair) for pair in names.items()]
        answers = await asyncio.gather(*map(database.append, batches), return_exceptions=True)
        assert [type(each) for each in answers] == [type(None), Trouble, type(None)]
        assert [await database.name_of(player) for player in names] == ["Ann", None, "Cleo"]
    finally:
        await database.stop()


def test_a_value_that_sqlite_refuses_fails_alone(tmp_path: Path) -> None:
    asyncio.run(one_bad_name_among_good_ones(Settings(data=tmp_path).database_url, "\ud800"))


@pytest.mark.parametrize("bad", ["\0", "\ud800", "x" * 50])
def test_a_value_that_postgresql_refuses_fails_alone(postgres: Postgres, bad: str) -> None:
    asyncio.run(one_bad_name_among_good_ones(postgres.new_database(), bad))


def test_a_damaged_key_in_the_database_is_said_in_a_sentence(postgres: Postgres) -> None:
    url = postgres.new_database()
    asyncio.run(open_database(url))
    asyncio.run(postgres.query("INSERT INTO secrets VALUES ('signing-key', 'xyz')", url.rpartition("/")[2]))
    with pytest.raises(BadDatabase, match="signing-key in the database is damaged"):
        asyncio.run(common_key(url, b"own"))


def test_databases_whose_names_differ_in_their_ending_have_a_server_each(tmp_path: Path) -> None:
    with one_server(f"sqlite+aiosqlite:///{tmp_path}/a.db"), one_server(f"sqlite+aiosqlite:///{tmp_path}/a.sqlite3"):
        pass
