"""Memory, open files and latency over twenty minutes of play at half the load of `bench.cluster`.

Two nodes share PostgreSQL and Redis. 500 people play games of three rounds at 250 tables, 250 actions a second in all,
issued by the clock; when a game is over, its two players set another table. Tables that nobody visits leave the memory
after a minute (`idle_seconds`; ten minutes unless it is set), so that the lines are flat early.
Writes bench/results/soak.json and docs/pictures/soak.png.

    python -m bench.soak [--nodes 2] [--tables 250] [--rate 250] [--minutes 20]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from statistics import fmean
from typing import Any

from .cluster import Cluster
from .measuring import calibration_seconds, write
from .pictures import plt, save
from .server import Load, Table, complain, percentile, resident_megabytes

STEP = 10.0
IDLE = 60
SETTLED = 0.25
"""The share of the time after which the lines must be flat."""
Sample = dict[str, Any]


class Soak(Load):
    """A load that looks at itself every few seconds, and whose players go on with another game."""

    def __init__(self, nodes: list[tuple[str, int]], tables: int, rate: float, seconds: float) -> None:
        super().__init__(nodes, tables, rate, seconds)
        self.samples: list[Sample] = []
        self.games = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def soak(self) -> None:
        listeners = await self.start()
        self.measuring = True
        watching = asyncio.create_task(self.watch())
        await self.act_for(self.seconds)
        watching.cancel()
        await self.stop(listeners)

    async def seat(self, number: int, table: Table) -> None:
        """At games of different length: else all tables would begin the next one at once."""
        self.length = {"rounds": self.rng.randint(1, 5)}
        await super().seat(number, table)

    def look(self, table: Table) -> None:
        super().look(table)
        if all(state.get("status") == "over" for state in table.states):
            self.games += 1
            table.states = [{}, {}]
            self.begin(self.set_another(table))

    async def set_another(self, table: Table) -> None:
        before, table.sockets, table.waiting_for = table.sockets, [], 0
        await asyncio.gather(*(each.close() for each in before))
        await self.seat(self.tables.index(table), table)
        for seat in range(2):
            self.begin(self.listen(table, seat))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self, listeners: list[asyncio.Task[None]]) -> None:
        await super().stop([*listeners, *self.tasks])

    async def watch(self) -> None:
        start = time.monotonic()
        while True:
            await asyncio.sleep(STEP)
            times, self.times = self.times, []
            self.samples.append(sample(time.monotonic() - start, self.pids, times))
            print(self.samples[-1], file=sys.stderr, flush=True)


def sample(seconds: float, pids: list[int], times: list[float]) -> Sample:
    return {
        "minute": round(seconds / 60, 2),
        "megabytes": [resident_megabytes(pid) for pid in pids],
        "files": [len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids],
        "actions_per_second": round(len(times) / STEP, 1),
        "p50_ms": round(1000 * percentile(times, 0.5), 2),
        "p99_ms": round(1000 * percentile(times, 0.99), 2),
    }


def thirds(samples: list[Sample]) -> Sample:
    """The means of the first and of the last third of the time after which the lines should be flat."""
    settled = samples[round(SETTLED * len(samples)) :]
    third = max(1, len(settled) // 3)
    lines = {
        "megabytes": lambda each: sum(each["megabytes"]),
        "files": lambda each: sum(each["files"]),
        "p50_ms": lambda each: each["p50_ms"],
        "p99_ms": lambda each: each["p99_ms"],
    }
    parts = (settled[:third], settled[-third:])
    return {name: [round(fmean(map(line, part)), 1) for part in parts] for name, line in lines.items()}


def draw(samples: list[Sample]) -> None:
    figure, panels = plt.subplots(3, 1, figsize=(7, 7), sharex=True)
    minutes = [each["minute"] for each in samples]
    for node in range(len(samples[0]["megabytes"])):
        panels[0].plot(minutes, [each["megabytes"][node] for each in samples], label=f"node {node + 1}")
        panels[1].plot(minutes, [each["files"][node] for each in samples], label=f"node {node + 1}")
    panels[2].plot(minutes, [each["p50_ms"] for each in samples], label="p50")
    panels[2].plot(minutes, [each["p99_ms"] for each in samples], label="p99")
    for axes, words in zip(panels, ("memory, MB", "open files", "to both players, ms"), strict=True):
        axes.set_ylim(bottom=0)
        axes.set_ylabel(words)
        axes.legend(loc="lower right")
    panels[2].set_xlabel("minutes")
    save(figure, "soak")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--minutes", type=float, default=20)
    wishes = parser.parse_args()
    calibration = calibration_seconds()
    with Cluster().running() as cluster:
        database = cluster.postgres.new_database()
        with cluster.nodes(wishes.nodes, database, idle_seconds=IDLE) as nodes:
            load = Soak(nodes, wishes.tables, wishes.rate, 60 * wishes.minutes)
            asyncio.run(load.soak())
    found = {"nodes": wishes.nodes, "tables": wishes.tables, "rate": wishes.rate, "games": load.games}
    found |= {"errors": len(load.errors), "calibration_s": round(calibration, 6)}
    print(write("soak", found | {"first_and_last_third": thirds(load.samples)}))
    draw(load.samples)
    complain(load.errors)


if __name__ == "__main__":
    main()
