"""`haggis admin export` of games that nobody finished."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from haggis.rules import record
from tests.cli.running import haggis

from .guests import BOT, ME, Guest
from .running_server import RunningServer
from .scenes import act, play_to_the_end_of_round, until_asked


def deals(server: RunningServer, table: str) -> list[dict[str, Any]]:
    """Every deal of a table, as it is stored."""
    with closing(sqlite3.connect(server.data / "haggis.sqlite3")) as file:
        rows = file.execute("SELECT body FROM events WHERE table_id = ? ORDER BY seq", [table])
        return [event for (body,) in rows if (event := json.loads(body))["kind"] == "dealt"]


def secrets_of(deal: dict[str, Any]) -> list[str]:
    return [*deal["hands"], deal["haggis"], deal["salt"]]


def test_games_that_were_broken_off_or_are_in_play_are_exported_as_far_as_they_got(
    build: Callable[..., RunningServer], tmp_path: Path
) -> None:
    server = build()

    async def scene() -> list[str]:
        ann = Guest(server.url)
        tables = [await ann.make_table(ME, BOT, rounds=5) for _ in range(2)]
        for table in tables:
            async with ann.at(table) as connection:
                await play_to_the_end_of_round(connection)
                await connection.ask("next")
                await until_asked(connection)
                await act(connection)
        await ann.post(f"/tables/{tables[0]}/close")
        await ann.post(f"/tables/{await ann.make_table(ME, BOT)}/close")  # without a finished round
        return tables

    tables = asyncio.run(scene())
    for folder in (tmp_path / "while it runs", tmp_path / "stopped"):
        done = haggis("admin", "export", str(folder), "--data", str(server.data))
        assert done.stdout.startswith("2 records written"), done.stderr
        files = {table: folder / f"haggis-{table}.json" for table in tables}
        assert sorted(folder.iterdir()) == sorted(files.values())
        for table, file in files.items():
            holds_only_the_finished_round(file.read_text(), deals(server, table))
        server.stop()


def holds_only_the_finished_round(text: str, dealt: list[dict[str, Any]]) -> None:
    finished, in_play = dealt
    written = json.loads(text)
    assert len(written["rounds"]) == 1
    assert all(secret in text for secret in secrets_of(finished))
    assert not any(secret in text for secret in secrets_of(in_play))
    game = record.read(written)
    assert (len(game.finished), game.over) == (1, False)
