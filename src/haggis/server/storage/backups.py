"""Backups of an SQLite database: made while a server writes to it, put back while none does.

PostgreSQL has its own tools, pg_dump and pg_restore.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from haggis.rules import HaggisError

from .opening import OWNER_ONLY, BadDatabase, database_file, give_to_owner, one_server, open_database

PAGES = 500
"""Pages of 4 kB that are copied before the progress is told."""
ENDINGS = ("", "-wal", "-shm")
"""A database, and what SQLite has not yet taken into it."""
Progress = Callable[[int, int], None]
"""Told how many pages are done, and of how many."""


class BadBackup(HaggisError):
    """A backup that can't be made, or can't be put back."""


def backup(url: str, file: Path, progress: Progress) -> None:
    """Copy the database as it is at this moment; the file is there only once it is whole."""
    source = _source(url, f"pg_dump --format=custom --file={file} DATABASE")
    if file.exists():
        raise BadBackup(f"{file} is there already")
    part = file.with_name(f"{file.name}.part")
    try:
        _copy(source, part, progress)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def restore(url: str, file: Path, progress: Progress) -> Path | None:
    """Put a backup in the place of the database, and bring it up to date; where the former database is now."""
    target = place_for(url, file)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    with one_server(url):
        try:
            _copy(file, part, progress)
            asyncio.run(open_database(f"sqlite+aiosqlite:///{part}"))
            give_to_owner(part, target if target.exists() else target.parent)
            return _exchange(target, part)
        except BadDatabase as error:
            raise BadBackup(f"{file} can't be put back: {error}") from error
        finally:
            part.unlink(missing_ok=True)


def place_for(url: str, file: Path) -> Path:
    """Where a backup would be put back; refuses if that can't be."""
    target = _source(url, f"pg_restore --clean --if-exists --dbname=DATABASE {file}")
    if not file.is_file():
        raise BadBackup(f"there is no file {file}")
    return target


def _source(url: str, command: str) -> Path:
    path = database_file(url)
    if path is None:
        raise BadBackup(f"that is for an SQLite file; PostgreSQL has its own way: {command}")
    return path


def _copy(source: Path, target: Path, progress: Progress) -> None:
    """One moment of the source, whatever is written to it meanwhile, checked and synced to the disk."""
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as one,
            closing(sqlite3.connect(target, isolation_level=None)) as other,
        ):
            one.execute("BEGIN")
            one.execute("SELECT count(*) FROM alembic_version").fetchone()  # from now on it sees this moment
            one.backup(other, pages=PAGES, progress=lambda _, left, all_pages: progress(all_pages - left, all_pages))
            other.execute("PRAGMA journal_mode=DELETE")
            if other.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise BadBackup(f"{source} is damaged")
    except sqlite3.Error as error:
        raise BadBackup(f"{source} can't be copied: {error}") from error
    with target.open("rb+") as whole:
        os.fsync(whole.fileno())


def _exchange(target: Path, part: Path) -> Path | None:
    """The new database in its place; the former one, with what it had not yet taken in, is kept beside it."""
    had_one, former = target.exists(), _free_name(target)
    for ending in ENDINGS:  # also where only these are left: SQLite would write them into the new one
        old = Path(f"{target}{ending}")
        if old.exists():
            old.replace(f"{former}{ending}")
    part.replace(target)
    return former if had_one else None


def _free_name(target: Path) -> Path:
    """For a former database: one that was kept before stays, too."""
    names = (target.with_name(f"{target.name}.before{'' if count == 1 else count}") for count in itertools.count(1))
    return next(name for name in names if not any(Path(f"{name}{ending}").exists() for ending in ENDINGS))
