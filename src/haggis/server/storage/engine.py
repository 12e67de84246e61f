"""The way to the database, SQLite or PostgreSQL: engines, migrations, and what can go wrong on it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, Literal

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy import create_engine as sync_engine
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, SQLAlchemyError, StatementError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

DATABASE_ERRORS: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)
"""What a database that is away, full or too slow raises."""
with contextlib.suppress(ImportError):  # its driver comes with the extra `cluster`
    import asyncpg  # type: ignore[import-untyped]

    DATABASE_ERRORS = (*DATABASE_ERRORS, asyncpg.PostgresError, asyncpg.InterfaceError)
CONNECT_SECONDS, ANSWER_SECONDS = 5, 10
"""How long PostgreSQL may take."""
BY_INDEX = "SET enable_seqscan = off; SET jit = off"
"""Every statement that is asked often finds its rows by an index, and is too short to be compiled first.

PostgreSQL keeps the plan of a prepared statement. One that was made while a table had a few rows would read all of it
later, when it is long, until the next ANALYZE: for a minute nearly all of its work was that.
"""
MOST_CONNECTIONS = 20
SQLITE_CACHE = "cache_size=-512"
"""In kB a connection, a quarter of the usual: there are several, and the system keeps the file's pages, too."""
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 7_264_447
"""Nodes that start at the same moment migrate one after the other."""


READ_ONLY = "25006"
"""PostgreSQL's code for a connection that takes no writes."""
BAD_DATA = "22"
"""How PostgreSQL's codes for a value that can't be stored begin."""


def is_bad_value(error: Exception) -> bool:
    """Whether the database, or its driver, will never take what it was given, however often it is tried."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, StatementError | ValueError | TypeError | OverflowError)
    of_driver = getattr(error.orig, "sqlstate", None) or ""
    return isinstance(error, DataError) or of_driver.startswith(BAD_DATA)


class BadDatabaseUrl(Exception):
    """A text that names no database."""


def read_url(text: str) -> URL:
    try:
        return make_url(text)
    except (ArgumentError, ValueError) as error:  # the latter if the port is no number
        raise BadDatabaseUrl from error


def is_shared(url: str) -> bool:
    """Whether several servers may use the database at the same time; SQLite's is for one."""
    return read_url(url).get_backend_name() != "sqlite"


def create_engine(url: str, connections: int = MOST_CONNECTIONS) -> AsyncEngine:
    """An engine; with SQLite one that writes ahead and syncs every commit to the disk."""
    try:
        if not is_shared(url):
            engine = create_async_engine(url, json_deserializer=_json_or_none)
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            return engine
        patience = {"timeout": CONNECT_SECONDS, "command_timeout": ANSWER_SECONDS}
        pool = {"pool_size": connections, "max_overflow": 0, "pool_timeout": ANSWER_SECONDS, "pool_pre_ping": True}
        engine = create_async_engine(url, connect_args=patience, **pool)
        event.listen(engine.sync_engine, "connect", _prepare_postgres)
        event.listen(engine.sync_engine, "handle_error", _leave_read_only)
        return engine
    except ArgumentError as error:
        raise BadDatabaseUrl from error


def create_file_engine(url: str) -> Engine | None:
    """For an SQLite file an engine without async, to be used in one thread; else none."""
    if file_of(url) is None:
        return None
    engine = sync_engine(read_url(url).set(drivername="sqlite"))
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def file_of(url: str) -> Path | None:
    """The file of an SQLite database."""
    parts = read_url(url)
    in_file = parts.get_backend_name() == "sqlite" and parts.database not in (None, "", ":memory:")
    return Path(parts.database or "") if in_file else None


def _json_or_none(text: str) -> Any:
    """SQLite keeps any text in a column of JSON: one damaged row must not keep others from being read."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", SQLITE_CACHE):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _prepare_postgres(connection: Any, _: object) -> None:
    """Not as parameters of the connection: a pooler would refuse those."""
    connection.run_async(lambda driver: driver.execute(BY_INDEX))


def _leave_read_only(context: ExceptionContext) -> None:
    """A connection made while its database took no writes, or to a standby, stays so: it is made anew."""
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True


def version_of(connection: Connection) -> Literal["present", "older", "newer", "none"]:
    """How the shape of the database stands to the one that this program knows."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    found = set(MigrationContext.configure(connection).get_current_heads())
    if found == set(scripts.get_heads()):
        return "present"
    if not found:
        return "none"
    return "older" if found <= {script.revision for script in scripts.walk_revisions()} else "newer"


def migrate(connection: Connection) -> None:
    """All or nothing, whenever it is interrupted: half a new version would be neither the old nor the new one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # SQLite's driver begins nothing before CREATE TABLE
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
