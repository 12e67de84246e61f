"""A server in the test's own process: what runs on its event loop can be watched, what breaks can be chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.web.app import create_app
from haggis.server.web.services import Services


@asynccontextmanager
async def in_process(data: Path, **settings: Any) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """Its services, and somebody who asks it."""
    app = create_app(Settings(**{"data": data, "limits": Limits.none()} | settings))
    services: Services = app.state.services
    transport = httpx.ASGITransport(app)
    async with services.running(), httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1/api") as http:
        yield services, http
