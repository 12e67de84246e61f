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
import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.server.backends import Backend, Postgres, RedisServer, need_databases
from tests.server.racing import races

from .measuring import calibration_seconds, write
from .server import Load, complain, cpu_seconds, figures, resident_megabytes, server

REST = 20
STORED = """
SELECT pg_database_size(current_database()) AS data, pg_current_wal_lsn() - '0/0'::pg_lsn AS log, xact_commit AS commits
FROM pg_stat_database WHERE datname = current_database()
"""


class ClusterLoad(Load):
    """Also looks at what PostgreSQL and Redis use of the processor, and what tables cost at which nobody acts."""

    def __init__(self, nodes: list[tuple[str, int]], wishes: argparse.Namespace, backends: dict[str, Backend]) -> None:
        super().__init__(nodes, wishes.tables, wishes.rate, wishes.seconds)
        self.backends = backends
        self.used: dict[str, float] = {}
        self.at_rest: dict[str, float] = {}

    def _usage(self) -> dict[str, float]:
        return {name: sum(map(cpu_seconds, each.pids())) for name, each in self.backends.items()}

    async def stop(self, listeners: list[asyncio.Task[None]]) -> None:
        before = self._usage() | {"nodes": sum(map(cpu_seconds, self.pids))}
        await asyncio.sleep(REST)
        after = self._usage() | {"nodes": sum(map(cpu_seconds, self.pids))}
        self.at_rest = {name: (used - before[name]) / REST / len(self.tables) for name, used in after.items()}
        await super().stop(listeners)

    def begun(self) -> None:
        super().begun()
        self.used = self._usage()

    def ended(self) -> None:
        super().ended()
        self.used = {name: used - self.used[name] for name, used in self._usage().items()}

    def costs(self) -> dict[str, Any]:
        actions = max(1, len(self.acks))
        found = {f"{name}_cpu_ms_per_action": round(1000 * used / actions, 2) for name, used in self.used.items()}
        at_rest = {name: round(1000 * used, 3) for name, used in self.at_rest.items()}
        return found | {"cpu_ms_per_second_of_a_table_at_rest": at_rest}


class Stored(NamedTuple):
    """What a database holds, what it has written ahead, and its transactions so far."""

    data: int
    log: int
    commits: int

    @classmethod
    def now(cls, postgres: Postgres, database: str) -> Stored:
        (row,) = asyncio.run(postgres.query(STORED, database.rpartition("/")[2]))
        return cls(*map(int, row))

    def since(self, before: Stored, actions: int) -> dict[str, float]:
        """What was written, for each action; seating everybody and the warm-up are part of it."""
        return {
            "database_bytes_per_action": round((self.data - before.data) / actions),
            "write_ahead_bytes_per_action": round((self.log - before.log) / actions),
            "transactions_per_action": round((self.commits - before.commits) / actions, 2),
        }


class Cluster:
    """PostgreSQL and Redis, on which nodes are started."""

    def __init__(self) -> None:
        need_databases()
        self.postgres, self.redis = Postgres(), RedisServer()

    @contextlib.contextmanager
    def running(self) -> Iterator[Cluster]:
        try:
            self.postgres.start()
            self.redis.start()
            yield self
        finally:
            self.postgres.close()
            self.redis.close()

    @contextlib.contextmanager
    def nodes(self, number: int, database: str, **settings: object) -> Iterator[list[tuple[str, int]]]:
        """The addresses and process ids of so many nodes on one database."""
        with contextlib.ExitStack() as stack:
            folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(number)]
            shared = {"database": database, "redis": self.redis.url} | settings
            yield [stack.enter_context(server(each, **shared)) for each in folders]


def measure(number: int, cluster: Cluster, wishes: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """The figures of so many nodes on a fresh database, and what went wrong."""
    postgres = cluster.postgres
    database = postgres.new_database()
    with cluster.nodes(number, database) as nodes:
        load = ClusterLoad(nodes, wishes, {"postgresql": postgres, "redis": cluster.redis})
        empty = Stored.now(postgres, database)
        found = {"nodes": number} | figures(load, asyncio.run(load.run())) | load.costs()
        found["megabytes_of_each_node"] = [resident_megabytes(pid) for _, pid in nodes]
        found |= Stored.now(postgres, database).since(empty, max(1, len(load.acks)))
        if number > 1 and wishes.races:
            found["races_applied_once"] = asyncio.run(races([url for url, _ in nodes][:2], wishes.races))
    return found, load.errors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="*", default=[2, 3])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--races", type=int, default=1000)
    wishes = parser.parse_args()
    calibration = calibration_seconds()
    with Cluster().running() as cluster:
        runs = [measure(number, cluster, wishes) for number in wishes.nodes]
    print(write("cluster", {"calibration_s": round(calibration, 6), "runs": [found for found, _ in runs]}))
    complain([words for _, errors in runs for words in errors])


if __name__ == "__main__":
    main()
