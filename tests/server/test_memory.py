"""Whatever ends leaves the memory by itself: the collector hardly ever looks at old objects, since all wait for it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import uvloop

from haggis.server.web.protocols import LiveWebSocket

from .guests import ME, Guest
from .in_process import served, without_the_collector

BOT = {"kind": "bot", "level": "greedy"}


def connections() -> list[weakref.ref[LiveWebSocket]]:
    return [weakref.ref(each) for each in gc.get_objects() if type(each) is LiveWebSocket]


def test_a_connection_that_has_ended_leaves_the_memory_without_the_collector(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path) as url:
            ann = Guest(url)
            table = await ann.make_table(ME, BOT)
            opened = []
            for _ in range(5):
                async with ann.at(table):
                    await asyncio.sleep(0.1)  # the server has said all that there is to say
                    opened += connections()
            async with asyncio.timeout(5):
                while any(each() for each in opened):
                    await asyncio.sleep(0.01)

    with without_the_collector(), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(scene(), 60))
