"""Kill -9 in the middle of games: nothing acknowledged is lost, and everybody plays on."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from haggis.rules import record

from .guests import BOT, ME, OPEN, Connection, Guest, chosen_action, play_to_the_end
from .running_server import RunningServer

KILLS = 20
PAIRS = 4
LOST = (OSError, ConnectionClosed, InvalidHandshake, httpx.TransportError, EOFError)


class Player(Guest):
    """Somebody who comes back after every crash, and who remembers what was acknowledged."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        super().__init__(url)
        self.rng = random.Random(seed)
        self.acknowledged: dict[str, tuple[int, dict[str, Any]]] = {}
        self._ids = (f"{name}-{number}" for number in itertools.count(1))

    async def play(self, table: str) -> None:
        """Play until the game is over, however often the server dies."""
        seen: int | None = None
        unanswered: dict[str, Any] | None = None
        over = False
        while not over:
            try:
                async with self.at(table, seen) as connection:
                    while connection.state["status"] != "over":
                        unanswered = unanswered or self._next_action(connection)
                        if unanswered is None:
                            await connection.receive()
                        else:
                            await self._send(connection, unanswered)
                            unanswered = None
                        seen = connection.state["seq"]
                    over = True
            except LOST:
                await asyncio.sleep(0.05)

    def _next_action(self, connection: Connection) -> dict[str, Any] | None:
        action = chosen_action(connection.state, self.rng)
        return None if action is None else action | {"id": next(self._ids)}

    async def _send(self, connection: Connection, action: dict[str, Any]) -> None:
        """Send it, or send it again: the answer says at which place it was applied."""
        await connection.send(action)
        while (answer := await connection.receive()).get("id") != action["id"]:
            pass
        if answer["type"] == "ok":
            self.acknowledged[action["id"]] = (answer["seq"], action)
        else:
            assert answer["code"] in ("illegal", "not-now"), answer


def test_twenty_kills_lose_nothing(build: Callable[..., RunningServer]) -> None:
    asyncio.run(kill_and_play(build()))


async def kill_and_play(server: RunningServer) -> None:
    killing = True

    async def pair(number: int) -> list[tuple[str, list[Player]]]:
        played = []
        for game in itertools.count():
            if game and not killing:
                return played
            players = [Player(server.url, f"{number}.{game}.{place}", 100 * number + game) for place in range(2)]
            table = await until_made(players)
            await asyncio.gather(*(player.play(table) for player in players))
            played.append((table, players))
        return played

    pairs = [asyncio.create_task(pair(number)) for number in range(PAIRS)]
    rng = random.Random(5)
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.1, 0.6))
        await asyncio.to_thread(server.stop, signal.SIGKILL)
        await asyncio.to_thread(server.start)
    killing = False
    played = [game for games in await asyncio.gather(*pairs) for game in games]
    assert sum(len(player.acknowledged) for _, players in played for player in players) > 200
    for table, players in played:
        await check(table, players)


async def until_made(players: list[Player]) -> str:
    """Make a table and sit down at it, however often the server dies meanwhile."""
    seats = [ME, OPEN] if players[0].rng.random() < 0.7 else [ME, OPEN, BOT]
    for player in players:
        await insist(player.http.get, "/api/me")
    made = await insist(players[0].http.post, "/api/tables", json={"seats": seats, "pace": 0, "rounds": 3})
    table = str(made.json()["table"])
    await insist(players[1].http.post, f"/api/tables/{table}/sit", json={})
    return table


async def insist(request: Callable[..., Awaitable[httpx.Response]], *wishes: str, **more: Any) -> httpx.Response:
    """Ask until it is done, or was done before the answer got lost."""
    while True:
        try:
            answer = await request(*wishes, **more)
            assert answer.is_success or "already" in answer.text, answer.text
            return answer
        except LOST:
            await asyncio.sleep(0.05)


async def check(table: str, players: list[Player]) -> None:
    """Every acknowledged action is in the ledger, at its place, once; and the record holds."""
    log = (await players[0].get(f"/tables/{table}/events?limit=1000"))["events"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    for player in players:
        places = Counter(seq for seq, _ in player.acknowledged.values())
        for seq, action in player.acknowledged.values():
            assert places[seq] == 1, "two actions at one place"
            assert is_in(log[:seq], action), f"{action} is lost"
    written = await players[0].get(f"/tables/{table}/record")
    assert record.read(written).over


def is_in(log: list[dict[str, Any]], action: dict[str, Any]) -> bool:
    """Whether the last events are what the action asked for (a `next` may be followed by a deal)."""
    wanted = {name: value for name, value in action.items() if name not in ("id", "type", "seq")}
    kind = {"next": "ready"}.get(action["type"], "action")
    latest = [event for event in log[-2:] if event["kind"] == kind]
    return any(all(event.get(name) == value for name, value in wanted.items()) for event in latest)


def test_a_restart_continues_every_table(build: Callable[..., RunningServer]) -> None:
    """Stopped politely or not: state, seats, hands and clocks are as they were."""
    server = build()

    async def before() -> tuple[Guest, Guest, str, dict[str, Any]]:
        ann, bob = Guest(server.url), Guest(server.url)
        table = await ann.make_table(ME, OPEN, BOT, rounds=1)
        await bob.post(f"/tables/{table}/sit")
        async with ann.at(table) as connection:
            if connection.state["ask"] == "turn":
                await connection.ask("play", **first_play(connection.state))
            await connection.ask("ping")
            return ann, bob, table, connection.state

    async def after(ann: Guest, bob: Guest, table: str, state: dict[str, Any]) -> None:
        async with ann.at(table, state["seq"]) as connection, bob.at(table) as other:
            assert connection.welcome["you"]["seat"] == 0
            assert connection.state["commitment"] == state["commitment"]
            await asyncio.gather(
                *(play_to_the_end(each, random.Random(place)) for place, each in enumerate((connection, other)))
            )
        assert record.read(await ann.get(f"/tables/{table}/record")).over

    people = asyncio.run(before())
    for how in (signal.SIGINT, signal.SIGKILL):
        server.stop(how)
        server.start()
    asyncio.run(after(*people))


def first_play(state: dict[str, Any]) -> dict[str, str]:
    reading, plays = next(iter(state["legal"]["plays"].items()))
    return {"cards": plays[0], "reading": reading}
