"""`haggis admin`: backups while people play, old tables, records, damage; on both databases where that makes sense."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import random
import re
import shutil
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from sqlalchemy import text

from haggis.cli import main
from haggis.rules import record
from haggis.server import upkeep
from haggis.server.errors import NotFound
from haggis.server.settings import Settings
from haggis.server.storage import engine
from haggis.server.storage.backups import BadBackup, backup, restore
from haggis.server.storage.copying import CantCopy, copy
from haggis.server.storage.opening import BadDatabase, one_server
from haggis.server.storage.upkeep import remove
from haggis.server.tables.seat_commands import Rename

from .backends import Postgres
from .guests import BOT, ME, OPEN, Guest, play_to_the_end
from .in_process import in_process
from .old_data import OLD, old_postgresql, old_sqlite, up_to_date
from .running_server import RunningServer, ServerForker
from .scenes import run
from .test_traffic import NUMBER_CARD

Build = Callable[..., RunningServer]


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """The old database, brought up to date."""
    if request.param == "sqlite":
        return up_to_date(old_sqlite(tmp_path / "old"))
    return up_to_date(old_postgresql(tmp_path / "old", request.getfixturevalue("postgres").new_database()))


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def haggis(*arguments: str) -> Done:
    """The command in this process: starting one takes seconds on a busy machine."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["haggis", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
    return Done(int(end.value.code or 0), out.getvalue(), err.getvalue())


def flags(settings: Settings) -> list[str]:
    return ["--data", str(settings.data), *(["--database", settings.database] if settings.database else [])]


def sql(settings: Settings, *statements: str) -> list[tuple[object, ...]]:
    """What the last statement finds."""

    async def ask() -> list[tuple[object, ...]]:
        made = engine.create_engine(settings.database_url)
        async with made.begin() as connection:
            for statement in statements:
                answer = await connection.execute(text(statement))
            found = [tuple(row) for row in answer] if answer.returns_rows else []
        await made.dispose()
        return found

    return asyncio.run(ask())


def as_they_are(tables: list[str] | tuple[str, ...]) -> list[str]:
    return list(tables)


# --- check and export ------------------------------------------------------------------------------


def test_every_ledger_of_then_holds(old: Settings) -> None:
    """Rows of the first version, migrated, replayed: on both databases."""
    done = haggis("admin", "check", *flags(old))
    assert (done.returncode, done.stdout, done.stderr) == (0, "Every ledger holds: 6 tables, 163 events.\n", "")


def test_damage_is_named_by_table_and_event_and_without_a_card(old: Settings) -> None:
    sick, other = "FcVy2uLykxRyiD54", "QtMxACMkd2mLMIV4"
    sql(old, f"UPDATE events SET body = '{{\"hands\": \"2r 3r\"}}' WHERE table_id = '{sick}' AND seq = 9")
    sql(old, f"DELETE FROM events WHERE table_id = '{other}' AND seq = 1")
    done = haggis("admin", "check", *flags(old))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"table {sick} is damaged at event 9", f"table {other} is damaged at event 2"]
    assert NUMBER_CARD.findall(done.stdout + done.stderr) == []
    said = json.loads(haggis("admin", "check", "--json", *flags(old)).stdout)
    assert (said["ok"], said["tables"]) == (False, 6)
    assert said["damaged"] == [{"table": sick, "event": 9}, {"table": other, "event": 2}]


def test_the_records_of_all_finished_games_are_exported(old: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    over = {str(row[0]) for row in sql(old, "SELECT id FROM tables WHERE status = 'over'")}
    done = haggis("admin", "export", str(folder), *flags(old))
    assert done.stdout == f"{len(over)} records written to {folder}.\n"
    assert {file.name for file in folder.iterdir()} == {f"haggis-{table}.json" for table in over}
    for file in folder.iterdir():
        assert record.read(json.loads(file.read_text())).over
    sql(old, f"DELETE FROM events WHERE table_id = '{min(over)}' AND seq = 3")
    found = asyncio.run(upkeep.export(old, folder, as_they_are)).found
    assert found.damaged == {min(over): 4}


# --- removal ---------------------------------------------------------------------------------------

LEFT = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events), (SELECT count(*) FROM results)"


