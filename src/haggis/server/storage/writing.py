"""How a group of batches is written: as one transaction; to an SQLite file in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, Connection, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from . import schema
from .engine import create_file_engine, file_of
from .study_rows import PuzzleRow

if TYPE_CHECKING:
    from .database import Batch


log = logging.getLogger(__name__)


class OutdatedError(Exception):
    """What is to be replaced is not there any more."""


class FileGone(OSError):
    """The database's file was taken away, or another one put in its place: whoever has it open would not notice."""


class Writer:
    """Through an async driver every statement is handed to a thread and back; a file gets a whole group at once."""

    def __init__(self, url: str, engine: AsyncEngine) -> None:
        self._engine = engine
        self._file_engine = create_file_engine(url)
        self._path = file_of(url)
        self._identity: tuple[int, int] | None = None
        self._is_gone = False
        self._thread = ThreadPoolExecutor(1, "haggis-writer")

    def start(self) -> None:
        """Note which file it is that is there now."""
        self._identity = self._file_there()

    async def write(self, group: Sequence[Batch]) -> None:
        if self._file_engine is None:
            async with self._engine.begin() as connection:
                await connection.run_sync(write, group)
        else:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._write_to_file, group)

    def _write_to_file(self, group: Sequence[Batch]) -> None:
        if self._file_engine is not None:
            self._check_file()
            with self._file_engine.begin() as connection:
                write(connection, group)

    def _check_file(self) -> None:
        """A few microseconds a commit; what is written to a file without a name is lost when the server ends."""
        is_gone = self._file_there() != self._identity
        if is_gone and not self._is_gone:
            log.error("the database %s was taken away, or replaced: nothing is stored before it is back", self._path)
        self._is_gone = is_gone
        if is_gone:
            raise FileGone(f"{self._path} is gone")

    def _file_there(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        try:
            found = os.stat(self._path)  # noqa: PTH116  # a third quicker
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    async def stop(self) -> None:
        if self._file_engine is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._file_engine.dispose)
        self._thread.shutdown()


def write(connection: Connection, group: Sequence[Batch]) -> None:
    for batch in group:
        if batch.new_table:
            connection.execute(insert(schema.tables), batch.new_table)
        elif batch.table_row:
            connection.execute(update(schema.tables).where(schema.tables.c.id == batch.table), batch.table_row)
        if batch.seated is not None:
            _write_seated(connection, batch.table, batch.seated)
        if batch.name:
            _replace(connection, schema.players.c.id, {"id": batch.name[0], "name": batch.name[1]})
        if batch.review:
            _replace(connection, schema.reviews.c.table_id, batch.review._asdict())
        if batch.puzzles:
            _write_progress(connection, batch.puzzles)
    lines = [{"table_id": batch.table} | line._asdict() for batch in group for line in batch.lines]
    if lines:
        connection.execute(insert(schema.events), lines)
    rows = [result._asdict() for batch in group for result in batch.results]
    if rows:
        connection.execute(insert(schema.results), rows)


def _write_seated(connection: Connection, table: str, players: frozenset[str]) -> None:
    connection.execute(schema.seated.delete().where(schema.seated.c.table_id == table))
    if players:
        rows = [{"table_id": table, "player_id": player} for player in sorted(players)]
        connection.execute(insert(schema.seated), rows)


def _write_progress(connection: Connection, row: PuzzleRow) -> None:
    progress = schema.puzzle_progress
    if row.instead_of is None:
        connection.execute(insert(progress).values(player_id=row.player_id, body=row.body))
        return
    known = (progress.c.player_id == row.player_id) & (progress.c.body == row.instead_of)
    if not connection.execute(update(progress).where(known).values(body=row.body)).rowcount:
        raise OutdatedError


def _replace(connection: Connection, key: Column[Any], row: Mapping[str, object]) -> None:
    """The row, instead of one that has the same key."""
    into = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = into(key.table).values(row)
    connection.execute(added.on_conflict_do_update(index_elements=[key], set_=dict(row)))
