"""Whatever ends leaves the memory by itself: the collector hardly ever looks at old objects, since all wait for it."""

from __future__ import annotations

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
import uvloop

from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.protocols import LiveWebSocket
from haggis.server.web.run import _config

from .guests import ME, Guest

BOT = {"kind": "bot", "level": "greedy"}


@contextmanager
def without_the_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def served(data: Path) -> AsyncIterator[str]:
    """A server on this event loop, with real connections."""
    server = uvicorn.Server(_config(Settings(data=data, limits=Limits.none())))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


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
