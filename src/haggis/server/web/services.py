"""What every request needs, made once when the server starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from haggis.server.settings import Settings
from haggis.server.storage.database import Storage
from haggis.server.tables.registry import Tables

from .identity import Signer, guest_name, load_key
from .rate_limits import Buckets, Counter


class Services:
    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.signer = Signer(load_key(settings.data))
        self.storage = Storage(settings.database_url, settings.commit_window)
        self.tables = Tables(self.storage, settings)
        self.requests = Buckets(limits.requests, "too many requests from your address; wait a moment")
        self.new_tables = Buckets(limits.tables, "too many new tables from your address; play one of them first")
        self.hints = Buckets(limits.hints, "too many hints; think a moment yourself")
        self.connections = Counter(limits.connections, "too many open tables from your address; close one first")

    async def name_of(self, player: str) -> str:
        return await self.storage.name_of(player) or guest_name(player)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.storage.start()
        self.tables.start()
        try:
            yield
        finally:
            self.tables.stop()
            await self.storage.stop()


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
