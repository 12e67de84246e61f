"""For `haggis admin`: every ledger checked, records exported, old tables removed."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from haggis.rules import HaggisError

from .errors import Damaged, NotFound
from .settings import Settings
from .storage import upkeep as rows
from .storage.database import Database
from .storage.opening import BadDatabase, check_present, one_server
from .tables.host_commands import CloseForgotten
from .tables.live_table import LiveTable
from .tables.reading import Reader
from .wire.game_record import record_of

DAY = 24 * 3600 * 1000
AT_ONCE = 200
"""Tables that are removed in one transaction."""
BEING_PLAYED = "table {} is not finished, and a server is running: stop it first"
Watched = Callable[[Sequence[str]], Iterable[str]]
"""The same tables, with a sign of progress."""


class CantRemove(HaggisError):
    """A table that is not there, or that is being played."""


@dataclass
class Replayed:
    """What was found in the ledgers; damaged tables with the number of the first event that does not hold."""

    tables: int = 0
    events: int = 0
    damaged: dict[str, int] = field(default_factory=dict)


class Exported(NamedTuple):
    """How many records were written, and what was found on the way."""

    records: int
    found: Replayed


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """The database as it is: refused if there is none, or if it is of another version."""
    await check_present(settings.database_url)
    database = Database(settings.database_url, 0)
    try:
        yield database
    finally:
        await database.stop()


async def check(settings: Settings, watched: Watched) -> Replayed:
    """Replay every ledger."""
    async with opened(settings) as database:
        return await _replay(database, settings, watched(await rows.all_tables(database)), lambda _: None)


async def export(settings: Settings, folder: Path, watched: Watched) -> Exported:
    """Write the record of every game that has a finished round into a folder, a file a game."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0

    def write(table: LiveTable) -> None:
        nonlocal written
        if table.state.game is None or not table.state.game.finished:
            return
        written += 1
        text = json.dumps(record_of(table.state))
        (folder / f"haggis-{table.id}.json").write_text(f"{text}\n", encoding="utf-8")

    async with opened(settings) as database:
        found = await _replay(database, settings, watched(await rows.all_tables(database)), write)
    return Exported(written, found)


async def _replay(
    database: Database, settings: Settings, tables: Iterable[str], use: Callable[[LiveTable], None]
) -> Replayed:
    found = Replayed()
    with closing(Reader()) as reader:
        for name in tables:
            table = await _load(name, database, settings, reader, found)
            if table is not None:
                use(table)
    return found


async def _load(name: str, database: Database, settings: Settings, reader: Reader, found: Replayed) -> LiveTable | None:
    found.tables += 1
    try:
        table = await LiveTable.load(name, database, settings, reader)
    except Damaged as error:
        found.damaged[name] = error.event
    except NotFound:
        found.damaged[name] = 1
    else:
        found.events += table.state.seq
        return table
    return None


async def old_tables(settings: Settings, days: int) -> list[str]:
    """The tables that were over, or closed, so many days ago."""
    async with opened(settings) as database:
        return await rows.finished_before(database, round(time.time() * 1000) - days * DAY)


async def remove_old(settings: Settings, tables: Sequence[str], watched: Watched) -> None:
    groups = {tables[start]: tables[start : start + AT_ONCE] for start in range(0, len(tables), AT_ONCE)}
    async with opened(settings) as database:
        for first in watched(list(groups)):
            await rows.remove(database, groups[first])
        await rows.remove_leftovers(database)


async def forgotten_tables(settings: Settings, days: int) -> list[str]:
    """The tables that are neither over nor closed, and that nobody has changed for so many days."""
    async with opened(settings) as database:
        return await rows.unchanged_since(database, round(time.time() * 1000) - days * DAY)


async def close_forgotten(settings: Settings, tables: Sequence[str], watched: Watched) -> Replayed:
    """Close tables, as their hosts could.

    Each gets an event in its ledger: a server that has it in memory stores nothing before it has read that.
    """
    found = Replayed()
    async with opened(settings) as database:
        await database.start()
        with closing(Reader()) as reader:
            for name in watched(tables):
                table = await _load(name, database, settings, reader, found)
                if table is not None:
                    await table.perform(CloseForgotten(table.state.seq))
    return found


async def remove_one(settings: Settings, table: str, *, really: bool) -> None:
    """Remove a table; one that is not finished only while no server could be playing it."""
    async with opened(settings) as database:
        found = await rows.find_table(database, table)
        if found is None:
            raise CantRemove(f"there is no table {table!r}")
        try:
            with nullcontext() if found.is_finished else one_server(settings.database_url):
                if not found.is_finished and await rows.living_nodes(database):
                    raise CantRemove(BEING_PLAYED.format(table))
                if really:
                    await rows.remove(database, [table])
        except BadDatabase as error:
            raise CantRemove(BEING_PLAYED.format(table)) from error
