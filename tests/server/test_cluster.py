"""Two nodes, one PostgreSQL, one Redis: one service, whatever of it dies while people play."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from haggis.rules import record
from tests.cli.running import haggis

from .backends import Cable, Postgres, RedisServer, free_port
from .conftest import LEASE, Cluster
from .guests import BOT, ME, Connection, Guest, chosen_action, play_to_the_end
from .racing import at_two_nodes, races
from .running_server import RunningServer
from .scenes import run, until_asked, until_closed
from .scraping import value
from .stubborn import play_through
from .studied import reviewed

RACES = 60
SOON = 20
LONG = 300
"""Seconds: a busy machine is slow."""


def urls_of(nodes: list[RunningServer]) -> list[str]:
    return [node.url for node in nodes]


def test_players_at_two_nodes_play_a_game(cluster: Cluster) -> None:
    nodes = cluster()

    async def scene() -> None:
        ann, bob, table = await at_two_nodes(urls_of(nodes), BOT, rounds=1, public=True)
        assert [each["table"] for each in (await bob.get("/tables"))["tables"]] == [table]
        async with ann.at(table) as first, bob.at(table) as second:
            await asyncio.gather(*(until_here(each, 3) for each in (first, second)))
            await first.ask("react", reaction="clap")
            assert (await second.hear("reaction"))["seat"] == 0
            await ann.put("/me", {"name": "Anna"})
            await second.event("named")
            await asyncio.gather(*(play_to_the_end(each, random.Random(1)) for each in (first, second)))
        assert record.read(await bob.get(f"/tables/{table}/record")).over
        assert await ann.get(f"/tables/{table}/events") == await bob.get(f"/tables/{table}/events")
        rematches = await asyncio.gather(*(each.post(f"/tables/{table}/rematch") for each in (ann, bob)))
        assert rematches[0]["table"] == rematches[1]["table"]

    run(scene(), LONG)


async def until_here(connection: Connection, seats: int) -> None:
    """Listen until everybody is there."""
    while [seat["here"] for seat in connection.presence.get("seats", [])] != [True] * seats:
        await connection.receive()


def test_what_one_node_has_acknowledged_the_other_knows(cluster: Cluster) -> None:
    """Asked right after the answer of the first, without notices: the other looks into the database."""
    nodes = cluster(None, None, poll_seconds=60)

    async def scene() -> None:
        ann, bob, table = await at_two_nodes(urls_of(nodes))
        for number in range(10):
            seq = (await ann.get(f"/tables/{table}/state"))["seq"]
            bet = {"type": "bet", "id": f"{number}", "seq": seq, "amount": 0}
            done = await (ann, bob)[number % 2].http.post(f"/api/tables/{table}/actions", json=bet)
            seen = await (bob, ann)[number % 2].get(f"/tables/{table}/state")
            assert seen["seq"] == done.json().get("seq", seq)

    run(scene(), LONG)


def test_of_an_action_at_two_nodes_one_is_applied(cluster: Cluster) -> None:
    nodes = cluster()

    async def scene() -> None:
        await races(urls_of(nodes), RACES)

    run(scene(), LONG)


def test_a_review_asked_for_at_two_nodes_is_made_once_and_told_by_both(cluster: Cluster) -> None:
    nodes = cluster(review_nodes=600)

    async def scene() -> None:
        ann, bob, table = await at_two_nodes(urls_of(nodes), rounds=1)
        async with ann.at(table) as first, bob.at(table) as second:
            await asyncio.gather(*(play_to_the_end(each, random.Random(1)) for each in (first, second)))
        begun = await ann.post(f"/study/games/{table}/review")
        joined = await bob.post(f"/study/games/{table}/review")
        assert begun["total"] > 0, "the first node makes it"
        assert (joined["status"], joined["total"]) == ("running", 0), "the second knows that it is made"
        assert (await bob.get(f"/study/games/{table}/review"))["status"] == "running"
        for each in (bob, ann):
            answer = await each.delete(f"/study/games/{table}/review")
            assert answer["status"] == "stopped", "for her: others may want it at another node"
        while (answer := await bob.get(f"/study/games/{table}/review"))["status"] == "running":
            await asyncio.sleep(0.1)
        assert answer["status"] == "done", "it went on"
        assert await reviewed(bob, table) == await reviewed(ann, table)

    run(scene(), LONG)


# --- what dies while people play -------------------------------------------------------------------


def test_a_killed_node(cluster: Cluster) -> None:
    nodes = cluster()

    async def fault() -> None:
        for _ in range(2):
            await asyncio.to_thread(nodes[0].stop, signal.SIGKILL)
            await asyncio.sleep(2 * LEASE)
            await asyncio.to_thread(nodes[0].start)
            await asyncio.sleep(0.5)

    run(as_scene(play_through(urls_of(nodes), fault)), LONG)


async def as_scene(work: Awaitable[object]) -> None:
    await work


def test_the_bots_of_a_killed_node_are_played_by_the_other(cluster: Cluster) -> None:
    nodes = cluster()

    async def scene() -> None:
        ann, bob, table = await at_two_nodes(urls_of(nodes), BOT, rounds=2)
        async with bob.at(table) as second:
            async with ann.at(table) as first:
                await play_until_a_bot_is_asked(first, second)
                nodes[0].stop(signal.SIGKILL)
                killed = time.monotonic()
            ann.url, ann.http.base_url = nodes[1].url, nodes[1].url
            async with ann.at(table) as first:
                await asyncio.gather(*(play_to_the_end(each, random.Random(2)) for each in (first, second)))
            assert any(event.get("by") == "bot" for event in second.events)
            assert time.monotonic() - killed < 60
        assert record.read(await bob.get(f"/tables/{table}/record")).over

    run(scene(), LONG)


async def play_until_a_bot_is_asked(first: Connection, second: Connection) -> None:
    """Both act until a few bots' actions have been seen."""
    while sum(event.get("by") == "bot" for event in first.events) < 3:
        for each in (first, second):
            action = chosen_action(each.state | {"may_bet": []}, random.Random(3))
            if action is not None:
                await each.ask(**{"type_": action.pop("type")} | action)
        await asyncio.gather(first.ask("ping"), second.ask("ping"))


