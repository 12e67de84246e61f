"""A server in the test's own process: what runs on its event loop can be watched, what breaks can be chosen."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.app import create_app
from haggis.server.web.run import _config
from haggis.server.web.services import Services


@asynccontextmanager
async def in_process(data: Path, **settings: Any) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """Its services, and somebody who asks it."""
    app = create_app(Settings(**{"data": data, "limits": Limits.none()} | settings))
    services: Services = app.state.services
    transport = httpx.ASGITransport(app)
    async with services.running(), httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api") as http:
        yield services, http


@contextmanager
def without_the_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def served(data: Path, **settings: Any) -> AsyncIterator[str]:
    """A server on this event loop, with real connections."""
    server = uvicorn.Server(_config(Settings(data=data, limits=Limits.none(), **settings)))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
