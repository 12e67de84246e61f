"""A database written before the server was divided into rooms: it opens, and tells clients the same.

`data/haggis-0.1.0.sqlite3` holds four tables of that version: a finished game of three, one with an
action taken back, one with a seat handed over, and a rematch. `data/traffic-0.1.0.json` holds, for each
event, a digest of what that version sent: the event, and the state for a spectator and each seat.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from haggis.server.settings import Settings
from haggis.server.storage.database import Database, Line
from haggis.server.tables.clocks import Clocks, move_deadline, next_deadline
from haggis.server.tables.events import Created, read_event
from haggis.server.tables.history import step_of
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.summary import read_summaries, summary_of
from haggis.server.tables.table_state import begin, fold
from haggis.server.wire.event_view import event_view
from haggis.server.wire.state_view import state_for

DATA = Path(__file__).parent / "data"
TRAFFIC = json.loads((DATA / "traffic-0.1.0.json").read_text())
NEW = {"sentence", "sentences"}
"""Fields that were added since."""


def without_new(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_new(each) for name, each in value.items() if name not in NEW}
    return [without_new(each) for each in value] if isinstance(value, list) else value


def sent(table: str, lines: list[Line]) -> list[str]:
    """A digest of everything that is sent about each event."""
    state, digests = None, []
    for line in lines:
        event = read_event(line.body)
        before = state
        state = begin(table, event, line.at) if isinstance(event, Created) else fold(state, event, line.at)
        asked = state.asked_at
        clocks = Clocks(line.at, move_deadline(state, asked), next_deadline(state, asked, Settings().next_seconds))
        views = [event_view(step_of(event, before or state, state, line.at), state)]
        views += [state_for(state, seat, clocks) for seat in (None, *range(len(state.seats)))]
        text = b"\n".join(to_json(without_new(view)) for view in views)
        digests.append(hashlib.sha256(text).hexdigest()[:16])
    return digests


def test_an_old_database_opens_and_its_games_are_told_byte_for_byte_as_before(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    shutil.copy(DATA / "haggis-0.1.0.sqlite3", tmp_path / "haggis.sqlite3")

    async def scene() -> None:
        database = Database(settings.database_url, 0.002)
        await database.start()
        try:
            for table, digests in TRAFFIC.items():
                lines = await database.load(table)
                assert sent(table, lines) == digests
                live = LiveTable(lines, table, database, settings)
                assert live.state.seq == len(digests)
                for seat in live.state.seats:
                    if seat.owner and live.state.status in ("open", "playing"):
                        mine = read_summaries(await database.tables_of(seat.owner))
                        assert table in [each["table"] for each in mine]
            finished = [table for table in TRAFFIC if (await results(database, table))]
            assert len(finished) == 1
        finally:
            await database.stop()

    async def results(database: Database, table: str) -> bool:
        state = LiveTable(await database.load(table), table, database, settings).state
        owners = [seat.owner for seat in state.seats if seat.owner]
        games = [await database.results_of(owner, 2**53, 10) for owner in owners]
        assert summary_of(state)["table"] == table
        return any(game.table_id == table for each in games for game in each)

    asyncio.run(scene())
