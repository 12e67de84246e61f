"""A database that version fa3fa7c wrote: it opens, and everybody sees and hears what she did then.

`old/` holds its file and key, what its visitors were answered, and for every event of its five tables what
was sent out: the event, and the state of the spectators and of each seat. What is sent may have gained keys since.
"""

from __future__ import annotations

import gzip
import itertools
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic_core import to_json

from haggis.server.settings import Settings
from haggis.server.tables.clocks import Clocks, move_deadline, next_deadline
from haggis.server.tables.events import Created, read_event
from haggis.server.tables.history import step_of
from haggis.server.tables.summary import summary_of
from haggis.server.tables.table_state import TableState, begin, fold
from haggis.server.wire.event_view import event_view
from haggis.server.wire.state_view import state_for

from .running_server import RunningServer, ServerForker

OLD = Path(__file__).parent / "old"
NEW_KEYS = {"sentence", "sentences", "awaited", "host_seat", "shuffle", "secret", "takeback_by", "may_agree"}
"""Every sentence also travels as a key with its values; a summary has those of its `end`: `target` and `rounds`."""
CHANGED_KEYS = {"may_takeback"}
"""It was true alone with bots; now people may be asked, too."""
LEFT_OUT = NEW_KEYS | CHANGED_KEYS
Row = tuple[str, int, int, str]


def without_new_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_new_keys(part) for name, part in value.items() if name not in LEFT_OUT}
    return [without_new_keys(part) for part in value] if isinstance(value, list) else value


def as_sent(value: object) -> Any:
    return without_new_keys(json.loads(to_json(value)))


def rows() -> list[Row]:
    with sqlite3.connect(f"file:{OLD / 'haggis.sqlite3'}?mode=ro", uri=True) as file:
        return file.execute("SELECT table_id, seq, at, body FROM events ORDER BY table_id, seq").fetchall()


def states_of(state: TableState, at: int) -> list[Any]:
    """The state of the spectators, then of each seat, at the moment of the latest event."""
    next_seconds = Settings(data=OLD).next_seconds
    clocks = Clocks(at, move_deadline(state, state.asked_at), next_deadline(state, state.asked_at, next_seconds))
    return [as_sent(state_for(state, seat, clocks)) for seat in (None, *range(len(state.seats)))]


def sent_now(table: str, events: Iterator[Row]) -> Iterator[dict[str, Any]]:
    state: TableState | None = None
    for _, seq, at, body in events:
        event = read_event(body)
        if state is None:
            assert isinstance(event, Created)
            before = state = begin(table, event, at)
        else:
            before, state = state, fold(state, event, at)
        shown = as_sent(event_view(step_of(event, before, state, at), state))
        summary = {key: value for key, value in as_sent(summary_of(state)).items() if key not in ("target", "rounds")}
        yield {"table": table, "seq": seq, "event": shown, "states": states_of(state, at), "summary": summary}


def test_every_event_and_state_is_sent_as_it_was() -> None:
    with gzip.open(OLD / "traffic.jsonl.gz", "rt", encoding="utf-8") as file:
        then = [json.loads(line) for line in file]
    by_table = itertools.groupby(rows(), key=lambda row: row[0])
    now = [sent for table, events in by_table for sent in sent_now(table, events)]
    assert len(now) == len(then) > 150
    for new, old in zip(now, map(without_new_keys, then), strict=True):
        assert new == old
        assert json.dumps(new) == json.dumps(old)  # the same bytes, in the same order


@pytest.fixture
def server(forker: ServerForker, tmp_path: Path) -> Iterator[RunningServer]:
    """A server on a copy of the old database."""
    shutil.copytree(OLD, tmp_path / "old")
    server = RunningServer(forker, tmp_path / "old").start()
    yield server
    server.stop()


def test_visitors_of_then_find_their_names_tables_and_games(server: RunningServer) -> None:
    visitors = json.loads((OLD / "visitors.json").read_text())
    for cookie, *answers in visitors.values():
        with httpx.Client(base_url=f"{server.url}/api", headers={"Cookie": cookie}, trust_env=False) as http:
            for path, then in zip(("/me", "/me/games", "/me/statistics", "/me/tables"), answers, strict=True):
                assert without_new_keys(http.get(path).json()) == then, path


def test_an_unfinished_game_of_then_goes_on(server: RunningServer) -> None:
    cookie, *_, tables = json.loads((OLD / "visitors.json").read_text())["bea"]
    table = next(each["table"] for each in tables["tables"] if each["status"] == "playing")
    with httpx.Client(base_url=f"{server.url}/api/tables/{table}", headers={"Cookie": cookie}, trust_env=False) as http:
        state = http.get("/state").json()
        assert state["ask"] == "turn"
        reading, plays = next(iter(state["legal"]["plays"].items()))
        done = http.post(
            "/actions", json={"type": "play", "id": "on", "seq": state["seq"], "cards": plays[0], "reading": reading}
        )
        assert done.json() == {"seq": state["seq"] + 1, "again": False}
