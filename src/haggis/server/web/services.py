"""What every request needs, made once when the server starts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import HTTPConnection

from haggis.server.english import say
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.study.desk import Desk
from haggis.server.study.puzzling import Puzzling
from haggis.server.study.records import Records
from haggis.server.study.reviews import Reviews
from haggis.server.tables.node import Node
from haggis.server.tables.registry import Registry
from haggis.server.tables.sharing import Sharing
from haggis.server.wire.client_messages import Reaction
from haggis.server.wire.review_view import WRITING

from .broadcast import Broadcasts
from .identity import Signer, guest_name, load_key
from .long_answers import LongAnswers
from .rate_limits import Buckets, ConnectionCounter, PublicTables, SlowDown
from .readiness import Readiness


class Services:
    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings = settings
        self.signer = Signer(settings.key if settings.key is not None else load_key(settings.data))
        self.database = Database(settings.database_url, settings.commit_window)
        self.desk = Desk(limits.answers_waiting)
        self.long_answers = LongAnswers(limits.answers_waiting)
        self.records = Records()
        self.puzzling = Puzzling(self.database)
        self.broadcasts = Broadcasts()
        shared = self.database.shared
        self.sharing = Node(self.database, settings, self.broadcasts.show) if shared else Sharing()
        self.reviews = Reviews(self.database, self.desk, WRITING, settings.review_nodes, self.sharing)
        self.tables = Registry(self.database, settings, self.sharing)
        self.readiness = Readiness(self.database)
        self.slow_down = SlowDown()
        self.requests = Buckets(limits.requests, say("limit.requests"))
        self.new_tables = Buckets(limits.tables, say("limit.tables"))
        self.public_tables = PublicTables(self.database, self.signer, limits.public_tables)
        self.newcomers = Buckets(limits.newcomers, say("limit.newcomers"))
        self.messages = Buckets(limits.address_messages, say("limit.messages"))
        self.hints = Buckets(limits.hints, say("limit.hints"))
        self.record_rate = Buckets(limits.records, say("limit.records"))
        self.connections = ConnectionCounter(limits.connections, say("limit.connections"))

    async def name_of(self, player: str) -> str:
        return await self.database.name_of(player) or guest_name(player)

    def react(self, table: str, seat: int, reaction: Reaction) -> None:
        """Show a reaction to everybody at a table, here and at other nodes."""
        self.broadcasts.show(table, seat, reaction)
        self.sharing.react(table, seat, reaction)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.database.start()
        await self.sharing.start()
        self.tables.start()
        try:
            yield
        finally:
            self.reviews.stop()
            self.desk.stop()
            self.long_answers.stop()
            self.tables.stop()
            await self.sharing.stop()
            await self.database.stop()


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
