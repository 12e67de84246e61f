"""`haggis admin`: backups while people play, old tables, records, damage; on both databases where that makes sense."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import sys
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
from haggis.server.storage.upkeep import remove
from haggis.server.tables.seat_commands import Rename

from .guests import BOT, ME, OPEN, Guest
from .in_process import in_process
from .old_data import old_postgresql, old_sqlite, up_to_date
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


def test_help_names_every_command() -> None:
    said = haggis("admin", "--help").stdout
    for command in ("backup", "restore", "copy", "retention", "remove", "export", "check"):
        assert re.search(rf"\b{command}\b", said)
