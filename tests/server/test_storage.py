"""The ledger: group commits, conflicts, and what is read back."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import sqlite3
from pathlib import Path

import pytest

from haggis.server.errors import BadRequest, NotFound, Trouble
from haggis.server.settings import Settings
from haggis.server.storage.database import Batch, Conflict, Database, Line
from haggis.server.storage.writing import Writer
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.reading import Reader
from haggis.server.tables.registry import Place, Registry
from haggis.server.tables.seat_commands import Sit
from haggis.server.web.identity import load_key, new_player
from haggis.server.web.services import Services
from haggis.server.wire.requests import TableBody, plan_of, seats_of


def with_database(scene: object, tmp_path: Path) -> None:
    """Run a scene with a fresh database."""

    async def run() -> None:
        database = Database(Settings(data=tmp_path).database_url, 0.002)
        await database.start()
        try:
            await scene(database)  # type: ignore[operator]
        finally:
            await database.stop()

    asyncio.run(run())


async def make_table(tables: Registry, player: str, *seats: dict[str, str], **wishes: object) -> Place:
    body = TableBody.model_validate({"seats": list(seats), **wishes})
    return await tables.create(plan_of(body), seats_of(body), player, "Ann")


def batch(table: str, *seqs: int, client: str | None = None) -> Batch:
    return Batch(table=table, lines=[Line(seq, 1, f"body {seq}", client) for seq in seqs])


def test_many_commits_at_once_are_all_kept(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        await asyncio.gather(*(database.append(batch(f"table{number}", 1, 2)) for number in range(100)))
        assert [line.body for line in await database.load("table7")] == ["body 1", "body 2"]

    with_database(scene, tmp_path)
    with sqlite3.connect(tmp_path / "haggis.sqlite3") as file:
        assert file.execute("SELECT count(*) FROM events").fetchone() == (200,)
    file.close()


def test_of_two_with_the_same_number_one_wins_and_others_in_the_group_are_unharmed(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        wishes = [batch("a", 1), batch("b", 1), batch("a", 1), batch("c", 1)]
        answers = await asyncio.gather(*map(database.append, wishes), return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), type(None), Conflict, type(None)]

    with_database(scene, tmp_path)


def test_the_writer_goes_on_whatever_a_driver_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has ended would answer nobody, and the server could not stop."""

    async def scene(database: Database) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Writer, "write", _fail)
            with pytest.raises(Trouble):
                async with asyncio.timeout(30):
                    await database.append(batch("a", 1))
        async with asyncio.timeout(30):
            await database.append(batch("a", 1))
        assert len(await database.load("a")) == 1

    async def _fail(_writer: Writer, _group: list[Batch]) -> None:
        raise RuntimeError("unable to write to a closed transport")

    with_database(scene, tmp_path)


def test_a_client_id_is_stored_once(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        await database.append(batch("a", 1, client="0:x"))
        with pytest.raises(Conflict):
            await database.append(batch("a", 2, client="0:x"))
        await database.append(batch("b", 1, client="0:x"))

    with_database(scene, tmp_path)


def test_two_nodes_can_t_both_win_and_the_loser_catches_up(tmp_path: Path) -> None:
    """Two processes with the same table in memory: the second reads what the first wrote."""

    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path))
        made = await make_table(tables, new_player(), {"kind": "me"}, {"kind": "open"}, {"kind": "open"})
        nodes = [
            LiveTable(await database.load(made.table), made.table, database, Settings(data=tmp_path), Reader())
            for _ in range(2)
        ]
        sits = [Sit("p_Bob", "Bob"), Sit("p_Cy", "Cy")]
        await asyncio.gather(*(node.perform(command) for node, command in zip(nodes, sits, strict=True)))
        ledger = await database.load(made.table)
        assert [line.seq for line in ledger] == list(range(1, len(ledger) + 1))
        latest = LiveTable(ledger, made.table, database, Settings(data=tmp_path), Reader())
        assert sorted(seat.name for seat in latest.state.seats) == ["Ann", "Bob", "Cy"]
        tables.stop()

    with_database(scene, tmp_path)


def test_tables_that_nobody_visits_leave_the_memory_only(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path, idle_seconds=0))
        player = new_player()
        made = await make_table(tables, player, {"kind": "me"}, {"kind": "open"})
        assert tables.open_tables_of(player)
        tables.sweep()
        assert not tables.open_tables_of(player)
        assert (await tables.find(made.table, "192.0.2.1")).table.state.seat_of(player) == 0
        with pytest.raises(NotFound):
            await tables.find("B" * 16, "192.0.2.1")
        tables.stop()

    with_database(scene, tmp_path)


def test_the_key_is_for_its_owner_alone_and_stays(tmp_path: Path) -> None:
    key = load_key(tmp_path / "new")
    assert load_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "signing-key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_could_not_be_written_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            load_key(tmp_path)
    assert not list(tmp_path.iterdir())
    assert len(load_key(tmp_path)) == 32


def test_of_two_keys_made_at_once_the_first_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does anybody find a key that is there already, but not yet whole."""

    def meanwhile(number: int) -> bytes:
        assert not (tmp_path / "signing-key").exists()
        (tmp_path / "signing-key").write_bytes(b"1" * 32)
        return b"2" * number

    monkeypatch.setattr(secrets, "token_bytes", meanwhile)
    assert load_key(tmp_path) == b"1" * 32
    assert [file.name for file in tmp_path.iterdir()] == ["signing-key"]


def test_a_key_that_is_too_short_is_refused_wherever_it_is_from(tmp_path: Path) -> None:
    (tmp_path / "signing-key").write_bytes(b"")
    with pytest.raises(BadRequest, match="too short"):
        load_key(tmp_path)
    with pytest.raises(BadRequest, match="too short"):
        Services(Settings(data=tmp_path / "new", key=b""))
