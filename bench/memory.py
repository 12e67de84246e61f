"""Memory over many connections and tables: visitors come, look and go, tables are made and left.

Starts a server of its own that lets go of people and idle tables at once, and writes down its memory as it goes into
bench/results/memory.json: the line must be flat.

    python -m bench.memory [--connections 50000] [--tables 2000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from typing import Any

import httpx
from websockets.asyncio.client import connect

from .measuring import write
from .server import resident_megabytes, server

AT_ONCE = 20
STEPS = 10


async def make(url: str) -> str:
    """A table against a bot; who made it goes away."""
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False, timeout=60) as http:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        made = await http.post("/api/tables", json={"seats": seats, "pace": 0})
    return str(made.json()["table"])


async def look(url: str, table: str) -> None:
    async with connect(f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live", proxy=None, max_queue=None) as socket:
        await socket.recv()


async def in_groups(number: int, visit: Any) -> None:
    for start in range(0, number, AT_ONCE):
        await asyncio.gather(*(visit() for _ in range(min(AT_ONCE, number - start))))


async def measure(url: str, pid: int, connections: int, tables: int) -> dict[str, Any]:
    table = await make(url)
    await in_groups(200, lambda: look(url, table))
    megabytes = [resident_megabytes(pid)]
    for _ in range(STEPS):
        await in_groups(connections // STEPS, lambda: look(url, table))
        megabytes.append(resident_megabytes(pid))
        print(megabytes[-1], flush=True)
    after_tables = [megabytes[-1]]
    for _ in range(STEPS):
        await in_groups(tables // STEPS, lambda: make(url))
        await asyncio.sleep(3)
        after_tables.append(resident_megabytes(pid))
        print(after_tables[-1], flush=True)
    return {
        "connections": connections,
        "tables": tables,
        "megabytes_by_connections": megabytes,
        "megabytes_by_tables": after_tables,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=50_000)
    parser.add_argument("--tables", type=int, default=2000)
    wishes = parser.parse_args()
    forgetful = {"idle_seconds": 1, "sweep_seconds": 1, "away_seconds": 1}
    with tempfile.TemporaryDirectory() as data, server(data, **forgetful) as (url, pid):
        found = asyncio.run(measure(url, pid, wishes.connections, wishes.tables))
    print(json.dumps(found))
    write("memory", found)


if __name__ == "__main__":
    main()
