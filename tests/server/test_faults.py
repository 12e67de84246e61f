"""Faults around the servers: clocks jump, connections drop, the disk fills while people play; or it is read-only."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from fastapi import FastAPI
from prometheus_client import REGISTRY
from starlette.types import Message, Send
from uvicorn.protocols.utils import ClientDisconnected

from haggis.server.english import say
from haggis.server.errors import Trouble
from haggis.server.settings import Settings
from haggis.server.storage.database import Database, Line
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.reading import Reader
from haggis.server.web.app import create_app
from haggis.server.web.services import Services

from .backends import Postgres
from .conftest import Cluster
from .faulty import HOUR, JumpingClock, LossyWay, NotAllowed, SmallDisk
from .guests import BOT, ME, Connection
from .long_ledger import long_ledger
from .racing import at_two_nodes
from .running_server import RunningServer, ServerForker
from .scenes import run
from .stubborn import play_through

LONG = 300
"""Seconds: a busy machine is slow."""


# --- clocks that jump ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def jumping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[JumpingClock, ServerForker]]:
    """A clock, and what starts servers by it."""
    clock = JumpingClock(tmp_path_factory.mktemp("clock"))
    forker = ServerForker(clock.folder)
    yield clock, forker
    forker.close()


@pytest.fixture
def clock(jumping: tuple[JumpingClock, ServerForker]) -> Iterator[JumpingClock]:
    yield jumping[0]
    jumping[0].jump_to(0)


@pytest.fixture
def by_that_clock(jumping: tuple[JumpingClock, ServerForker]) -> ServerForker:
    return jumping[1]


def test_a_node_s_clock_jumps_by_an_hour(cluster: Cluster, clock: JumpingClock, by_that_clock: ServerForker) -> None:
    """Forwards and back, with and without move clocks: nobody loses a turn."""
    nodes = cluster(forkers=[by_that_clock])

    async def fault() -> None:
        for seconds in (HOUR, -HOUR, 0):
            clock.jump_to(seconds)
            await asyncio.sleep(0.7)

    async def scene() -> None:
        await play_through([node.url for node in nodes], fault)

    run(scene(), LONG)


def test_a_move_clock_runs_out_in_time_though_clocks_jump(
    cluster: Cluster, clock: JumpingClock, by_that_clock: ServerForker
) -> None:
    """Neither at once nor an hour later; and so says each node, also of what another has stored by its clock."""
    nodes = cluster(forkers=[by_that_clock])

    async def scene() -> None:
        ann, bob, table = await at_two_nodes([node.url for node in nodes], move_seconds=5)
        async with ann.at(table) as first, bob.at(table) as second:
            asked = time.monotonic()
            clock.jump_to(HOUR)
            await asyncio.sleep(2.5)
            clock.jump_to(-HOUR)
            await asyncio.gather(first.event("action"), second.event("action"))
            assert first.events[-1]["by"] == "clock"
            assert 4.5 < time.monotonic() - asked < 5 + LONG / 10
            assert all(3000 < left(each) <= 5000 for each in (first, second))
            await asyncio.to_thread(nodes[0].stop)
            await asyncio.to_thread(nodes[0].start)
            async with ann.at(table) as after:
                assert left(after) <= 5000, "a node that reads what was stored in its future"

    run(scene(), LONG)


def left(connection: Connection) -> int:
    """Milliseconds until the move clock runs out."""
    return int(connection.state["deadline"] - connection.state["now"])


# --- connections that drop -------------------------------------------------------------------------


def test_thirty_in_a_hundred_connections_are_dropped(cluster: Cluster) -> None:
    """Also between an action and its answer: whoever sends it again is told that it counts, once."""
    nodes = cluster()

    async def scene() -> None:
        ways = [await LossyWay(node.port, random.Random(node.port), 0.3).open() for node in nodes]

        async def fault() -> None:
            while sum(way.dropped for way in ways) < 10 or sum(way.unanswered for way in ways) < 3:
                await asyncio.sleep(0.1)

        players = await play_through([way.url for way in ways], fault, pairs=4)
        assert sum(player.again for player in players) > 0
        for way in ways:
            way.close()

    run(scene(), LONG)


# --- a database that goes away at a bad moment -----------------------------------------------------


def test_what_was_read_before_the_database_went_away_is_told() -> None:
    """From then on it is known here, and would never be read again."""
    lines, trouble = long_ledger(12), Trouble(say("trouble.no-database"))
    pages = iter([lines[:1], lines[1:6], [], lines[6:9], trouble, lines[9:], []])

    async def load(*_: object, **_more: object) -> Sequence[Line]:
        page = next(pages)
        if isinstance(page, Trouble):
            raise page
        return page

    async def scene() -> None:
        database = cast(Database, SimpleNamespace(load=load))
        table = await LiveTable.load("T", database, Settings(), Reader())
        told: list[int] = []
        table.subscribers.add(lambda steps: told.extend(step.seq for step in steps))
        with pytest.raises(Trouble):
            await table.catch_up()
        assert told == [7, 8, 9]
        await table.catch_up()
        assert told == [line.seq for line in lines[6:]]

    run(scene())


def test_a_handshake_that_the_database_fails_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it goes away after the table was found: 503, and when to try again."""

    async def fail(*_: object) -> str:
        raise Trouble(say("trouble.no-database"))

    async def scene() -> None:
        app = create_app(Settings(data=tmp_path))
        async with app.router.lifespan_context(app), visitor_of(app) as ann:
            table = (await ann.post("/api/tables", json={"seats": [ME, BOT]})).json()["table"]
            monkeypatch.setattr(Services, "name_of", fail)
            said: list[Message] = []

            async def send(message: Message) -> None:
                said.append(message)

            await handshake(app, f"/api/tables/{table}/live", ann, send)
        start, body = said[:2]
        assert (start["type"], start["status"]) == ("websocket.http.response.start", 503)
        assert int(dict(start["headers"])[b"retry-after"]) >= 1
        assert json.loads(body["body"])["key"] == "trouble.no-database"

    run(scene())


