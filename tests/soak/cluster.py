"""Faults at random while many pairs play at three nodes: no acknowledged action is lost, and every record holds.

    python -m tests.soak.cluster --minutes 10

Nodes are killed and stopped, Redis is killed, PostgreSQL is stopped and crashed, one node is cut off from Redis, each
for a few seconds and one after the other. What was done is printed; anything lost is an exit code that is not 0.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.server.backends import Cable, Postgres, RedisServer, need_databases
from tests.server.running_server import RunningServer, ServerForker
from tests.server.stubborn import play_through

NODES = 3
Fault = Callable[[], Awaitable[None]]


class Faults:
    """What can happen, each for some seconds."""

    def __init__(self, nodes: list[RunningServer], postgres: Postgres, redis: RedisServer, cable: Cable) -> None:
        self._nodes = nodes
        self._postgres = postgres
        self._redis = redis
        self._cable = cable
        self._rng = random.Random(1)

    async def for_minutes(self, minutes: float) -> None:
        until = time.monotonic() + 60 * minutes
        while time.monotonic() < until:
            fault = self._rng.choice([self.kill, self.stop, self.no_redis, self.no_postgres, self.cut_off])
            print(f"{until - time.monotonic():6.0f} s left: {fault.__name__}", flush=True)
            await fault()
            await asyncio.sleep(self._rng.uniform(1, 5))

    async def _pause(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, 10))

    async def kill(self) -> None:
        await self._end_node(signal.SIGKILL)

    async def stop(self) -> None:
        await self._end_node(signal.SIGINT)

    async def _end_node(self, how: signal.Signals) -> None:
        node = self._rng.choice(self._nodes)
        await asyncio.to_thread(node.stop, how)
        await self._pause()
        await asyncio.to_thread(node.start)

    async def no_redis(self) -> None:
        await asyncio.to_thread(self._redis.end, signal.SIGKILL)
        await self._pause()
        await asyncio.to_thread(self._redis.start)

    async def no_postgres(self) -> None:
        await asyncio.to_thread(self._postgres.end, self._rng.choice([signal.SIGINT, signal.SIGQUIT]))
        await self._pause()
        await asyncio.to_thread(self._postgres.start)

    async def cut_off(self) -> None:
        await self._cable.cut()
        await self._pause()
        await self._cable.mend()


async def play(minutes: float, pairs: int, forker: ServerForker, postgres: Postgres, redis: RedisServer) -> None:
    cable = Cable(redis.port)
    await cable.mend()
    redis_urls = [redis.url] * (NODES - 1) + [f"redis://127.0.0.1:{cable.port}/0"]
    database = await asyncio.to_thread(postgres.new_database)
    with tempfile.TemporaryDirectory() as folder:
        data = [Path(folder) / str(number) for number in range(NODES)]
        nodes = [
            RunningServer(forker, each, database=database, redis=url)
            for each, url in zip(data, redis_urls, strict=True)
        ]
        try:
            for node in nodes:
                await asyncio.to_thread(node.start)
            faults = Faults(nodes, postgres, redis, cable)
            players = await play_through([node.url for node in nodes], lambda: faults.for_minutes(minutes), pairs)
        finally:
            for node in nodes:
                node.stop()
            await cable.cut()
    acknowledged = sum(len(player.acknowledged) for player in players)
    print(f"{len(players) // 2} games, {acknowledged} acknowledged actions: none lost, none twice")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pairs", type=int, default=20)
    wishes = parser.parse_args()
    need_databases()
    forker, postgres, redis = ServerForker(), Postgres(), RedisServer()
    try:
        postgres.start()
        redis.start()
        asyncio.run(play(wishes.minutes, wishes.pairs, forker, postgres, redis))
    finally:
        postgres.close()
        redis.close()
        forker.close()


if __name__ == "__main__":
    main()