def test_old_tables_are_removed_once_that_is_confirmed(old: Settings) -> None:
    now = round(time.time() * 1000)
    finished = sorted(str(row[0]) for row in sql(old, "SELECT id FROM tables WHERE status IN ('over', 'closed')"))
    young, *aged = finished
    sql(old, f"UPDATE tables SET changed_at = {now - 31 * upkeep.DAY}")
    sql(old, f"UPDATE tables SET changed_at = {now - 29 * upkeep.DAY} WHERE id = '{young}'")
    before = sql(old, LEFT)
    done = haggis("admin", "retention", "--days", "30", *flags(old))
    said = f"{len(aged)} finished table{'s' * (len(aged) > 1)} older than 30 days"
    assert done.stdout == f"{said} would be removed; --yes does it.\n"
    assert sql(old, LEFT) == before
    assert haggis("admin", "retention", "--days", "30", "--yes", *flags(old)).stdout == f"{said} removed.\n"
    left = {str(row[0]) for row in sql(old, "SELECT id FROM tables")}
    assert left.isdisjoint(aged)
    assert young in left
    for table in ("events", "results", "sittings", "reviews"):
        assert {row[0] for row in sql(old, f"SELECT table_id FROM {table}")} <= left
    assert asyncio.run(upkeep.check(old, as_they_are)).damaged == {}


def test_tables_that_nobody_goes_on_with_are_closed_and_removed_later(old: Settings) -> None:
    now = round(time.time() * 1000)
    unfinished = "SELECT id FROM tables WHERE status NOT IN ('over', 'closed')"
    forgotten, *others = (str(row[0]) for row in sql(old, f"{unfinished} ORDER BY id"))
    sql(old, f"UPDATE tables SET changed_at = {now - 31 * upkeep.DAY}", f"UPDATE events SET at = {now}")
    sql(old, f"UPDATE events SET at = {now - 31 * upkeep.DAY} WHERE table_id = '{forgotten}'")
    flagged = ["admin", "retention", "--days", "36000", "--unfinished-days", "30", *flags(old)]
    said = "0 finished tables older than 36000 days {}, 1 unfinished table unchanged for 30 days closed"
    assert haggis(*flagged).stdout == said.format("would be removed") + "; --yes does it.\n"
    assert len(sql(old, unfinished)) == 1 + len(others)
    assert haggis(*flagged, "--yes").stdout == said.format("removed") + ".\n"
    assert [str(row[0]) for row in sql(old, f"{unfinished} ORDER BY id")] == others
    assert asyncio.run(upkeep.check(old, as_they_are)) == upkeep.Replayed(6, 164)
    assert asyncio.run(upkeep.old_tables(old, 1)).count(forgotten) == 0, "it counts from now on"
    sql(old, f"UPDATE tables SET changed_at = {now - 40 * upkeep.DAY} WHERE id = '{forgotten}'")
    assert forgotten in asyncio.run(upkeep.old_tables(old, 30))


def test_a_server_that_has_a_forgotten_table_in_memory_does_not_play_on(forker: ServerForker, old: Settings) -> None:
    server = RunningServer(forker, old.data, **({"database": old.database} if old.database else {})).start()

    async def scene() -> None:
        ann = Guest(server.url)
        table = await ann.make_table(ME, OPEN)
        async with ann.at(table):
            found = await upkeep.close_forgotten(old, [table], as_they_are)
            assert (found.tables, found.damaged) == (1, {})
            await Guest(server.url).post(f"/tables/{table}/sit", {}, 409)
            assert (await ann.get(f"/tables/{table}/state"))["status"] == "closed"

    try:
        run(scene())
    finally:
        server.stop()


def test_what_was_stored_after_a_removal_is_removed_by_the_next(old: Settings) -> None:
    sql(old, "INSERT INTO events (table_id, seq, at, body) VALUES ('GoneGoneGoneGone', 9, 1, '{}')")
    asyncio.run(upkeep.remove_old(old, [], as_they_are))
    assert sql(old, "SELECT seq FROM events WHERE table_id = 'GoneGoneGoneGone'") == []


