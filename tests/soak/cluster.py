"""Faults at random while many pairs play: no acknowledged action is lost or doubled, and every record holds.

    python -m tests.soak.cluster --minutes 10 --seed 1

Pairs play at three nodes on PostgreSQL and Redis, and at one server on SQLite with a small disk (for which root's
rights are needed). One after the other, in an order that follows from the seed, nodes are killed and stopped, Redis is
killed, PostgreSQL is stopped, crashed and killed, one node is cut off from Redis, a node's clock jumps by an hour, 30 %
of the connections are dropped, and the disk is full; each for some seconds, and each at least once. What was done is
printed; anything lost is an exit code that is not 0.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.server.backends import Cable, Postgres, RedisServer, need_databases
from tests.server.faulty import HOUR, JumpingClock, LossyWay, NotAllowed, SmallDisk
from tests.server.running_server import RunningServer, ServerForker
from tests.server.stubborn import Player, play_through

NODES = 3
DROPPED = 0.3
MEGABYTES = 64
Fault = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Service:
    """Everything that runs."""

    nodes: Sequence[RunningServer]
    clocks: Sequence[JumpingClock]
    ways: Sequence[LossyWay]
    """To the nodes, one each."""
    cable: Cable
    """From the last node to Redis."""
    postgres: Postgres
    redis: RedisServer
    disk: SmallDisk | None
    on_disk: RunningServer | None


class Faults:
    """What can happen, each for some seconds."""

    def __init__(self, service: Service, seed: int, longest: float) -> None:
        self._service = service
        self._rng = random.Random(seed)
        self._longest = longest
        self.happened: Counter[str] = Counter()

    async def for_minutes(self, minutes: float) -> None:
        """All of them in some order, then all of them in another order, until the time is over."""
        until = time.monotonic() + 60 * minutes
        kinds = self._kinds()
        while not self.happened or time.monotonic() < until:
            for kind in self._rng.sample(list(kinds), len(kinds)):
                print(f"{until - time.monotonic():6.0f} s left: {kind}", flush=True)
                await kinds[kind]()
                self.happened[kind] += 1
                await asyncio.sleep(self._rng.uniform(0.1, 0.5) * self._longest)

    def _kinds(self) -> dict[str, Fault]:
        kinds = {
            "node killed": lambda: self._end_node(signal.SIGKILL),
            "node stopped": lambda: self._end_node(signal.SIGINT),
            "Redis killed": self._no_redis,
            "PostgreSQL stopped": lambda: self._no_postgres(signal.SIGINT),
            "PostgreSQL crashed": lambda: self._no_postgres(signal.SIGQUIT),
            "PostgreSQL killed": lambda: self._no_postgres(signal.SIGKILL),
            "node cut off from Redis": self._cut_off,
            "clock an hour ahead": lambda: self._jump(HOUR),
            "clock an hour behind": lambda: self._jump(-HOUR),
            "connections dropped": self._drop,
        }
        return kinds | ({"disk full": self._fill} if self._service.disk else {})

    async def _pause(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.05, 1) * self._longest)

    async def _end_node(self, how: signal.Signals) -> None:
        node = self._rng.choice(self._service.nodes)
        await asyncio.to_thread(node.stop, how)
        await self._pause()
        await asyncio.to_thread(node.start)

    async def _no_redis(self) -> None:
        await asyncio.to_thread(self._service.redis.end, signal.SIGKILL)
        await self._pause()
        await asyncio.to_thread(self._service.redis.start)

    async def _no_postgres(self, how: signal.Signals) -> None:
        await asyncio.to_thread(self._service.postgres.end, how)
        await self._pause()
        await asyncio.to_thread(self._service.postgres.start)

    async def _cut_off(self) -> None:
        await self._service.cable.cut()
        await self._pause()
        await self._service.cable.mend()

    async def _jump(self, seconds: int) -> None:
        clock = self._rng.choice(self._service.clocks)
        clock.jump_to(seconds)
        await self._pause()
        clock.jump_to(0)

    async def _drop(self) -> None:
        for way in self._service.ways:
            way.chance = DROPPED
        await self._pause()
        for way in self._service.ways:
            way.chance = 0

    async def _fill(self) -> None:
        assert self._service.disk
        self._service.disk.fill()
        await self._pause()
        self._service.disk.clear()


async def started(stack: AsyncExitStack, folder: Path) -> Service:
    """Everything, running; the stack ends it."""
    postgres, redis = Postgres(), RedisServer()
    for backend in (postgres, redis):
        stack.callback(backend.close)
        await asyncio.to_thread(backend.start)
    cable = Cable(redis.port)
    await cable.mend()
    stack.push_async_callback(cable.cut)
    urls = [redis.url] * (NODES - 1) + [f"redis://127.0.0.1:{cable.port}/0"]
    database = await asyncio.to_thread(postgres.new_database)
    clocks, nodes, ways = [], [], []
    for number, url in enumerate(urls):
        data = folder / f"node{number}"
        clocks.append(JumpingClock(folder / f"clock{number}"))
        nodes.append(await running(stack, RunningServer(forked(stack, clocks[-1]), data, database=database, redis=url)))
        ways.append(await LossyWay(nodes[-1].port, random.Random(number)).open())
        stack.callback(ways[-1].close)
    disk = small_disk(stack, folder / "disk")
    server = await running(stack, RunningServer(forked(stack), disk.folder / "data")) if disk else None
    return Service(nodes, clocks, ways, cable, postgres, redis, disk, server)


async def running(stack: AsyncExitStack, server: RunningServer) -> RunningServer:
    stack.callback(server.stop)
    return await asyncio.to_thread(server.start)


def forked(stack: AsyncExitStack, clock: JumpingClock | None = None) -> ServerForker:
    forker = ServerForker(clock.folder if clock else None)
    stack.callback(forker.close)
    return forker


def small_disk(stack: AsyncExitStack, folder: Path) -> SmallDisk | None:
    try:
        disk = SmallDisk(folder, MEGABYTES)
    except NotAllowed as error:
        print(f"no disk is filled: {error}")
        return None
    stack.callback(disk.close)
    return disk


async def play(wishes: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            service = await started(stack, Path(folder))
            faults = Faults(service, wishes.seed, wishes.longest)
            over = asyncio.Event()

            async def all_faults() -> None:
                await faults.for_minutes(wishes.minutes)
                over.set()

            playing = [play_through([way.url for way in service.ways], all_faults, wishes.pairs, service.nodes)]
            if service.on_disk:
                server, pairs = service.on_disk, max(1, wishes.pairs // 4)
                playing.append(play_through([server.url], over_at(over), pairs, [server]))
            players = [player for each in await asyncio.gather(*playing) for player in each]
    report(players, faults, sum(way.dropped for way in service.ways))


def over_at(event: asyncio.Event) -> Fault:
    async def wait() -> None:
        await event.wait()

    return wait


def report(players: Sequence[Player], faults: Faults, dropped: int) -> None:
    acknowledged = sum(len(player.acknowledged) for player in players)
    troubles, again = sum(player.troubles for player in players), sum(player.again for player in players)
    for kind, number in sorted(faults.happened.items()):
        print(f"{number:6} {kind}")
    print(f"{faults.happened.total()} faults, {dropped} connections dropped")
    print(f"{troubles} actions answered with trouble, {again} acknowledged when they were sent again")
    print(f"{len(players) // 2} games finished, {acknowledged} acknowledged actions: none lost, none twice")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="another number has another order of faults")
    parser.add_argument("--longest", type=float, default=10, help="how many seconds a fault lasts at most")
    need_databases()
    asyncio.run(play(parser.parse_args()))


if __name__ == "__main__":
    main()
