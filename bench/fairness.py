"""How long bots take while many others think: greedy and casual beside tables that search, waiting hints and reviews.

Starts a server of its own, seats a person against a bot at each table (pace 0) and lets her answer at
once. Meanwhile hints are asked for, so that so many always wait, and games of six rounds are reviewed at the usual
budget, so many at a time. Then the same without reviews, and two reviews beside a table of each quick level: how soon
the first decision is judged, and all of them. Writes bench/results/fairness.json.

    python -m bench.fairness [--experts 20] [--skilled 20] [--hints 50] [--reviews 2] [--seconds 30]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from haggis.rules import Game, record

from .measuring import write
from .review import played
from .server import choose, percentile, server

QUICK = ("greedy", "casual")
LOOK_EVERY = 0.1
"""Seconds between two looks at a review."""
MOST_REVIEWS = 12
"""In one run: more than there is time for."""


async def sit(url: str, level: str) -> ClientConnection:
    """A person against a bot."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False, timeout=60) as http:
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        made = await http.post("/api/tables", json={"seats": seats, "target": 10_000, "pace": 0})
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{made.json()['table']}/live"
    return await connect(address, additional_headers={"Cookie": cookies}, proxy=None)


class Table:
    """One table, played by its person as quickly as she can; the bot's times are noted."""

    def __init__(self, level: str, socket: ClientConnection, times: dict[str, list[float]]) -> None:
        self.level = level
        self.socket = socket
        self.times = times[level]
        self.rng = random.Random(level)
        self.bot_asked = 0.0

    async def play(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in ("welcome", "update"):
                await self.look(message)

    async def look(self, message: dict[str, Any]) -> None:
        state = message["state"]
        acted = any(event.get("by") == "bot" and event["type"] != "bet" for event in message["events"])
        if acted and self.bot_asked and message["type"] == "update":
            self.times.append(time.perf_counter() - self.bot_asked)
        self.bot_asked = time.perf_counter() if state["turn"] == 1 else 0.0
        action = choose(state, self.rng)
        if action:
            sent = action | {"id": f"{time.perf_counter_ns()}", "seq": state["seq"]}
            await self.socket.send(json.dumps(sent))


async def wait_for_hints(socket: ClientConnection, waiting: int, times: list[float]) -> None:
    """Ask for hints at a table where it is the person's turn, so that so many always wait."""
    asked: dict[str, float] = {}
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "hint":
            times.append(time.perf_counter() - asked.pop(message["id"]))
        elif message["type"] == "error":
            asked.pop(message["id"])
            await asyncio.sleep(0.05)
        elif message["type"] == "update" and message["state"]["ask"] != "turn":
            continue
        while len(asked) < waiting:
            name = f"h{time.perf_counter_ns()}"
            asked[name] = time.perf_counter()
            await socket.send(json.dumps({"type": "hint", "id": name}))


class Reviewing:
    """One review through the server, as far as it came."""

    def __init__(self, game: Game) -> None:
        self.players = game.rules.players
        self.text = record.write_line(game)
        self.first: float | None = None
        self.whole: float | None = None
        self.done = self.total = 0

    async def run(self, url: str) -> None:
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            game = (await http.post("/api/study/records", json={"text": self.text})).json()["game"]
            path = f"/api/study/games/{game}/review"
            begun = time.perf_counter()
            (await http.post(path, json={})).raise_for_status()
            while self.whole is None:
                answer = (await http.get(path, params={"after": 100_000})).json()
                self.look(answer, time.perf_counter() - begun)
                await asyncio.sleep(LOOK_EVERY)

    def look(self, answer: dict[str, Any], seconds: float) -> None:
        self.done, self.total = answer["done"], answer["total"]
        if self.done and self.first is None:
            self.first = seconds
        if answer["status"] == "done":
            self.whole = seconds

    def figures(self) -> dict[str, Any]:
        times = {"first_s": self.first, "whole_s": self.whole}
        told = {name: value and round(value, 2) for name, value in times.items()}
        return {"players": self.players, **told, "judged": self.done, "decisions": self.total}


async def review_on(url: str, reviews: Iterator[Reviewing]) -> None:
    """One after the other."""
    for each in reviews:
        await each.run(url)


async def load(
    url: str, wishes: argparse.Namespace, reviews: Sequence[Reviewing], reviewers: int
) -> dict[str, list[float]]:
    """Bots, hints and so many reviews at a time, for as long as is wished."""
    times: dict[str, list[float]] = defaultdict(list)
    levels = [*QUICK, *["skilled"] * wishes.skilled, *["expert"] * wishes.experts]
    tables = [Table(level, await sit(url, level), times) for level in levels]
    askers = [await sit(url, "greedy") for _ in range(10 if wishes.hints else 0)]
    tasks = [asyncio.create_task(table.play()) for table in tables]
    tasks += [asyncio.create_task(wait_for_hints(socket, wishes.hints // 10, times["hint"])) for socket in askers]
    waiting = iter(reviews)
    tasks += [asyncio.create_task(review_on(url, waiting)) for _ in range(reviewers)]
    await asyncio.sleep(wishes.seconds)
    await stop(tasks)
    await asyncio.gather(*(socket.close() for socket in (*askers, *(table.socket for table in tables))))
    return times


async def stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    """What ended before, by an error, is told."""
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended


def bots(wishes: argparse.Namespace, reviews: Sequence[Reviewing], reviewers: int) -> dict[str, Any]:
    """How long each level took, on a server of its own."""
    with tempfile.TemporaryDirectory() as data, server(data) as (url, _):
        return figures(asyncio.run(load(url, wishes, reviews, reviewers)))


def reviewed_beside_tables() -> dict[str, Any]:
    """Reviews of two and of three players, one after the other, while quick bots play."""
    reviews = [Reviewing(played(players)) for players in (2, 3)]

    async def run(url: str) -> dict[str, list[float]]:
        times: dict[str, list[float]] = defaultdict(list)
        tables = [Table(level, await sit(url, level), times) for level in QUICK]
        tasks = [asyncio.create_task(table.play()) for table in tables]
        await review_on(url, iter(reviews))
        await stop(tasks)
        await asyncio.gather(*(table.socket.close() for table in tables))
        return times

    with tempfile.TemporaryDirectory() as data, server(data) as (url, _):
        times = asyncio.run(run(url))
    return figures(times) | {"reviews": [each.figures() for each in reviews]}


def figures(times: dict[str, list[float]]) -> dict[str, Any]:
    return {
        level: {
            "answers": len(values),
            "p50_ms": round(1000 * percentile(values, 0.5)),
            "p99_ms": round(1000 * percentile(values, 0.99)),
            "most_ms": round(1000 * max(values)),
        }
        for level, values in times.items()
        if values
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experts", type=int, default=20)
    parser.add_argument("--skilled", type=int, default=20)
    parser.add_argument("--hints", type=int, default=50)
    parser.add_argument("--reviews", type=int, default=2, help="at a time; more wait")
    parser.add_argument("--seconds", type=float, default=30)
    wishes = parser.parse_args()
    # All of them before anybody plays: whoever plays must not wait for a game to be made.
    reviews = [
        Reviewing(played(2 + number % 2, seed=number)) for number in range(MOST_REVIEWS if wishes.reviews else 0)
    ]
    found = bots(wishes, reviews, wishes.reviews)
    found |= {"reviews": [each.figures() for each in reviews if each.total]}
    found |= {"without_reviews": bots(wishes, [], 0), "reviews_beside_tables": reviewed_beside_tables()}
    found |= {"experts": wishes.experts, "skilled_tables": wishes.skilled, "hints_waiting": wishes.hints}
    found |= {"reviews_at_a_time": wishes.reviews, "cores": os.cpu_count()}
    found |= {"load_average": [round(value, 2) for value in os.getloadavg()]}
    print(write("fairness", found))


if __name__ == "__main__":
    main()
