"""From one server to several: an SQLite database copied into an empty PostgreSQL one, all or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from sqlalchemy import exists, func, insert, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from haggis.rules import HaggisError

from . import schema
from .engine import create_engine, is_bad_value, is_shared
from .nodes import NOW
from .opening import KEY, check_present, database_file, one_server, open_database

KEPT = (
    schema.tables,
    schema.players,
    schema.events,
    schema.seated,
    schema.results,
    schema.reviews,
    schema.puzzle_progress,
)
"""What is copied, in an order that pleases foreign keys: all but what nodes know of each other, and a day's counts."""
AT_ONCE = 1000
Progress = Callable[[int, int], None]
"""Told how many rows are done, and of how many."""


class CantCopy(HaggisError):
    """A database that can't be copied, or not to there."""


def copy(url: str, to: str, key: Path, progress: Progress) -> Mapping[str, int]:
    """Copy all rows, and the key that cookies and links are signed with; how many rows of each table."""
    if database_file(url) is None:
        raise CantCopy("what is copied is an SQLite file; PostgreSQL has its own way: pg_dump")
    if database_file(to) is not None or not is_shared(to):
        raise CantCopy("the way leads to PostgreSQL; an SQLite file is copied by `haggis admin backup`")
    if not key.is_file():
        raise CantCopy(f"there is no key {key}: without it nobody would keep her seat")
    with one_server(url):
        return asyncio.run(_copy(url, to, key.read_bytes(), progress))


async def _copy(url: str, to: str, key: bytes, progress: Progress) -> Mapping[str, int]:
    await check_present(url)
    await open_database(to)
    async with AsyncExitStack() as stack:
        source, target = create_engine(url, 1), create_engine(to, 1)
        stack.push_async_callback(source.dispose)
        stack.push_async_callback(target.dispose)
        read = await stack.enter_async_context(source.connect())
        written = await stack.enter_async_context(target.begin())
        await _check_empty(written)
        found = await _counts(read)
        await _copy_rows(read, written, lambda done: progress(done, sum(found.values())))
        mine = postgresql.insert(schema.secrets).values(name=KEY, value=key.hex())
        await written.execute(mine.on_conflict_do_update(index_elements=["name"], set_={"value": key.hex()}))
        if await _counts(written) != found:
            raise CantCopy("not every row has arrived: nothing is copied")
    return found


async def _check_empty(target: AsyncConnection) -> None:
    """Until the end nobody else writes to it."""
    names = ", ".join(table.name for table in (*KEPT, schema.nodes))
    await target.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    if await target.scalar(select(exists().where(schema.nodes.c.until > NOW))):
        raise CantCopy("a server uses the database that should be written: stop it first")
    full = [name for name, rows in (await _counts(target)).items() if rows]
    if full:
        raise CantCopy(f"the database that should be written is not empty: it has {', '.join(full)}")


async def _counts(connection: AsyncConnection) -> dict[str, int]:
    return {table.name: await connection.scalar(select(func.count()).select_from(table)) or 0 for table in KEPT}


async def _copy_rows(source: AsyncConnection, target: AsyncConnection, progress: Callable[[int], None]) -> None:
    done = 0
    for table in KEPT:
        async for rows in (await source.stream(select(table))).partitions(AT_ONCE):
            try:
                await target.execute(insert(table), [dict(row._mapping) for row in rows])
            except DBAPIError as error:
                if not is_bad_value(error):
                    raise
                raise CantCopy(f"PostgreSQL does not take a row of {table.name}: see `haggis admin check`") from error
            done += len(rows)
            progress(done)