def test_leaving_during_the_handshake_is_no_failure_of_the_server(tmp_path: Path) -> None:
    async def leave(_: Message) -> None:
        raise ClientDisconnected

    def failures() -> float:
        return REGISTRY.get_sample_value("haggis_failures_total", {"what": "connection"}) or 0

    async def scene() -> None:
        app, before = create_app(Settings(data=tmp_path)), failures()
        async with app.router.lifespan_context(app), visitor_of(app) as ann:
            table = (await ann.post("/api/tables", json={"seats": [ME, BOT]})).json()["table"]
            for path in (f"/api/tables/{table}/live", "/api/tables/none/live"):
                await handshake(app, path, ann, leave)
        assert failures() == before

    run(scene())


def visitor_of(app: FastAPI) -> httpx.AsyncClient:
    """Somebody who visits a server in this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")


async def handshake(app: FastAPI, path: str, visitor: httpx.AsyncClient, send: Send) -> None:
    """Somebody wants a WebSocket of a server in this process, and goes away."""
    heard = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}])

    async def receive() -> Message:
        return next(heard)

    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    headers = [(b"host", b"127.0.0.1"), (b"cookie", cookies.encode())]
    scope = {"type": "websocket", "scheme": "ws", "path": path, "query_string": b"", "headers": headers}
    more = {"client": ("127.0.0.1", 1), "subprotocols": [], "extensions": {"websocket.http.response": {}}}
    await app(scope | more, receive, send)


# --- a disk that is full, or read-only -------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    try:
        disk = SmallDisk(tmp_path / "disk", 16)
    except NotAllowed as error:
        pytest.skip(f"no small disk without root's rights: {error}")
    yield disk
    disk.close()


def test_the_disk_is_full_while_people_play(forker: ServerForker, disk: SmallDisk) -> None:
    """Actions are answered with trouble, nobody is cut off; with space again everything goes on."""
    server = RunningServer(forker, disk.folder / "data").start()

    async def fault() -> None:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=30) as http:
            disk.fill()
            while (await http.get("/readyz")).status_code == 200:
                await asyncio.sleep(0.1)
            assert (await http.get("/healthz")).status_code == 200
            await asyncio.sleep(1)
            disk.clear()

    async def scene() -> None:
        players = await play_through([server.url], fault, pairs=4, restarted=[server])
        assert sum(player.troubles for player in players) > 0

    try:
        run(scene(), LONG)
    finally:
        server.stop()


def refused(*arguments: str, without: Sequence[str] = ()) -> str:
    """The sentence why nothing is served, to somebody without certain rights."""
    command = [*without, sys.executable, "-m", "haggis", "serve", "--port", "0", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_a_read_only_disk_is_said_in_a_sentence(forker: ServerForker, disk: SmallDisk) -> None:
    data = disk.folder / "data"
    RunningServer(forker, data).start().stop()
    disk.make_read_only()
    assert refused("--data", str(data)).endswith("Read-only file system\n")
    assert "Read-only file system" in refused("--data", str(disk.folder / "new"))


@pytest.mark.parametrize(
    ("what", "words"), [("haggis.sqlite3", "Permission denied\n"), (".", "the database can't be written to\n")]
)
def test_a_database_that_may_not_be_written_is_said_in_a_sentence(
    forker: ServerForker, tmp_path: Path, what: str, words: str
) -> None:
    data = tmp_path / "data"
    RunningServer(forker, data).start().stop(signal.SIGINT)
    before = (data / what).stat().st_mode
    (data / what).chmod(before & ~0o222)
    as_others = ["setpriv", "--bounding-set", "-dac_override"] if os.geteuid() == 0 else []
    assert refused("--data", str(data), without=as_others).endswith(words)
    assert (data / what).stat().st_mode == before & ~0o222, "what its owner has forbidden stays so"


def test_a_read_only_postgresql_is_said_in_a_sentence(cluster: Cluster, postgres: Postgres, tmp_path: Path) -> None:
    (node,) = cluster(None)
    node.stop(signal.SIGINT)
    asyncio.run(postgres.query(f"ALTER DATABASE {node.database} SET default_transaction_read_only = on"))
    url = f"postgresql+asyncpg://postgres@127.0.0.1:{postgres.port}/{node.database}"
    assert refused("--data", str(tmp_path), "--database", url) == "haggis: the database can't be written to\n"