def test_a_node_that_stops_politely_hands_over_at_once(cluster: Cluster) -> None:
    """Nobody waits for the lease of a minute."""
    nodes = cluster(lease_seconds=60)

    async def scene() -> None:
        ann = Guest(nodes[0].url)
        table = await ann.make_table(ME, BOT, rounds=1)
        async with ann.at(table) as connection:
            await until_asked(connection)
        watcher = Guest(nodes[1].url)
        async with watcher.at(table):
            await asyncio.to_thread(nodes[0].stop, signal.SIGINT)
            ann.url, ann.http.base_url = nodes[1].url, nodes[1].url
            async with asyncio.timeout(30), ann.at(table) as connection:
                await play_to_the_end(connection, random.Random(4))
        taken = await asyncio.to_thread(value, nodes[1].url, "haggis_leases_taken_total", whose="another's")
        assert (taken, await asyncio.to_thread(value, nodes[1].url, "haggis_leases")) == (1, 1)

    run(scene(), LONG)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_node_sends_its_clients_away_and_gives_everything_back(
    cluster: Cluster, postgres: Postgres, how: signal.Signals
) -> None:
    """1012, "service restart": a page connects again at once, and the load balancer leads it to another node."""
    nodes = cluster(lease_seconds=60)
    (database,) = {node.database for node in nodes}

    async def scene() -> None:
        ann = Guest(nodes[0].url)
        table = await ann.make_table(ME, BOT, rounds=1)
        async with ann.at(table) as connection:
            await until_asked(connection)
            rows = (
                "SELECT (SELECT count(*) FROM nodes), (SELECT count(*) FROM leases), (SELECT count(*) FROM connections)"
            )
            while tuple((await postgres.query(rows, database))[0]) != (2, 1, 1):
                await asyncio.sleep(0.1)
            stopping = asyncio.create_task(asyncio.to_thread(nodes[0].stop, how))
            assert (await until_closed(connection))[1] == 1012
            await stopping
        assert tuple((await postgres.query(rows, database))[0]) == (1, 0, 0)
        ann.url, ann.http.base_url = nodes[1].url, nodes[1].url
        async with ann.at(table) as again:
            assert again.state["seq"] >= connection.state["seq"]

    run(scene(), LONG)


