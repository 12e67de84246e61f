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


def test_a_game_that_was_broken_off_is_exported_as_far_as_it_got(
    build: Callable[..., RunningServer], tmp_path: Path
) -> None:
    server = build()

    async def scene() -> str:
        ann = Guest(server.url)
        table = await ann.make_table(ME, BOT, rounds=5)
        async with ann.at(table) as connection:
            await play_to_the_end_of_round(connection)
        await ann.post(f"/tables/{table}/close")
        await ann.post(f"/tables/{await ann.make_table(ME, BOT)}/close")  # without a finished round
        return table

    table = asyncio.run(scene())
    server.stop()
    done = haggis("admin", "export", str(tmp_path / "records"), "--data", str(server.data))
    assert done.stdout.startswith("1 record written")
    (file,) = (tmp_path / "records").iterdir()
    assert file.name == f"haggis-{table}.json"
    game = record.read(json.loads(file.read_text()))
    assert (len(game.finished), game.over) == (1, False)
