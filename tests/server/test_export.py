"""`haggis admin export` of games that nobody finished."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from haggis.rules import record
from tests.cli.running import haggis

from .guests import BOT, ME, Guest
from .running_server import RunningServer
from .scenes import play_to_the_end_of_round


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
        await ann.post(f"/tables/{tables[0]}/close")
        await ann.post(f"/tables/{await ann.make_table(ME, BOT)}/close")  # without a finished round
        return tables

    tables = asyncio.run(scene())
    server.stop()
    done = haggis("admin", "export", str(tmp_path / "records"), "--data", str(server.data))
    assert done.stdout.startswith("2 records written")
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == sorted(f"haggis-{table}.json" for table in tables)
    for file in files:
        game = record.read(json.loads(file.read_text()))
        assert (len(game.finished), game.over) == (1, False)
