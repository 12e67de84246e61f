"""Databases copied and put back while people play, and copied from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from haggis.server import upkeep
from haggis.server.settings import Settings
from haggis.server.storage.backups import BadBackup, backup, restore
from haggis.server.storage.copying import CantCopy, copy
from haggis.server.storage.opening import BadDatabase, one_server

from .backends import Postgres
from .guests import BOT, ME, Guest, play_to_the_end
from .old_data import OLD, old_sqlite, up_to_date
from .running_server import RunningServer, ServerForker
from .scenes import run
from .test_admin import as_they_are, flags, haggis, sql

Build = Callable[..., RunningServer]


def test_a_backup_while_people_play_is_whole_and_can_be_played_on(
    build: Build, forker: ServerForker, tmp_path: Path
) -> None:
    server = build()
    file, elsewhere = tmp_path / "backup.sqlite3", tmp_path / "elsewhere"
    stopped = threading.Event()

    def visit() -> None:
        with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as http:
            while not stopped.is_set():
                http.post("/api/tables", json={"seats": [BOT, ME], "pace": 0}).raise_for_status()

    async def scene() -> None:
        ann = Guest(server.url)
        table = await ann.make_table(ME, BOT, rounds=1)
        visitor = asyncio.create_task(asyncio.to_thread(visit))
        await asyncio.sleep(1)
        done = await asyncio.to_thread(haggis, "admin", "backup", str(file), "--data", str(server.data))
        stopped.set()
        await visitor
        assert (done.returncode, done.stderr) == (0, "")
        assert file.stat().st_mode & 0o777 == 0o600
        assert sorted(tmp_path.glob("backup*")) == [file]
        elsewhere.mkdir()
        shutil.copy(server.data / "signing-key", elsewhere)
        done = await asyncio.to_thread(haggis, "admin", "restore", str(file), "--yes", "--data", str(elsewhere))
        assert done.stdout == f"{file} is the database now.\n"
        found = await upkeep.check(Settings(data=elsewhere), as_they_are)
        assert (found.damaged, found.tables > 1) == ({}, True)
        second = RunningServer(forker, elsewhere)
        await asyncio.to_thread(second.start)
        ann.url, ann.http.base_url = second.url, second.url
        async with ann.at(table) as connection:
            await play_to_the_end(connection, random.Random(3))
        second.stop()

    run(scene(), 240)


def test_a_restore_needs_a_stopped_server_a_good_file_and_a_yes(build: Build, tmp_path: Path) -> None:
    server = build()
    letter = tmp_path / "letter"
    letter.write_text("this is a letter" * 100)
    url = f"sqlite+aiosqlite:///{server.data}/haggis.sqlite3"
    done = haggis("admin", "restore", str(OLD / "haggis.sqlite3"), "--yes", "--data", str(server.data))
    assert (done.returncode, done.stdout) == (2, "")
    assert "another server uses the database" in done.stderr
    server.stop()
    before = sorted(sqlite3.connect(server.data / "haggis.sqlite3").execute("SELECT * FROM alembic_version"))
    for file, words in ((letter, "can't be copied"), (tmp_path / "none", "there is no file")):
        with pytest.raises(BadBackup, match=words):
            restore(url, file, lambda *_: None)
    assert sorted(sqlite3.connect(server.data / "haggis.sqlite3").execute("SELECT * FROM alembic_version")) == before
    assert "would become the database" in haggis("admin", "restore", str(letter), "--data", str(server.data)).stdout
    former = restore(url, OLD / "haggis.sqlite3", lambda *_: None)
    assert former == server.data / "haggis.sqlite3.before"
    assert former.is_file()
    assert not list(server.data.glob("*.part*"))
    assert asyncio.run(upkeep.check(Settings(data=server.data), as_they_are)).tables == 6, "brought up to date"
    server.start()


def test_every_former_database_is_kept_and_nothing_of_it_gets_into_the_new_one(tmp_path: Path) -> None:
    """What SQLite had not yet taken into a database that is lost would be written over the pages of the new one."""
    url, file = f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3", tmp_path / "haggis.sqlite3"
    assert restore(url, OLD / "haggis.sqlite3", lambda *_: None) is None
    written = sqlite3.connect(file)
    written.execute("UPDATE players SET name = 'Lost'")
    written.commit()
    left = Path(f"{file}-wal").read_bytes()
    written.close()
    assert restore(url, OLD / "haggis.sqlite3", lambda *_: None) == tmp_path / "haggis.sqlite3.before"
    file.unlink()
    Path(f"{file}-wal").write_bytes(left)
    assert restore(url, OLD / "haggis.sqlite3", lambda *_: None) is None
    assert Path(f"{file}.before2-wal").read_bytes() == left
    assert restore(url, OLD / "haggis.sqlite3", lambda *_: None) == tmp_path / "haggis.sqlite3.before3"
    for database in (file, tmp_path / "haggis.sqlite3.before3"):
        with sqlite3.connect(database) as opened:
            assert opened.execute("SELECT count(*) FROM players WHERE name = 'Lost'").fetchone() == (0,)
        opened.close()


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "haggis.sqlite3").write_bytes(b"no database" * 100)
    with pytest.raises(BadBackup, match="not a database"):
        backup(f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3", tmp_path / "copy", lambda *_: None)
    assert not list(tmp_path.glob("copy*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_puts_back_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    os.chown(tmp_path, 65534, 65534)
    url = f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3"
    restore(url, OLD / "haggis.sqlite3", lambda *_: None)
    with one_server(url):
        made = list(tmp_path.iterdir())
        assert {(each.stat().st_uid, each.stat().st_gid) for each in made} == {(65534, 65534)}, made
    restore(url, OLD / "haggis.sqlite3", lambda *_: None)
    assert (tmp_path / "haggis.sqlite3").stat().st_uid == 65534


def test_a_backup_that_is_not_there_is_named_before_anything_is_promised(tmp_path: Path) -> None:
    done = haggis("admin", "restore", str(tmp_path / "none"), "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (2, f"haggis: there is no file {tmp_path / 'none'}\n")


# --- from one server to several --------------------------------------------------------------------


def test_a_database_is_copied_to_postgresql_with_its_key(
    tmp_path: Path, postgres: Postgres, forker: ServerForker
) -> None:
    old = up_to_date(old_sqlite(tmp_path / "old"))
    new = Settings(data=tmp_path / "new", database=postgres.new_database())
    for table in ("FirstFirstFirst1", "SecondSecondSec2"):
        sql(old, f"INSERT INTO tables VALUES ('{table}', 'over', true, 1, '{{\"seats\": [\"Zoë\"]}}')")
        sql(old, f"INSERT INTO reviews VALUES ('{table}', 1, 'said')")
    sql(old, "INSERT INTO puzzle_progress VALUES ('p_Ann', '{}')")
    events = [("events", "SELECT count(*) FROM events"), ("tables", "SELECT id, summary FROM tables ORDER BY id")]
    done = haggis("admin", "copy", "--to", str(new.database), *flags(old))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Copied, with the signing key: 8 tables, ")
    for table, query in (*events, ("players", "SELECT id, name FROM players ORDER BY id")):
        assert [tuple(map(str, row)) for row in sql(new, query)] == [
            tuple(str(json.loads(str(each)) if str(each).startswith("{") else each) for each in row)
            for row in sql(old, query)
        ], table
    sql(new, "DELETE FROM reviews", "DELETE FROM tables WHERE id IN ('FirstFirstFirst1', 'SecondSecondSec2')")
    assert asyncio.run(upkeep.check(new, as_they_are)) == upkeep.Replayed(6, 163)
    ((key,),) = sql(new, "SELECT value FROM secrets")
    assert key == (old.data / "signing-key").read_bytes().hex()
    done = haggis("admin", "copy", "--to", str(new.database), *flags(old))
    assert (done.returncode, done.stderr.partition(":")[2]) == (
        2,
        " the database that should be written is not empty: it has tables, players, events, sittings, results, "
        "puzzle_progress\n",
    )


def test_what_can_t_be_copied_leaves_an_empty_database(tmp_path: Path, postgres: Postgres) -> None:
    old = up_to_date(old_sqlite(tmp_path / "old"))
    new = Settings(data=tmp_path / "new", database=postgres.new_database())
    with pytest.raises(CantCopy, match="there is no key"):
        copy(old.database_url, new.database_url, tmp_path / "none", lambda *_: None)
    key = tmp_path / "signing-key"
    key.write_bytes(bytes(32))
    sql(old, "INSERT INTO puzzle_progress VALUES ('p_Ann', x'6100')")
    with pytest.raises(CantCopy, match="PostgreSQL does not take a row of puzzle_progress"):
        copy(old.database_url, new.database_url, key, lambda *_: None)
    assert sql(new, "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM secrets)") == [(0, 0)]
    with pytest.raises(BadDatabase, match="another server uses"), one_server(old.database_url):
        copy(old.database_url, new.database_url, key, lambda *_: None)
    sql(new, "INSERT INTO nodes VALUES ('n', 99999999999999)")
    with pytest.raises(CantCopy, match="a server uses the database"):
        copy(old.database_url, new.database_url, key, lambda *_: None)
    for source, target in ((old, old), (new, new)):
        with pytest.raises(CantCopy):
            copy(source.database_url, target.database_url, key, lambda *_: None)
