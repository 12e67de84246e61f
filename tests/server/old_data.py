"""The database of the first version that tests keep, in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Boolean, Connection, insert

from haggis.server.settings import Settings
from haggis.server.storage import engine, schema
from haggis.server.storage.opening import open_database

OLD = Path(__file__).with_name("old")
FIRST = "0001"
TABLES = (schema.tables, schema.players, schema.seated, schema.results, schema.events)
"""Those of the first version, in an order that pleases foreign keys."""


def upgrade_to(revision: str) -> Callable[[Connection], None]:
    def upgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(engine.MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    return upgrade


def old_sqlite(data: Path) -> Settings:
    """A copy of the old file, not yet brought up to date."""
    shutil.copytree(OLD, data)
    return Settings(data=data)


def old_postgresql(data: Path, url: str) -> Settings:
    """The same rows in a PostgreSQL of the first version."""
    asyncio.run(_fill(url))
    shutil.copytree(OLD, data)
    (data / "haggis.sqlite3").unlink()
    return Settings(data=data, database=url)


async def _fill(url: str) -> None:
    made = engine.create_engine(url)
    async with made.begin() as connection:
        await connection.run_sync(upgrade_to(FIRST))
        for table in TABLES:
            if rows := list(_rows(table.name)):
                await connection.execute(insert(table), [_typed(table, row) for row in rows])
    await made.dispose()


def _rows(table: str) -> list[dict[str, object]]:
    with sqlite3.connect(OLD / "haggis.sqlite3") as file:
        found = file.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in found.description]
        rows: list[dict[str, object]] = [dict(zip(names, row, strict=True)) for row in found]
    file.close()
    return rows


def _typed(table: object, row: dict[str, object]) -> dict[str, object]:
    """SQLite keeps JSON and truth values as text and numbers."""
    columns = table.c  # type: ignore[attr-defined]
    return {
        name: json.loads(str(value))
        if isinstance(columns[name].type, JSON)
        else bool(value)
        if isinstance(columns[name].type, Boolean)
        else value
        for name, value in row.items()
    }


def up_to_date(settings: Settings) -> Settings:
    asyncio.run(open_database(settings.database_url))
    return settings
