"""People who play on whatever happens to the servers, and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from haggis.rules import record

from .guests import BOT, ME, OPEN, Connection, Guest, chosen_action
from .running_server import RunningServer

MOVE_SECONDS = 120
"""Longer than anybody is kept from acting by a fault, far less than a clock jumps."""
LOST = (OSError, ConnectionClosed, InvalidHandshake, httpx.TransportError, EOFError)


class Player(Guest):
    """Somebody who comes back after every crash, to another node if there are several."""

    def __init__(self, urls: list[str], name: str, seed: int) -> None:
        super().__init__(urls[0])
        self.rng = random.Random(seed)
        self.acknowledged: dict[str, tuple[int, dict[str, Any]]] = {}
        self.troubles = 0
        self.again = 0
        """Acknowledgements of what had been stored before, and its answer lost."""
        self._urls = itertools.cycle(urls)
        self._ids = (f"{name}-{number}" for number in itertools.count(1))
        self.go_elsewhere()

    def go_elsewhere(self) -> None:
        self.url = next(self._urls)
        self.http.base_url = self.url

    async def play(self, table: str) -> None:
        """Play until the game is over and everything is answered, however often a server dies."""
        seen: int | None = None
        unanswered: dict[str, Any] | None = None
        over = False
        while not over:
            try:
                async with self.at(table, seen) as connection:
                    while unanswered or connection.state["status"] != "over":
                        unanswered = unanswered or self._next_action(connection)
                        if unanswered is None:
                            await connection.receive()
                        elif await self._send(connection, unanswered):
                            unanswered = None
                        seen = connection.state["seq"]
                    over = True
            except LOST:
                await asyncio.sleep(0.05)
                self.go_elsewhere()

    def _next_action(self, connection: Connection) -> dict[str, Any] | None:
        action = chosen_action(connection.state, self.rng)
        return None if action is None else action | {"id": next(self._ids)}

    async def _send(self, connection: Connection, action: dict[str, Any]) -> bool:
        """Send it, or send it again: the answer says at which place it was applied; none if there is trouble."""
        await connection.send(action)
        while (answer := await connection.receive()).get("id") != action["id"]:
            pass
        if answer["type"] == "ok":
            self.acknowledged[action["id"]] = (answer["seq"], action)
            self.again += answer["again"]
        elif answer["code"] == "trouble":
            assert answer["retry_after"] >= 1
            self.troubles += 1
            await asyncio.sleep(0.2)
            return False
        else:
            assert answer["code"] in ("illegal", "not-now"), answer
        return True


async def until_made(players: list[Player], rounds: int = 3, move_seconds: int | None = None) -> str:
    """Make a table and sit down at it, however often the server dies meanwhile."""
    seats = [ME, OPEN] if players[0].rng.random() < 0.7 else [ME, OPEN, BOT]
    for player in players:
        await insist(player.http.get, "/api/me")
    wishes = {"seats": seats, "pace": 0, "rounds": rounds, "move_seconds": move_seconds}
    made = await insist(players[0].http.post, "/api/tables", json=wishes)
    table = str(made.json()["table"])
    await insist(players[1].http.post, f"/api/tables/{table}/sit", json={})
    return table


async def insist(request: Callable[..., Awaitable[httpx.Response]], *wishes: str, **more: Any) -> httpx.Response:
    """Ask until it is done, or was done before the answer got lost."""
    while True:
        try:
            answer = await request(*wishes, **more)
            if answer.status_code != 503:
                assert answer.is_success or "already" in answer.text, answer.text
                return answer
            assert int(answer.headers["retry-after"]) >= 1
        except LOST:
            pass
        await asyncio.sleep(0.05)


async def check(table: str, players: list[Player]) -> None:
    """Every acknowledged action is in the ledger, at its place, once, and no others; and the record holds.

    People who act at once never let their move clock run out.
    """
    log = (await insist(players[0].http.get, f"/api/tables/{table}/events?limit=1000")).json()["events"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert not [event for event in log if event.get("by") == "clock"], "somebody lost her turn"
    for seat, player in enumerate(players):
        stored = [
            event for event in log if event["kind"] == "action" and (event["seat"], event["by"]) == (seat, "player")
        ]
        actions = [action for _, action in player.acknowledged.values() if action["type"] != "next"]
        assert len(stored) == len(actions), "something was stored twice, or without an acknowledgement"
        places = Counter(seq for seq, _ in player.acknowledged.values())
        for seq, action in player.acknowledged.values():
            assert places[seq] == 1, "two actions at one place"
            assert is_in(log[:seq], action), f"{action} is lost"
    written = await insist(players[0].http.get, f"/api/tables/{table}/record")
    assert record.read(written.json()).over


def is_in(log: list[dict[str, Any]], action: dict[str, Any]) -> bool:
    """Whether the last events are what the action asked for (a `next` may be followed by a deal)."""
    wanted = {name: value for name, value in action.items() if name not in ("id", "type", "seq")}
    kind = {"next": "ready"}.get(action["type"], "action")
    latest = [event for event in log[-2:] if event["kind"] == kind]
    return any(all(event.get(name) == value for name, value in wanted.items()) for event in latest)


async def play_through(
    urls: list[str],
    fault: Callable[[], Awaitable[None]],
    pairs: int = 2,
    restarted: Sequence[RunningServer] = (),
) -> list[Player]:
    """Pairs play game after game, each player at another node, until the fault is over; then all is checked.

    Every other pair plays with a move clock. Servers that are started again before the check have nothing in memory:
    what they tell is what the database holds.
    """
    over = False

    async def pair(number: int) -> list[tuple[str, list[Player]]]:
        played = []
        for game in itertools.count():
            if game and over:
                break
            names = [f"{number}.{game}.{place}" for place in range(2)]
            players = [Player([*urls[place:], *urls[:place]], names[place], 10 * number + game) for place in range(2)]
            table = await until_made(players, 1, MOVE_SECONDS if number % 2 else None)
            await asyncio.gather(*(player.play(table) for player in players))
            for player in players:
                player.heard.clear()  # nobody looks into it, and a soak has thousands of games
            played.append((table, players))
        return played

    playing = [asyncio.create_task(pair(number)) for number in range(pairs)]
    await asyncio.sleep(1)
    await fault()
    over = True
    played = [game for games in await asyncio.gather(*playing) for game in games]
    for server in restarted:
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
    for table, players in played:
        await check(table, players)
    everybody = [player for _, players in played for player in players]
    assert sum(len(player.acknowledged) for player in everybody) > 10 * pairs
    return everybody