def test_a_node_stops_soon_though_its_database_says_nothing(cluster: Cluster, postgres: Postgres) -> None:
    """Leases can't be given back, an action can't be stored, connections can't be closed: nobody waits for that."""
    node = cluster(None)[0]

    async def scene() -> None:
        ann = Guest(node.url)
        async with ann.at(await ann.make_table(ME, BOT)) as connection:
            await until_asked(connection)
            action = chosen_action(connection.state, random.Random(4))
            assert action
            postgres.freeze()
            await connection.send(action | {"id": "never stored"})
            await asyncio.sleep(0.5)
            began = time.monotonic()
            await asyncio.to_thread(node.stop, signal.SIGINT)
            assert time.monotonic() - began < 20

    try:
        run(scene(), LONG)
    finally:
        postgres.thaw()


def test_redis_is_killed(cluster: Cluster, redis_server: RedisServer) -> None:
    nodes = cluster()

    async def fault() -> None:
        await asyncio.to_thread(redis_server.end, signal.SIGKILL)
        await asyncio.sleep(2)
        await asyncio.to_thread(redis_server.start)
        await asyncio.sleep(1.5)

    async def scene() -> None:
        players = await play_through(urls_of(nodes), fault)
        assert sum(player.troubles for player in players) == 0

    run(scene(), LONG)


def test_one_node_is_cut_off_from_redis(cluster: Cluster, redis_server: RedisServer) -> None:
    async def scene() -> None:
        cable = Cable(redis_server.port)
        await cable.mend()
        nodes = await asyncio.to_thread(cluster, redis_server.url, f"redis://127.0.0.1:{cable.port}/0")

        async def fault() -> None:
            await cable.cut()
            await asyncio.sleep(2)
            await cable.mend()
            await asyncio.sleep(1)

        players = await play_through(urls_of(nodes), fault)
        assert sum(player.troubles for player in players) == 0
        await cable.cut()

    run(scene(), LONG)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
def test_postgresql_starts_again(cluster: Cluster, postgres: Postgres, how: signal.Signals) -> None:
    """Stopped, crashed or killed, for longer than a commit is tried again: 503, then everything goes on."""
    nodes = cluster()

    async def fault() -> None:
        await asyncio.to_thread(postgres.end, how)
        assert (await Guest(nodes[0].url).http.get("/readyz")).status_code == 503, "it has tried for three seconds"
        answer = await Guest(nodes[0].url).http.get("/api/tables")
        assert (answer.status_code, answer.json()["key"]) == (503, "trouble.no-database")
        assert int(answer.headers["retry-after"]) >= 1
        assert (await Guest(nodes[0].url).http.get("/healthz")).status_code == 200
        await asyncio.to_thread(postgres.start)

    run(as_scene(play_through(urls_of(nodes), fault, restarted=nodes)), LONG)


# --- at the start ----------------------------------------------------------------------------------


def refused(tmp_path: Path, *arguments: str) -> str:
    done = haggis("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_what_is_missing_is_said_in_a_sentence(tmp_path: Path, postgres: Postgres) -> None:
    database, nowhere = postgres.new_database(), f"127.0.0.1:{free_port()}"
    assert "Redis can't be reached" in refused(tmp_path, "--database", database, "--redis", f"redis://{nowhere}")
    assert "Redis must be a URL" in refused(tmp_path, "--database", database, "--redis", "foo")
    odd = f"redis://{nowhere}/0?secret=1"
    assert "the options of its URL" in refused(tmp_path, "--database", database, "--redis", odd)
    assert "SQLite has one server" in refused(tmp_path, "--redis", f"redis://{nowhere}")
    assert "can't be opened" in refused(tmp_path, "--database", f"postgresql+asyncpg://a@{nowhere}/b")


def test_a_missing_driver_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from haggis.server.storage.notices import BadRedis, check_redis
    from haggis.server.storage.opening import BadDatabase, open_database

    for module, work, error in (
        ("asyncpg", open_database("postgresql+asyncpg://a@127.0.0.1/b"), BadDatabase),
        ("redis", check_redis("redis://127.0.0.1"), BadRedis),
    ):
        monkeypatch.setitem(__import__("sys").modules, module, None)
        with pytest.raises(error, match=r"pip install 'haggis\[cluster\]'"):
            asyncio.run(work)


def test_a_second_server_on_one_sqlite_file_is_refused(build: Callable[..., RunningServer]) -> None:
    server = build()
    assert "another server uses the database" in refused(server.data)
    server.stop(signal.SIGKILL)
    server.start()
