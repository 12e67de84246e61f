"""The database: one append-only ledger of events, and group commits.

Many tables act at the same time, and each action must be on disk before it is acknowledged. So one
writer takes whatever waits, from all tables, and commits it as one transaction: one fsync for
all of them. Two who want the same sequence number of a table can't both have it: the database
refuses the second (`Conflict`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

from sqlalchemy import Row, exists, or_, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from haggis.server.english import say
from haggis.server.errors import BadRequest, Trouble
from haggis.server.metrics import COMMIT_CHANGES, COMMIT_FAILURES, COMMIT_SECONDS

from . import results, schema
from .engine import DATABASE_ERRORS, create_engine, is_bad_value, is_shared, migrate
from .results import GameResult, ResultSums
from .study_rows import PuzzleRow, ReviewRow
from .writing import OutdatedError, Writer

log = logging.getLogger(__name__)
LOBBY_SIZE = 100
OPEN_FOR = 2 * 3600 * 1000
PLAYED_FOR = 12 * 3600 * 1000
LISTED_FOR = 24 * 3600 * 1000
"""Since it was made: within a day an address makes a few public tables only."""
PATIENCE, PAUSE = 3.0, 0.1
"""How long, and how often, a commit is tried again when a shared database has gone away."""
STOP_SECONDS = 3.0
"""How long what waits is still written at the end, and connections are closed."""


class Conflict(Exception):
    """Somebody else has written this sequence number, this client id or this progress first."""


class Line(NamedTuple):
    """One stored event."""

    seq: int
    at: int
    body: str
    client: str | None


class StoredSummary(NamedTuple):
    """What is stored of a table for the lobby, readable or not."""

    table: str
    summary: Any


class TableRow(TypedDict):
    """A table as the lobby looks it up; the columns of `schema.tables`."""

    id: str
    status: str
    public: bool
    changed_at: int
    summary: dict[str, Any]


@dataclass(frozen=True)
class Batch:
    """What one change of one table writes, all of it or nothing."""

    table: str
    lines: Sequence[Line] = ()
    new_table: TableRow | None = None
    table_row: TableRow | None = None
    seated: frozenset[str] | None = None
    """Who sits at the table now; None if that has not changed."""
    results: Sequence[GameResult] = ()
    name: tuple[str, str] | None = None
    """A player and her new name."""
    review: ReviewRow | None = None
    puzzles: PuzzleRow | None = None
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Database:
    def __init__(self, url: str, window: float) -> None:
        self.shared = is_shared(url)
        self._engine = create_engine(url)
        self._signs = create_engine(url, 1) if self.shared else self._engine
        """A node's signs of life never wait behind its visitors."""
        self._writer = Writer(url, self._engine)
        self._window = window
        self._away = False
        """Whether the latest commit failed."""
        self._queue: asyncio.Queue[Batch] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Bring the database into its present shape and begin to write."""
        async with self._engine.begin() as connection:
            await connection.run_sync(migrate)
        self._writer.start()
        self._writing = asyncio.create_task(self._write_forever(), name="haggis-writer")

    async def stop(self) -> None:
        """Write what waits; a database that gives no answer holds nobody up: what it did not store was not promised."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._queue.join()
                await self._engine.dispose()
                await self._signs.dispose()
        except TimeoutError:
            log.error("the database gave no answer at the end")
        if self._writing:
            self._writing.cancel()
        await self._writer.stop()

    # --- writing ---

    async def append(self, batch: Batch) -> None:
        """Returns when the batch is on disk; raises `Conflict` if somebody was quicker."""
        self._queue.put_nowait(batch)
        await batch.done

    async def _write_forever(self) -> None:
        while True:
            group = [await self._queue.get()]
            await asyncio.sleep(self._window)
            while not self._queue.empty():
                group.append(self._queue.get_nowait())
            await self._commit(group)
            for _ in group:
                self._queue.task_done()

    async def _commit(self, group: list[Batch]) -> None:
        began = time.perf_counter()
        try:
            await self._store(sorted(group, key=lambda batch: (batch.table, batch.name or ())))
        except (IntegrityError, OutdatedError):
            COMMIT_FAILURES.labels("conflict").inc()
            await self._commit_halves(group, Conflict())
        except Exception as error:  # noqa: BLE001  # whatever a driver raises, the writer must go on
            COMMIT_FAILURES.labels("trouble").inc()
            log.error("could not commit: %s", type(error).__name__)
            if is_bad_value(error):
                await self._commit_halves(group, BadRequest(say("request.unstorable")))
                return
            self._away = True
            for batch in group:
                _fail(batch, Trouble(say("trouble.no-answer" if self.shared else "trouble.not-saved")))
        else:
            self._away = False
            COMMIT_SECONDS.observe(time.perf_counter() - began)
            COMMIT_CHANGES.observe(len(group))
            for batch in group:
                if not batch.done.done():
                    batch.done.set_result(None)

    async def _store(self, group: list[Batch]) -> None:
        """Write a group in the order of its tables: two nodes that want the same ones don't wait for each other.

        A commit whose answer got lost may be stored: tried again it is a conflict, and whoever wants it reads again.
        """
        until = time.monotonic() + (PATIENCE if self.shared and not self._away else 0)
        while True:
            try:
                await self._writer.write(group)
            except IntegrityError:
                raise
            except DATABASE_ERRORS as error:
                if is_bad_value(error) or time.monotonic() >= until:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                return

    async def _commit_halves(self, group: list[Batch], why: Exception) -> None:
        """One of them can't be stored: smaller groups, until only that one fails."""
        if len(group) == 1:
            _fail(group[0], why)
            return
        middle = len(group) // 2
        await self._commit(group[:middle])
        await self._commit(group[middle:])

    # --- reading ---

    async def load(self, table: str, after: int = 0, limit: int | None = None) -> list[Line]:
        """A table's events after a number, in order; none if there is no such table."""
        event = schema.events.c
        query = select(schema.events).where(event.table_id == table, event.seq > after).order_by(event.seq)
        rows = await self._rows(query.limit(limit))
        return [Line(row.seq, row.at, row.body, row.client) for row in rows]

    async def latest_deal(self, table: str, until: int) -> Line | None:
        """The latest deal of a table up to a number; looks back over one round only."""
        event = schema.events.c
        deals = event.body.contains('"kind":"dealt"')
        query = select(schema.events).where(event.table_id == table, event.seq <= until, deals)
        rows = await self._rows(query.order_by(event.seq.desc()).limit(1))
        return Line(rows[0].seq, rows[0].at, rows[0].body, rows[0].client) if rows else None

    async def seq_of(self, table: str, client: str) -> int | None:
        """The event that was stored with a client id."""
        event = schema.events.c
        rows = await self._rows(select(event.seq).where(event.table_id == table, event.client == client))
        return rows[0].seq if rows else None

    async def load_after(self, known: Mapping[str, int]) -> dict[str, list[Line]]:
        """The events of several tables after what is known of each, in one look (PostgreSQL)."""
        rows = await self._rows(schema.EVENTS_AFTER, {"tables": list(known), "seqs": list(known.values())})
        found: dict[str, list[Line]] = {}
        for row in rows:
            found.setdefault(row.table_id, []).append(Line(row.seq, row.at, row.body, row.client))
        return found

    async def has(self, table: str) -> bool:
        """Whether a table is there: its owner may have removed it."""
        return bool(await self._rows(select(schema.tables.c.id).where(schema.tables.c.id == table)))

    async def name_of(self, player: str) -> str | None:
        rows = await self._rows(select(schema.players.c.name).where(schema.players.c.id == player))
        return str(rows[0].name) if rows else None

    async def lobby(self, now: int) -> list[StoredSummary]:
        """Public tables that wait or are being played, the latest first."""
        table = schema.tables.c
        waiting = (table.status == "open") & (table.changed_at > now - OPEN_FOR)
        played = (table.status == "playing") & (table.changed_at > now - PLAYED_FOR)
        made = schema.events.c
        listed = (made.table_id == table.id) & (made.seq == 1) & (made.at > now - LISTED_FOR)
        query = select(table.id, table.summary).where(table.public, or_(waiting, played), exists().where(listed))
        rows = await self._rows(query.order_by(table.changed_at.desc()).limit(LOBBY_SIZE))
        return [StoredSummary(row.id, row.summary) for row in rows]

    async def tables_of(self, player: str) -> list[StoredSummary]:
        """The unfinished tables where a player sits, the latest first."""
        table = schema.tables.c
        joined = schema.tables.join(schema.seated, schema.seated.c.table_id == table.id)
        mine = (schema.seated.c.player_id == player) & table.status.in_(("open", "playing"))
        query = select(table.id, table.summary).select_from(joined).where(mine).order_by(table.changed_at.desc())
        return [StoredSummary(row.id, row.summary) for row in await self._rows(query.limit(LOBBY_SIZE))]

    async def results_of(self, player: str, before: int, limit: int) -> list[GameResult]:
        """A player's finished games that ended before a time, the latest first."""
        return [GameResult(**row._mapping) for row in await self._rows(results.latest(player, before, limit))]

    async def sums_of(self, player: str) -> list[ResultSums]:
        """A player's results added up, one for each number of players."""
        return [ResultSums(**row._mapping) for row in await self._rows(results.sums(player))]

    async def review_of(self, table: str) -> ReviewRow | None:
        rows = await self._rows(select(schema.reviews).where(schema.reviews.c.table_id == table))
        return ReviewRow(**rows[0]._mapping) if rows else None

    async def puzzles_of(self, player: str) -> PuzzleRow | None:
        rows = await self._rows(select(schema.puzzle_progress).where(schema.puzzle_progress.c.player_id == player))
        return PuzzleRow(**rows[0]._mapping) if rows else None

    async def is_well(self) -> bool:
        await self._rows(text("SELECT 1"))
        return True

    async def _rows(self, query: Any, values: Mapping[str, Any] | None = None) -> Sequence[Row[Any]]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query, values)).all()
        except DATABASE_ERRORS as error:
            raise self._trouble(error) from error

    @asynccontextmanager
    async def transaction(self, *, sign: bool = False) -> AsyncIterator[AsyncConnection]:
        """For what isn't in the ledger, beside the group commits; conflicts are the caller's."""
        try:
            async with (self._signs if sign else self._engine).begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DATABASE_ERRORS as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> Trouble:
        log.error("the database gave no answer: %s", type(error).__name__)
        return Trouble(say("trouble.no-database"))


def _fail(batch: Batch, error: Exception) -> None:
    if not batch.done.done():
        batch.done.set_exception(error)
