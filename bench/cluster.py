"""How long an action takes to reach both players when several nodes share PostgreSQL and Redis; and races.

Starts PostgreSQL, Redis and the nodes on this machine. The players of a table are connected to different nodes. 1,000
clients that act every 2 seconds are 500 actions a second; as in `bench.server` they are issued by the clock. Then
one seat acts at two nodes at the same moment, again and again: one action must be applied, the other refused.
Beside the times stands what every part used of processor, memory and disk.
Writes bench/results/cluster.json.

    python -m bench.cluster [--nodes 2 3] [--tables 500] [--rate 500] [--seconds 60] [--races 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
from typing import Any

from tests.server.backends import Backend, Postgres, RedisServer, need_databases
from tests.server.racing import races

from .measuring import calibration_seconds, write
from .server import Load, cpu_seconds, figures, resident_megabytes, server

SIZE = "SELECT pg_database_size(current_database()) AS bytes"


class ClusterLoad(Load):
    """Also looks at what PostgreSQL and Redis use of the processor."""

    def __init__(self, nodes: list[tuple[str, int]], wishes: argparse.Namespace, backends: dict[str, Backend]) -> None:
        super().__init__(nodes, wishes.tables, wishes.rate, wishes.seconds)
        self.backends = backends
        self.used: dict[str, float] = {}

    def _usage(self) -> dict[str, float]:
        return {name: sum(map(cpu_seconds, each.pids())) for name, each in self.backends.items()}

    def begun(self) -> None:
        super().begun()
        self.used = self._usage()

    def ended(self) -> None:
        super().ended()
        self.used = {name: used - self.used[name] for name, used in self._usage().items()}

    def costs(self) -> dict[str, float]:
        actions = max(1, len(self.acks))
        return {f"{name}_cpu_ms_per_action": round(1000 * used / actions, 2) for name, used in self.used.items()}


def database_bytes(postgres: Postgres, database: str) -> int:
    (row,) = asyncio.run(postgres.query(SIZE, database.rpartition("/")[2]))
    return int(row["bytes"])


def measure(number: int, postgres: Postgres, redis: RedisServer, wishes: argparse.Namespace) -> dict[str, Any]:
    """The figures of so many nodes on a fresh database."""
    with contextlib.ExitStack() as stack:
        database = postgres.new_database()
        nodes = []
        for _ in range(number):
            data = stack.enter_context(tempfile.TemporaryDirectory())
            nodes.append(stack.enter_context(server(data, database=database, redis=redis.url)))
        load = ClusterLoad(nodes, wishes, {"postgresql": postgres, "redis": redis})
        empty = database_bytes(postgres, database)
        found = {"nodes": number} | figures(load, asyncio.run(load.run())) | load.costs()
        found["megabytes_of_each_node"] = [resident_megabytes(pid) for _, pid in nodes]
        found["database_megabytes"] = round((database_bytes(postgres, database) - empty) / 2**20, 1)
        for words in sorted(set(load.errors))[:5]:
            print("error:", words, file=sys.stderr)
        if number > 1 and wishes.races:
            found["races_applied_once"] = asyncio.run(races([url for url, _ in nodes][:2], wishes.races))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="*", default=[2, 3])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--races", type=int, default=1000)
    wishes = parser.parse_args()
    need_databases()
    calibration = calibration_seconds()
    postgres, redis = Postgres(), RedisServer()
    try:
        postgres.start()
        redis.start()
        found = [measure(number, postgres, redis, wishes) for number in wishes.nodes]
    finally:
        postgres.close()
        redis.close()
    print(write("cluster", {"calibration_s": round(calibration, 6), "runs": found}))
    if any(each["errors"] for each in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
