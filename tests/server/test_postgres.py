"""The same storage on PostgreSQL: migrations, conflicts, leases, and what is said when it is not there."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ClauseElement, Connection, Executable, Select, text
from sqlalchemy.ext.compiler import compiles

from haggis.server.english import say
from haggis.server.errors import Trouble
from haggis.server.settings import Settings
from haggis.server.storage import engine, schema
from haggis.server.storage.database import Batch, Conflict, Database, Line
from haggis.server.storage.nodes import Connected, Nodes
from haggis.server.storage.opening import BadDatabase, common_key, open_database
from haggis.server.tables.node import Node

from .backends import Postgres, free_port
from .old_data import upgrade_to


def with_database(scene: Callable[[Database], Awaitable[None]], url: str) -> None:
    async def run() -> None:
        database = Database(url, 0.002)
        await database.start()
        try:
            await scene(database)
        finally:
            await database.stop()

    asyncio.run(run())


def batch(table: str, *seqs: int, client: str | None = None) -> Batch:
    return Batch(table=table, lines=[Line(seq, 1, f"body {seq}", client) for seq in seqs])


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


def revisions() -> list[str]:
    """Every version that the database ever had."""
    found = ScriptDirectory(str(engine.MIGRATIONS)).walk_revisions()
    return sorted(each.revision for each in found)


@pytest.mark.parametrize("earlier", [None, *revisions()])
@pytest.mark.parametrize("kind", ["postgresql", "sqlite"])
def test_from_every_version_on_the_schema_is_the_present_one(
    kind: str, earlier: str | None, postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_database() if kind == "postgresql" else f"sqlite+aiosqlite:///{tmp_path}/haggis.db"

    async def scene() -> None:
        made = engine.create_engine(url)
        async with made.begin() as connection:
            if earlier:
                await connection.run_sync(upgrade_to(earlier))
        await open_database(url)
        async with made.begin() as connection:
            assert await connection.run_sync(differences) == []
        await made.dispose()

    asyncio.run(scene())


def test_nodes_that_start_at_the_same_moment_migrate_once(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def scene() -> None:
        await asyncio.gather(*(open_database(url) for _ in range(4)))
        keys = await asyncio.gather(*(common_key(url, bytes([number] * 32)) for number in range(4)))
        assert len(set(keys)) == 1

    asyncio.run(scene())


FILL = """
INSERT INTO events (table_id, seq, at, body)
SELECT 'table' || number, seq, 1, repeat('x', 300) FROM generate_series(1, {}) AS number, generate_series(1, 90) AS seq
"""


@pytest.mark.parametrize("tables", [1, 800])
def test_looking_for_news_reads_only_what_is_new(tables: int, postgres: Postgres) -> None:
    """Of a short ledger, for the plan is kept when it is long; and of a long one, where many tables are asked for."""

    async def scene(database: Database) -> None:
        async with database.transaction() as connection:
            await connection.execute(text(FILL.format(tables)))
            await connection.execute(text("ANALYZE events"))
            asked = range(1, min(tables, 250) + 1)
            wanted = {"tables": [f"table{number}" for number in asked], "seqs": [90] * len(asked)}
            plan = await connection.execute(Explained(schema.EVENTS_AFTER), wanted)
            assert "Seq Scan on events" not in "\n".join(plan.scalars())
        assert await database.load_after({"table1": 88, "table2": 90}) == {
            "table1": [Line(seq, 1, "x" * 300, None) for seq in (89, 90)]
        }

    with_database(scene, postgres.new_database())


class Explained(Executable, ClauseElement):
    """How PostgreSQL would go about a statement."""

    inherit_cache = False

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement


@compiles(Explained, "postgresql")
def _explained(element: Explained, compiler: Any, **options: Any) -> str:
    return "EXPLAIN " + compiler.process(element.statement, **options)


def test_of_two_with_the_same_number_one_wins(postgres: Postgres) -> None:
    """Two nodes, groups of many tables in opposite orders, a fifth of them wanted by both: no deadlock, no harm."""

    async def scene(first: Database) -> None:
        second = Database(url, 0.002)
        await second.start()
        wishes = [(first, batch(f"a{number}", 1)) for number in range(50)]
        wishes += [(second, batch(f"a{number}", 1)) for number in reversed(range(40, 90))]
        answers = await asyncio.gather(*(node.append(wish) for node, wish in wishes), return_exceptions=True)
        assert [type(answer) for answer in answers if answer is not None] == [Conflict] * 10
        found = await first.load_after({f"a{number}": 0 for number in range(90)} | {"b": 0})
        assert len(found) == 90
        assert await first.load_after({"a1": 1}) == {}
        await second.stop()

    url = postgres.new_database()
    with_database(scene, url)


def test_a_table_is_leased_by_one_node_until_it_is_dead(postgres: Postgres) -> None:
    async def scene(database: Database) -> None:
        first, second = Nodes(database, 1.5), Nodes(database, 60)
        assert (await first.beat()).begun
        await second.beat()
        assert not (await first.beat()).begun
        assert await first.take("a")
        assert await first.take("a")
        assert not await second.take("a")
        await first.write_connections({"a": [Connected("a", "p_Ann", 2, 5), Connected("a", "", 1, 5)]})
        elsewhere = (await second.connections_elsewhere(["a"]))["a"]
        assert len(elsewhere) == 2
        assert all(5 <= each.age < 60_000 for each in elsewhere), "by the database's clock"
        assert await second.tables_of("p_Ann") == ["a"]
        assert await second.free(["a", "b"]) == {"b"}
        until = time.monotonic() + 60
        while first.id in (await second.beat()).alive:
            assert time.monotonic() < until
            await asyncio.sleep(0.1)
        assert not await first.take("b"), "a dead node leases nothing"
        assert not await first.write_connections({"a": [Connected("a", "p_Ann", 2, 5)]})
        assert await second.connections_elsewhere(["a"]) == {"a": []}
        assert await second.take("a")
        assert (await first.beat()).begun
        assert not await first.take("a")
        await second.leave()
        assert await first.take("a")

    with_database(scene, postgres.new_database())


def test_what_is_wrong_with_it_is_said_in_a_sentence(postgres: Postgres) -> None:
    def refused(url: str) -> str:
        with pytest.raises(BadDatabase) as caught:
            asyncio.run(open_database(url))
        return str(caught.value)

    url = postgres.new_database()
    assert "can't be opened" in refused(url.replace(str(postgres.port), str(free_port())))
    assert "does not exist" in refused(url + "none")
    asyncio.run(postgres.query("CREATE TABLE events (id int)", url.rpartition("/")[2]))
    assert refused(url) == "the database is not one of Haggis"


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_without_all_letters_is_refused(postgres: Postgres, encoding: str) -> None:
    name = f"in_{encoding.lower()}"
    asyncio.run(postgres.query(f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"))
    with pytest.raises(BadDatabase, match=f"is encoded in {encoding}, and must be in UTF8: CREATE DATABASE"):
        asyncio.run(open_database(f"postgresql+asyncpg://postgres@127.0.0.1:{postgres.port}/{name}"))


def test_connections_to_what_took_no_writes_are_made_anew(postgres: Postgres) -> None:
    """Each of the pool's: who was connected meanwhile would be refused for ever."""
    url = postgres.new_database()
    name = url.rpartition("/")[2]

    async def scene(database: Database) -> None:
        await postgres.query(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await postgres.query(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        with pytest.raises(Trouble):
            await database.append(batch("a", 1))
        await asyncio.gather(*(database.name_of("p_Ann") for _ in range(4)))
        await postgres.query(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        with contextlib.suppress(Trouble):  # this finds out about all that are kept
            await database.append(batch("a", 1))
        await database.append(batch("b", 1))
        async with database.transaction() as connection:
            await connection.execute(text("DELETE FROM events"))

    with_database(scene, url)


def test_reading_without_a_database_is_trouble(postgres: Postgres) -> None:
    async def scene() -> None:
        database = Database(f"postgresql+asyncpg://postgres@127.0.0.1:{free_port()}/none", 0.002)
        with pytest.raises(Trouble):
            await database.name_of("p_Ann")

    asyncio.run(scene())


def test_signs_of_life_don_t_wait_behind_visitors(postgres: Postgres) -> None:
    async def scene(database: Database) -> None:
        nodes = Nodes(database, 60)
        async with contextlib.AsyncExitStack() as visitors:
            for _ in range(engine.MOST_CONNECTIONS):
                await visitors.enter_async_context(database.transaction())
            async with asyncio.timeout(engine.ANSWER_SECONDS - 1):
                assert nodes.id in (await nodes.beat()).alive

    with_database(scene, postgres.new_database())


def test_a_lease_that_could_not_be_given_back_is_given_back_later(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()

    async def away(*_: object) -> None:
        monkeypatch.undo()
        failed.set()
        raise Trouble(say("trouble.no-database"))

    async def scene(database: Database) -> None:
        node = Node(database, Settings(poll_seconds=0.05), lambda *_: None)
        await node.start()
        assert await node.begin_review("game")
        monkeypatch.setattr(Nodes, "release", away)
        node.end_review("game")
        async with asyncio.timeout(30):
            await failed.wait()
            while await node.is_reviewed("game"):
                await asyncio.sleep(0.05)
        await node.stop()

    with_database(scene, postgres.new_database())
