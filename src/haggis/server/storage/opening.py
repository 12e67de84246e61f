"""Opens the database before anything is served: what is wrong with it is one sentence."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import InvalidRequestError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine

from haggis.rules import HaggisError

from . import schema
from .engine import DATABASE_ERRORS, BadDatabaseUrl, create_engine, file_of, is_shared, migrate, read_url, version_of

OWNER_ONLY = 0o600
PROBE_SECONDS = 0.5
"""Two servers that look at the same former lock at the same moment wait for each other."""
KEY = "signing-key"
NO_URL = "the database must be a URL, like sqlite+aiosqlite:////path/to/haggis.db"
OPENING_ERRORS: tuple[type[Exception], ...] = (*DATABASE_ERRORS, OverflowError, UnicodeError)
"""The last two are of a port and of a host's name that there can't be."""
POSTGRESQL = "postgresql+asyncpg"
ENCODING = "UTF8"
NOT_OURS = "the database is not one of Haggis"


class BadDatabase(HaggisError):
    """A database that can't be used as it is."""


async def open_database(url: str) -> None:
    """Bring the database up to date and commit to it; refuses in words what can't be used."""
    if _is_url(url):
        keep_private(url)
    async with _used(url) as engine, engine.begin() as connection:
        await connection.run_sync(_check_encoding)
        await connection.run_sync(_check_it_is_ours)
        await connection.run_sync(migrate)
        await connection.execute(text("UPDATE players SET name = name WHERE id = ''"))


async def check_present(url: str) -> None:
    """Refuse a database that is not there, or of another version; nothing is made or changed."""
    path = file_of(url) if _is_url(url) else None
    if path is not None and not path.is_file():
        raise BadDatabase(f"there is no database {path}")
    async with _used(url) as engine, engine.connect() as connection:
        version = await connection.run_sync(version_of)
    if version == "none":
        raise BadDatabase(NOT_OURS)
    if version == "older":
        raise BadDatabase("the database is of an earlier version: `haggis serve` brings it up to date when it starts")
    if version == "newer":
        raise BadDatabase("the database was made by a newer version of Haggis; use that one")


def _check_encoding(connection: Connection) -> None:
    """Any other encoding lacks letters of somebody's name."""
    if connection.dialect.name != "postgresql":
        return
    found = connection.scalar(text("SHOW server_encoding"))
    if found != ENCODING:
        made = f"CREATE DATABASE ... ENCODING '{ENCODING}' TEMPLATE template0"
        raise BadDatabase(f"the database is encoded in {found}, and must be in {ENCODING}: {made}")


def _check_it_is_ours(connection: Connection) -> None:
    """A database with tables, but without a version, is another program's: ours would be put among them.

    Tables first: another server that makes them at this moment commits both together.
    """
    tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
    if tables and version_of(connection) == "none":
        raise BadDatabase(NOT_OURS)


@contextlib.asynccontextmanager
async def _used(url: str) -> AsyncIterator[AsyncEngine]:
    """An engine for a while; what is wrong with the database is one sentence."""
    with _in_words(url):
        engine = _engine(url)
        try:
            yield engine
        finally:
            await engine.dispose()


@contextlib.contextmanager
def _in_words(url: str) -> Iterator[None]:
    try:
        yield
    except BadDatabase:  # it is in words already, and a ValueError, too
        raise
    except CommandError as error:
        raise BadDatabase("the database was made by a newer version of Haggis; use that one") from error
    except OPENING_ERRORS as error:
        raise BadDatabase(_why(error)) from error
    except (TypeError, ValueError) as error:  # drivers are called with the options, whatever they are
        options = ", ".join(read_url(url).query)[:120]  # their values may be secret
        if not options:
            raise
        hint = "; what others call sslmode is ssl here" if "sslmode" in read_url(url).query else ""
        raise BadDatabase(f"the database driver can't use the URL's options as they are: {options}{hint}") from error