def test_a_table_can_be_removed(old: Settings) -> None:
    ((table,),) = sql(old, "SELECT id FROM tables WHERE status = 'playing'")
    sql(old, f"INSERT INTO reviews (table_id, version, body) VALUES ('{table}', 1, '')")
    assert "would be removed" in haggis("admin", "remove", str(table), *flags(old)).stdout
    assert asyncio.run(upkeep.check(old, as_they_are)).tables == 6
    assert haggis("admin", "remove", str(table), "--yes", *flags(old)).stdout == f"Table {table} is removed.\n"
    assert asyncio.run(upkeep.check(old, as_they_are)).tables == 5
    done = haggis("admin", "remove", str(table), "--yes", *flags(old))
    assert (done.returncode, done.stderr) == (2, f"haggis: there is no table '{table}'\n")


def test_a_table_that_is_being_played_is_not_removed(forker: ServerForker, old: Settings) -> None:
    server = RunningServer(forker, old.data, **({"database": old.database} if old.database else {})).start()
    try:
        ((playing,),) = sql(old, "SELECT id FROM tables WHERE status = 'playing'")
        (over, *_), *_ = sql(old, "SELECT id FROM tables WHERE status = 'over'")
        with pytest.raises(upkeep.CantRemove, match="a server is running: stop it first"):
            asyncio.run(upkeep.remove_one(old, str(playing), really=True))
        at_over = f"{server.url}/api/tables/{over}"
        assert httpx.get(f"{at_over}/state", trust_env=False).status_code == 200  # from now on it is in memory
        asyncio.run(upkeep.remove_one(old, str(over), really=True))
        for path in ("state", "record", "events"):
            assert httpx.get(f"{at_over}/{path}", trust_env=False).status_code == 404
        assert httpx.post(f"{at_over}/rematch", json={}, trust_env=False).status_code in (401, 404)
        assert sql(old, f"SELECT seq FROM events WHERE table_id = '{over}'") == []
        assert httpx.get(f"{server.url}/api/tables/{playing}/state", trust_env=False).status_code == 200
    finally:
        server.stop()


def test_nobody_acts_at_a_table_that_was_removed_meanwhile(tmp_path: Path) -> None:
    """Whoever is still connected to it would write what nobody could read any more."""

    async def scene() -> None:
        async with in_process(tmp_path) as (services, http):
            made = (await http.post("/tables", json={"seats": [BOT, ME]})).json()["table"]
            table = (await services.tables.find(made, "192.0.2.1")).table
            (await http.post(f"/tables/{made}/close", json={})).raise_for_status()
            await remove(services.database, [made])
            with pytest.raises(NotFound):
                await table.perform(Rename(table.state.host, "Anna"))
            assert await services.database.load(made) == []

    asyncio.run(scene())


# --- backup and restore ----------------------------------------------------------------------------


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


def test_what_can_t_be_done_is_said_in_a_sentence(tmp_path: Path) -> None:
    old_sqlite(tmp_path / "old")
    postgres = ["--database", "postgresql+asyncpg://haggis@db.example/haggis"]
    for arguments, words in (
        (["check", "--data", str(tmp_path / "none")], f"there is no database {tmp_path}/none/haggis.sqlite3"),
        (["check", "--data", str(tmp_path / "old")], "the database is of an earlier version: `haggis serve` brings it"),
        (["backup", str(tmp_path / "x"), *postgres], "that is for an SQLite file; PostgreSQL has its own way: pg_dump"),
        (
            ["restore", str(tmp_path / "x"), "--yes", *postgres],
            "that is for an SQLite file; PostgreSQL has its own way",
        ),
        (["backup", str(tmp_path / "x"), "--database", "foo"], "the database must be a URL"),
        (["retention", "--days", "0"], "Invalid value for '--days'"),
        (["backup", str(tmp_path / "old"), "--data", str(tmp_path / "old")], f"{tmp_path}/old is there already"),
    ):
        done = haggis("admin", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"haggis: {words}")
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "none").exists()


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "haggis.sqlite3").write_bytes(b"no database" * 100)
    with pytest.raises(BadBackup, match="not a database"):
        backup(f"sqlite+aiosqlite:///{tmp_path}/haggis.sqlite3", tmp_path / "copy", lambda *_: None)
    assert not list(tmp_path.glob("copy*"))


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


def test_help_names_every_command() -> None:
    said = haggis("admin", "--help").stdout
    for command in ("backup", "restore", "copy", "retention", "remove", "export", "check"):
        assert re.search(rf"\b{command}\b", said)


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
