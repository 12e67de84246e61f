"""A node by itself: what it leases it gives back, and one bad value in its database, or for it, is one sentence."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from haggis.server.errors import BadRequest, NotNow
from haggis.server.settings import Settings
from haggis.server.storage.database import Batch, Conflict, Database
from haggis.server.storage.opening import BadDatabase, common_key, one_server, open_database
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.node import REVIEW, Node
from haggis.server.tables.presence import Presence
from haggis.server.tables.reading import Reader
from haggis.server.tables.registry import Registry
from haggis.server.tables.seat_commands import Rename, Sit

from .backends import Postgres
from .long_ledger import long_ledger
from .test_storage import make_table, with_database

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
        assert [type(each) for each in answers] == [type(None), BadRequest, type(None)], "to try again would not help"
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


def test_a_lease_that_was_never_asked_for_is_not_given_back() -> None:
    async def scene() -> None:
        node = Node(cast(Database, None), Settings(), lambda *_: None)
        leases = SlowLeases()
        leases.answer.set()
        node._nodes, node._alive_until = leases, math.inf  # type: ignore[assignment]
        for name in ("Led", "Seen"):
            node.opened(cast(LiveTable, SimpleNamespace(id=name)), cast(Presence, SimpleNamespace()))
        assert await node.may_play("Led")
        for name in ("Led", "Seen"):
            node.closed(name)
        assert node._to_give_back == {"Led"}, "nobody is told that the other is free"

    asyncio.run(scene())


class SlowReleases:
    """Nodes who give back late."""

    id = "me"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.answer = asyncio.Event()
        self.taken: set[str] = set()

    async def take(self, table: str) -> bool:
        self.taken.add(table)
        return True

    async def release(self, tables: Collection[str]) -> None:
        self.asked.set()
        await self.answer.wait()
        self.taken -= set(tables)


def test_a_review_that_is_asked_for_while_its_lease_is_given_back_has_one() -> None:
    async def scene() -> None:
        node, leases = Node(cast(Database, None), Settings(), lambda *_: None), SlowReleases()
        node._nodes = leases  # type: ignore[assignment]
        assert await node.begin_review("Game")
        node.end_review("Game")
        giving_back = asyncio.create_task(node._give_back())
        await leases.asked.wait()
        again = asyncio.create_task(node.begin_review("Game"))
        await asyncio.sleep(0)
        leases.answer.set()
        await giving_back
        assert await again
        await node._give_back()
        assert leases.taken == {REVIEW + "Game"}

    asyncio.run(asyncio.wait_for(scene(), SOON))


def test_a_seat_that_was_stored_though_the_answer_got_lost_is_hers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path))
        made = await make_table(tables, "p_ann", {"kind": "me"}, {"kind": "open"}, {"kind": "open"})
        table = (await tables.find(made.table, "192.0.2.1")).table
        append = database.append

        async def lost(batch: Batch) -> None:
            await append(batch)
            monkeypatch.setattr(database, "append", append)
            raise Conflict

        monkeypatch.setattr(database, "append", lost)
        receipt = await table.perform(Sit("p_bob", "Bob", 1))
        assert (receipt.seq, receipt.again) == (table.state.seq, False)
        assert table.state.seat_of("p_bob") == 1
        with pytest.raises(NotNow):
            await table.perform(Sit("p_bob", "Bob", 1))
        tables.stop()

    with_database(scene, tmp_path)


class Watched:
    """A table that counts how often the database is looked at."""

    id = "T"

    def __init__(self) -> None:
        self.looks = 0
        self.going_on = asyncio.Event()

    async def catch_up(self) -> None:
        self.looks += 1
        await self.going_on.wait()


def test_however_many_ask_a_table_is_looked_at_only_so_often() -> None:
    async def scene() -> None:
        node = Node(cast(Database, None), Settings(), lambda *_: None)
        table = Watched()
        first = asyncio.create_task(node.refresh(cast(LiveTable, table)))
        while not table.looks:
            await asyncio.sleep(0)
        later = [asyncio.create_task(node.refresh(cast(LiveTable, table))) for _ in range(100)]
        table.going_on.set()
        await first
        assert table.looks == 1
        await asyncio.gather(*later)
        assert table.looks == 2, "what was asked for after the first look had begun needs another"

    asyncio.run(scene())


def test_nobody_at_a_table_waits_while_the_database_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(database: Database) -> None:
        lines = long_ledger(12)
        table = LiveTable(lines[:4], "T" * 16, database, Settings(data=tmp_path), Reader())
        await database.append(Batch(table=table.id, lines=lines[:4]))
        load, asked, gate = database.load, asyncio.Event(), asyncio.Event()

        async def slow(*wanted: Any, **options: Any) -> Any:
            asked.set()
            await gate.wait()
            return await load(*wanted, **options)

        monkeypatch.setattr(database, "load", slow)
        looking = asyncio.create_task(table.catch_up())
        await asked.wait()
        async with asyncio.timeout(SOON):
            stored = await table.perform(Rename("p_nobody", "Bea"))
        gate.set()
        await looking
        assert table.state.seq == stored.seq

    with_database(scene, tmp_path)
