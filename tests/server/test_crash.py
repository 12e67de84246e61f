"""Kill -9 in the middle of games: nothing acknowledged is lost, and everybody plays on."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
from collections.abc import Callable
from typing import Any

from haggis.rules import record

from .guests import BOT, ME, OPEN, Guest, play_to_the_end
from .running_server import RunningServer
from .stubborn import Player, check, until_made

KILLS = 20
PAIRS = 4


def test_twenty_kills_lose_nothing(build: Callable[..., RunningServer]) -> None:
    asyncio.run(kill_and_play(build()))


async def kill_and_play(server: RunningServer) -> None:
    killing = True

    async def pair(number: int) -> list[tuple[str, list[Player]]]:
        played = []
        for game in itertools.count():
            if game and not killing:
                return played
            players = [Player([server.url], f"{number}.{game}.{place}", 100 * number + game) for place in range(2)]
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
