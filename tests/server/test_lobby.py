"""Four addresses can't fill the lobby: not with several nodes, not with restarts, not with patience."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from haggis.server.limits import DEFAULT_LIMITS
from haggis.server.storage.database import LISTED_FOR, LOBBY_SIZE, Batch, Database, Line, TableRow
from haggis.server.storage.made_public import DAY, note_public

from .backends import Postgres
from .conftest import Cluster
from .guests import ME, OPEN
from .running_server import RunningServer

Build = Callable[..., RunningServer]
MOST = DEFAULT_LIMITS.public_tables
NOW = 1_800_000_000_000
PUBLIC = {"seats": [ME, OPEN], "public": True}


def made(url: str, wishes: int) -> list[int]:
    """How the server answers to wishes for a public table."""
    with httpx.Client(base_url=url, trust_env=False) as http:
        return [http.post("/api/tables", json=PUBLIC).status_code for _ in range(wishes)]


def test_public_tables_of_four_addresses_leave_room_in_the_lobby() -> None:
    assert 4 * MOST < LOBBY_SIZE
    assert LISTED_FOR <= DAY


def test_a_restart_gives_nobody_new_public_tables(build: Build) -> None:
    server = build(limited=True)
    assert made(server.url, MOST) == [201] * MOST
    server.stop()
    assert made(server.start().url, 1) == [429]
    with closing(sqlite3.connect(server.data / "haggis.sqlite3")) as file:
        rows = file.execute("SELECT * FROM made_public").fetchall()
    assert len(rows) == MOST
    assert "127.0.0.1" not in str(rows)


def test_a_public_table_that_could_not_be_made_does_not_count(build: Build) -> None:
    url = build(limited=True).url
    nobody = {"seats": [ME, {"kind": "bot", "level": "nobody"}], "public": True}
    for _ in range(2):
        assert httpx.post(f"{url}/api/tables", json=nobody, trust_env=False).is_client_error
    assert made(url, MOST + 1) == [201] * MOST + [429]


def test_another_node_gives_nobody_new_public_tables(cluster: Cluster) -> None:
    one, other = cluster(limited=True)
    assert made(one.url, MOST - 1) == [201] * (MOST - 1)
    assert made(other.url, 2) == [201, 429]
    assert made(one.url, 1) == [429]


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield postgres.new_database()


def test_of_many_public_tables_at_the_same_moment_only_so_many_are_made(database_url: str) -> None:
    async def scene() -> None:
        nodes = [Database(database_url, 0.002) for _ in range(2)]
        for node in nodes:
            await node.start()
        waits = await asyncio.gather(*(note_public(node, "a", NOW, 5) for node in nodes for _ in range(20)))
        assert sorted(waits) == [0] * 5 + [DAY] * 35
        assert await note_public(nodes[0], "b", NOW + 10, 5) == 0
        assert await note_public(nodes[0], "a", NOW + DAY - 1, 5) == 1
        assert await note_public(nodes[0], "a", NOW + DAY, 5) == 0
        for node in nodes:
            await node.stop()

    asyncio.run(scene())


def opened(name: str, made_at: int) -> Batch:
    """A public table that waits for players, changed just now."""
    row = TableRow(id=name, status="open", public=True, changed_at=NOW - 1, summary={"table": name})
    return Batch(table=name, lines=[Line(1, made_at, "{}", None)], new_table=row)


def test_a_table_that_is_kept_open_for_days_leaves_the_lobby(database_url: str) -> None:
    async def scene() -> None:
        database = Database(database_url, 0.002)
        await database.start()
        await database.append(opened("young", NOW - LISTED_FOR + 1))
        await database.append(opened("old", NOW - LISTED_FOR))
        assert await database.lobby(NOW) == [("young", {"table": "young"})]
        await database.stop()

    asyncio.run(scene())
