"""How long bots take while many others think: greedy and casual beside tables that search and waiting hints.

Starts a server of its own, seats a person against a bot at each table (pace 0) and lets her answer at
once. Meanwhile hints are asked for, so that so many always wait. Writes bench/results/fairness.json.

    python -m bench.fairness [--experts 20] [--skilled 20] [--hints 50] [--seconds 30]
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
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from .measuring import write
from .server import choose, percentile, server

QUICK = ("greedy", "casual")


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


async def load(url: str, searching: dict[str, int], hints: int, seconds: float) -> dict[str, list[float]]:
    """`searching`: how many tables of each level that searches."""
    times: dict[str, list[float]] = defaultdict(list)
    levels = [*QUICK, *(level for level, tables in searching.items() for _ in range(tables))]
    tables = [Table(level, await sit(url, level), times) for level in levels]
    askers = [await sit(url, "greedy") for _ in range(10 if hints else 0)]
    tasks = [asyncio.create_task(table.play()) for table in tables]
    tasks += [asyncio.create_task(wait_for_hints(socket, hints // 10, times["hint"])) for socket in askers]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    return times


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--experts", type=int, default=20)
    parser.add_argument("--skilled", type=int, default=20)
    parser.add_argument("--hints", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, server(data) as (url, _):
        searching = {"skilled": wishes.skilled, "expert": wishes.experts}
        found = figures(asyncio.run(load(url, searching, wishes.hints, wishes.seconds)))
    found |= {"experts": wishes.experts, "skilled_tables": wishes.skilled, "hints_waiting": wishes.hints}
    found |= {"cores": os.cpu_count()}
    found |= {"load_average": [round(value, 2) for value in os.getloadavg()]}
    print(write("fairness", found))


if __name__ == "__main__":
    main()