def _engine(url: str) -> AsyncEngine:
    scheme = _scheme(url)
    if scheme.partition("+")[0] in ("postgres", "postgresql") and scheme != POSTGRESQL:
        raise BadDatabase(f"the URL of a PostgreSQL database begins with {POSTGRESQL}://, not with {scheme}://")
    try:
        if not is_shared(url) and file_of(url) is None:
            raise BadDatabase("a database in memory would forget every game: name a file, or none at all")
        return create_engine(url)
    except BadDatabaseUrl as error:
        if isinstance(error.__cause__, NoSuchModuleError):
            raise BadDatabase(f"there is no driver for the database {scheme}") from error
        raise BadDatabase(NO_URL) from error
    except InvalidRequestError as error:
        raise BadDatabase(f"the database driver of {scheme} can't be used here; take an async one") from error
    except ModuleNotFoundError as error:
        hint = ": pip install 'haggis[cluster]'" if error.name == "asyncpg" else ""
        raise BadDatabase(f"the database driver {error.name} is not installed{hint}") from error


@contextlib.contextmanager
def one_server(url: str) -> Iterator[None]:
    """Keep other servers from an SQLite file: they would neither see nor wait for each other's tables."""
    path = file_of(url) if _is_url(url) else None
    if path is None or not path.parent.is_dir():
        yield
        return
    file = path.resolve()
    lock = FileLock(file.with_name(f"{file.name}.lock"), mode=OWNER_ONLY)
    try:
        _check_no_older_server(file.with_suffix(".lock"))
        lock.acquire(timeout=0)
    except Timeout as error:
        raise BadDatabase(f"another server uses the database {path}; several need PostgreSQL") from error
    except OSError as error:
        raise BadDatabase(f"can't write beside the database {path}: {error.strerror}") from error
    give_to_owner(Path(lock.lock_file), path if path.exists() else path.parent)
    try:
        yield
    finally:
        lock.release()


def _check_no_older_server(former: Path) -> None:
    """Servers of earlier versions take this lock. It is not kept: databases beside this one may have had the same."""
    if not former.exists():
        return
    try:
        with FileLock(former, timeout=PROBE_SECONDS, mode=OWNER_ONLY):
            return
    except Timeout as error:
        which = f"a database called {former.stem} in {former.parent}"
        raise BadDatabase(f"another server, of an earlier version, uses {which}: stop it first") from error


def give_to_owner(file: Path, of: Path) -> None:
    """What root makes beside somebody's database belongs to her, or her server could not use it."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = of.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


async def common_key(url: str, own: bytes) -> bytes:
    """The key that all servers of a shared database sign with: that of the first one."""
    async with _used(url) as engine, engine.begin() as connection:
        mine = postgresql.insert(schema.secrets).values(name=KEY, value=own.hex())
        await connection.execute(mine.on_conflict_do_nothing())
        known = select(schema.secrets.c.value).where(schema.secrets.c.name == KEY)
        key: str = (await connection.execute(known)).scalar_one()
    try:
        return bytes.fromhex(key)
    except ValueError as error:
        raise BadDatabase(f"the {KEY} in the database is damaged: put back that of a backup") from error


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; refuses what is no URL."""
    if not _is_url(url):
        raise BadDatabase(NO_URL)
    return file_of(url)


def keep_private(url: str) -> None:
    """A database in a file is for its owner alone, and so are the files that SQLite puts beside it."""
    path = file_of(url)
    if path is None:
        return
    if path.exists() and not path.is_file() and not path.is_dir():  # others need /dev/null as it is
        raise BadDatabase(f"can't use {path} as a database: it is no file")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        path.chmod(OWNER_ONLY)
    except OSError as error:
        raise BadDatabase(f"can't write the database {path}: {error.strerror}") from error


def _is_url(text: str) -> bool:
    try:
        read_url(text)
    except BadDatabaseUrl:
        return False
    return True


def _scheme(url: str) -> str:
    return url.partition(":")[0][:40]


def _why(error: Exception) -> str:
    """SQLite's own words name no data."""
    said = (str(getattr(error, "orig", None) or error).splitlines() or ["it gives no answer"])[0][:120]
    if "not a database" in said or "malformed" in said:
        return "the database is damaged, or no database at all"
    if "readonly" in said or "read-only" in said:
        return "the database can't be written to"
    if "already exists" in said or "no such" in said:
        return NOT_OURS
    return f"the database can't be opened: {said}"
