"""All tables: kept in memory while somebody visits them, and let go afterwards.

A table that is not in memory is read from its ledger at the first visit, so a restart changes
nothing for anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from haggis.rules import Round
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow, NotYours
from haggis.server.settings import Settings
from haggis.server.storage.database import Conflict, Database, Line

from .autoplay import Autoplay
from .clocks import now_millis
from .damage import DamagedTables
from .events import Created, Plan, TableEvent
from .host_commands import CloseTable
from .ledger import batch_of, count_stored, lines_of
from .live_table import LiveTable
from .new_table import SeatChoice, created_by, events_up_to, first_events, new_table_id, same_seats
from .pages import Page, Pages, page_of
from .presence import Presence
from .reading import AT_ONCE, Reader
from .seat_commands import AnnounceRematch, Rename, Sit
from .sharing import Sharing
from .thinkers import Thinkers

TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class OpenTable(NamedTuple):
    """A table in memory with everything that belongs to it."""

    table: LiveTable
    presence: Presence
    autoplay: Autoplay


class Place(NamedTuple):
    """A seat at a table."""

    table: str
    seat: int


class _Written(NamedTuple):
    """The first events of a table, and their lines."""

    events: Sequence[TableEvent]
    lines: Sequence[Line]


def _written(events: Sequence[TableEvent]) -> _Written:
    return _Written(events, lines_of(events, 1, now_millis()))


class Registry:
    def __init__(self, database: Database, settings: Settings, sharing: Sharing | None = None) -> None:
        self._database = database
        self._settings = settings
        self._sharing = sharing or Sharing()
        self.thinkers = Thinkers(settings.thinkers, settings.limits.hints_waiting)
        self._reader = Reader(settings.limits.connections)
        self._pages = Pages(database, self._reader)
        self._damaged = DamagedTables()
        self._open: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        self._rematches = asyncio.Lock()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="haggis-sweeper")

    def stop(self) -> None:
        if self._sweeper:
            self._sweeper.cancel()
        for each in self._open.values():
            each.autoplay.stop()
        self.thinkers.stop()
        self._reader.close()

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._open)

    # --- finding ---

    async def find(self, table: str, visitor: str, player: str | None = None) -> OpenTable:
        """The table, from memory or from its ledger; refuses if there is none.

        A visitor is known by an address. The bots' thinking counts for it if she plays here.
        """
        found = self._open.get(table)
        if found is None:
            found = await self._load(table, visitor)
        else:
            found.table.visited = time.monotonic()  # before anybody else has a turn: a sweep must not let it go
            self._damaged.check(table)
            await found.table.check_it_is_there()
            with self._damaged.noted(table):
                await self._sharing.refresh(found.table)
        found.table.visited = time.monotonic()
        if visitor and found.table.state.seat_of(player) is not None:
            found.table.visitor = visitor
        return found

    async def events(self, table: str, after: int, limit: int, visitor: str) -> Page:
        """Some of a table's events; the table itself need not be read for that."""
        if table in self._open:
            found = (await self.find(table, visitor)).table
            if found.remembers(after):
                return page_of(found.steps_after(after), found.state, limit)
        self._damaged.check(table)
        with self._reader.admitted(visitor), self._damaged.noted(table):
            return await self._pages.read(visitor, table, after, limit)

    async def _load(self, table: str, visitor: str) -> OpenTable:
        """All who want the table meanwhile wait for the same reading, and share its end."""
        if not TABLE_ID.fullmatch(table):
            raise NotFound(say("table.unknown"))
        self._damaged.check(table)
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._read(table, visitor))
            loading.add_done_callback(lambda task: self._loaded(table, task))
        return await asyncio.shield(loading)

    async def _read(self, table: str, visitor: str) -> OpenTable:
        with self._reader.admitted(visitor), self._damaged.noted(table):
            return self._keep(await LiveTable.load(table, self._database, self._settings, self._reader, visitor))

    def _loaded(self, table: str, task: asyncio.Task[OpenTable]) -> None:
        del self._loading[table]
        if not task.cancelled():
            task.exception()  # whoever waits hears of it; nobody may wait any more

    def _keep(self, table: LiveTable) -> OpenTable:
        presence = Presence(table)
        autoplay = Autoplay(table, presence, self.thinkers, self._sharing.may_play)
        opened = self._open[table.id] = OpenTable(table, presence, autoplay)
        self._sharing.opened(table, presence)
        return opened

    def open_tables_of(self, player: str) -> list[LiveTable]:
        """The tables in memory where a player sits."""
        return [each.table for each in self._open.values() if each.table.state.seat_of(player) is not None]

    async def rename(self, player: str, name: str, visitor: str) -> None:
        """Change a player's name at the tables where she is."""
        connected = [await self.find(table, visitor) for table in await self._sharing.tables_of(player)]
        tables = [*self.open_tables_of(player), *(each.table for each in connected)]
        for table in dict.fromkeys(tables):
            await table.perform(Rename(player, name))

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self._settings.sweep_seconds)
            self.sweep()

    def sweep(self) -> None:
        """Let go of tables that nobody has visited for long."""
        long_ago = time.monotonic() - self._settings.idle_seconds
        idle = [
            name
            for name, (table, presence, _) in self._open.items()
            if not presence.connected and table.visited < long_ago
        ]
        for name in idle:
            self._open.pop(name).autoplay.stop()
            self._sharing.closed(name)

    # --- making ---

    async def create(self, plan: Plan, seats: Sequence[SeatChoice], player: str, name: str) -> Place:
        """A new table; it starts at once if no seat is open."""
        return await self._make(created_by(player, plan), seats, name)

    async def take_up(
        self, created: Created, seats: Sequence[SeatChoice], name: str, rounds: Sequence[Round], visitor: str
    ) -> Place:
        """A new table where these rounds have been played, the last one in part."""
        with self._reader.admitted(visitor):
            first = await self._reader.do(visitor, lambda: _written(events_up_to(created, seats, name, rounds)))
            return await self._store(first, seats, visitor)

    async def _make(self, created: Created, seats: Sequence[SeatChoice], name: str) -> Place:
        return await self._store(_written(first_events(created, seats, name)), seats)

    async def _store(self, first: _Written, seats: Sequence[SeatChoice], visitor: str = "") -> Place:
        """Store the first events of a table, and keep it."""
        mine = next(number for number, seat in enumerate(seats) if seat.kind == "me")
        lines = first.lines
        table = LiveTable(lines[:1], new_table_id(), self._database, self._settings, self._reader)
        table.visitor = visitor
        for start in range(1, len(lines), AT_ONCE):
            await table.take_over(lines[start : start + AT_ONCE])
        with contextlib.suppress(Conflict):  # nobody else knows the id: it was stored, and the answer got lost
            await self._database.append(batch_of(None, table.state, lines, lines[0].at))
        count_stored(first.events)
        self._keep(table)
        return Place(table.id, mine)

    async def rematch(self, old: LiveTable, asked: Sit, visitor: str) -> Place:
        """A table like this one for the same people: the first to ask makes it, the others join it."""
        seat = old.state.seat_of(asked.player)
        if seat is None:
            raise NotYours(say("table.players-rematch"))
        if old.state.status != "over":
            raise NotNow(say("table.not-over"))
        async with self._rematches:
            if old.state.rematch is None:
                await self._make_rematch(old, replace(asked, wanted=seat), visitor)
        return await self._join_rematch(old.state.rematch or "", asked, visitor)

    async def _make_rematch(self, old: LiveTable, asked: Sit, visitor: str) -> None:
        player, seat = asked.player, asked.wanted or 0
        reserved = tuple(each.owner if each.kind == "person" else None for each in old.state.seats)
        awaited = tuple(each.name if each.kind == "person" else "" for each in old.state.seats)
        anybody = created_by(player, old.state.plan.model_copy(update={"practice": False}))
        created = anybody.model_copy(update={"reserved": reserved, "awaited": awaited})
        made = await self._make(created, same_seats(old.state, seat, asked.share), asked.name)
        await old.perform(AnnounceRematch(made.table, seat))
        if old.state.rematch != made.table:  # somebody at another node was quicker
            await (await self.find(made.table, visitor)).table.perform(CloseTable(player))

    async def _join_rematch(self, table: str, asked: Sit, visitor: str) -> Place:
        joined = (await self.find(table, visitor)).table
        if joined.state.seat_of(asked.player) is None:
            await joined.perform(asked)
        return Place(table, joined.state.seat_of(asked.player) or 0)
