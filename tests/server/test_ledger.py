"""A long ledger freezes nobody, and a damaged one says so and nothing else."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from haggis.server.limits import MOST_TOLD
from haggis.server.settings import Settings
from haggis.server.storage.database import Database, Line, StoredSummary
from haggis.server.tables import live_table, reading
from haggis.server.tables import registry as registry_module
from haggis.server.tables.events import (
    Handed,
    Named,
    Ready,
    Rematch,
    Replaced,
    Swapped,
    TableEvent,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from haggis.server.tables.lanes import Lane
from haggis.server.tables.new_table import created_by
from haggis.server.tables.registry import Registry
from haggis.server.tables.summary import read_summaries
from haggis.server.tables.table_state import TableState, fold

from .guests import BOT, ME, Guest
from .long_ledger import SEATS, long_ledger, without_marks, write_ledger
from .running_server import RunningServer
from .scenes import run
from .test_state_view import dealt, seated

Build = Callable[..., RunningServer]
LONG = "LongLongLongLong"
SICK = "SickSickSickSick"


async def open_and_take_up(folder: Path) -> None:
    """A long table is opened, and its game is gone on with at another, by visitors of two addresses."""
    settings = Settings(data=folder)
    database = Database(settings.database_url, 0.001)
    await database.start()
    lines = long_ledger(300)
    write_ledger(folder, LONG, lines)
    registry = Registry(database, settings)
    opened = (await registry.find(LONG, "192.0.2.1")).table
    assert opened.state.seq == len(lines)
    rounds = opened.state.game.finished if opened.state.game else ()
    assert len(rounds) > 2
    created = created_by("p_nobody", opened.state.plan)
    made = await registry.take_up(created, SEATS, "Ann", rounds[:-1], "192.0.2.7")
    assert (await registry.find(made.table, "")).table.visitor == "192.0.2.7"
    registry.stop()
    await database.stop()


def test_a_long_ledger_is_folded_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = threading.get_ident()
    folded_here = []
    turns: set[tuple[str, str]] = set()
    do, events_up_to = Lane.do, registry_module.events_up_to

    async def in_turn(lane: Lane, owner: str, *given: Any) -> Any:
        turns.add((lane._pool._thread_name_prefix, owner))
        return await do(lane, owner, *given)

    def noted(state: TableState, lines: Sequence[Line]) -> list[reading.Folded]:
        if threading.get_ident() == here:
            folded_here.append(len(lines))
        return fold_lines(state, lines)

    def written_elsewhere(*given: Any) -> list[TableEvent]:
        assert threading.get_ident() != here
        return events_up_to(*given)

    fold_lines = reading.fold_lines
    monkeypatch.setattr(Lane, "do", in_turn)
    monkeypatch.setattr(registry_module, "events_up_to", written_elsewhere)
    monkeypatch.setattr(reading, "fold_lines", noted)
    monkeypatch.setattr(live_table, "fold_lines", noted)
    asyncio.run(open_and_take_up(tmp_path))
    assert max(folded_here) <= reading.FEW
    assert {owner for lane, owner in turns if lane == "haggis-ledgers"} == {"192.0.2.1", "192.0.2.7"}


def test_a_welcome_is_never_long(build: Build) -> None:
    server = build()
    write_ledger(server.data, LONG, long_ledger(600))

    async def scene() -> None:
        ann = Guest(server.url)
        while (state := await ann.get(f"/tables/{LONG}/state"))["turn"] == 1:
            await asyncio.sleep(0.05)  # the bot goes on by itself
        last = state["seq"]
        for after in (0, last - MOST_TOLD - 1):
            async with ann.at(LONG, after) as connection:
                welcome = connection.welcome
                assert (welcome["after"], len(welcome["events"]) <= MOST_TOLD) == (0, True)
        async with ann.at(LONG, last - MOST_TOLD) as connection:
            assert [event["seq"] for event in connection.welcome["events"]] == list(
                range(last - MOST_TOLD + 1, last + 1)
            )

    run(scene())


def test_opening_a_long_table_freezes_nobody(build: Build) -> None:
    server = build()
    write_ledger(server.data, LONG, without_marks(long_ledger(4000)))

    async def scene() -> None:
        ann = Guest(server.url)
        other = await ann.make_table(ME, BOT)
        async with ann.at(other) as connection:
            opening = asyncio.ensure_future(Guest(server.url).get(f"/tables/{LONG}/events?after=3000&limit=1"))
            longest, answers = 0.0, 0
            while not opening.done():
                began = time.monotonic()
                await connection.ask("ping")
                longest, answers = max(longest, time.monotonic() - began), answers + 1
            assert answers >= 5, "one at a time, while the table is read"
            assert [event["seq"] for event in (await opening)["events"]] == [3001]
            assert longest < 0.4

    run(scene())


def change(body: str, **fields: object) -> str:
    return json.dumps(json.loads(body) | fields)


@pytest.mark.parametrize("seat", [-1, 2, 7])
@pytest.mark.parametrize(
    "event",
    [
        TakenBack(seat=0, actions=0),
        TakeBackAsked(seat=0, actions=0),
        TakeBackAgreed(seat=0),
        TakeBackRefused(seat=0),
        Ready(seat=0),
        Rematch(seat=0, table="T"),
        Named(seat=0, name="Ann"),
        Handed(seat=0, level="greedy", name="Ann", by=0),
        Replaced(seat=0, level="greedy", name="Ann", by=0),
        Swapped(seat=0, other=0),
    ],
    ids=lambda event: event.kind,
)
def test_an_event_of_a_seat_that_there_is_not_is_damage(event: TableEvent, seat: int) -> None:
    state = fold(dealt(seated(2), random.Random(1)), TakeBackAsked(seat=0, actions=0), 0)
    fold(state, event, 0)
    for field in {"seat", "by", "other"} & event.model_dump().keys():
        with pytest.raises(ValueError, match="no such seat"):
            fold(state, event.model_copy(update={field: seat}), 0)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET body = substr(body, 1, 20) WHERE seq = 9",
        "UPDATE events SET body = '{}' WHERE seq = 9",
        "UPDATE events SET body = json_set(body, '$.v', 99) WHERE seq = 9",
        "UPDATE events SET body = json_set(body, '$.rules_version', 99) WHERE seq = 1",
        "UPDATE events SET body = json_set(body, '$.seat', 7) WHERE seq = 2",
        """UPDATE events SET body = '{"kind": "rematch", "table": "T", "seat": 7}' WHERE seq = 60""",
        "UPDATE events SET body = json_set(body, '$.hands[0]', '2r 2r K') WHERE seq = 5",
        "UPDATE events SET body = (SELECT body FROM events WHERE seq = 9 LIMIT 1) WHERE seq = 8",
        "DELETE FROM events WHERE seq = 9",
        "DELETE FROM events WHERE seq = 1",
        "UPDATE events SET body = x'ff00fe' WHERE seq = 9",
        "UPDATE events SET at = 'soon' WHERE seq = 9",
    ],
)
def test_a_damaged_table_says_so_and_others_play_on(build: Build, sql: str) -> None:
    server = build()
    write_ledger(server.data, SICK, long_ledger(60))
    with sqlite3.connect(server.data / "haggis.sqlite3") as file:
        file.execute(sql)
    file.close()

    async def scene() -> None:
        ann = Guest(server.url)
        for path in ("", "/state", "/events", "/rounds", "/record"):
            answer = await ann.get(f"/tables/{SICK}{path}", 503)
            assert (answer["code"], answer["words"]) == ("damaged", "this table is damaged: it can't be opened")
            assert answer["values"] == {}
            assert answer["retry_after"] == 3600
        await ann.post(f"/tables/{SICK}/sit", {}, 503)
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"{server.url.replace('http', 'ws')}/api/tables/{SICK}/live", proxy=None)
        assert caught.value.response.status_code == 503
        assert caught.value.response.headers["Retry-After"] == "3600"
        async with ann.at(await ann.make_table(ME, BOT)) as connection:
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())


@pytest.mark.parametrize("summary", ['{"table": 7}', '{"table": ', "\x00"])
def test_a_damaged_summary_does_not_empty_the_lobby(build: Build, summary: str) -> None:
    server = build()
    body = {"seats": [ME, {"kind": "open"}], "public": True}
    made = [httpx.post(f"{server.url}/api/tables", json=body, trust_env=False).json()["table"] for _ in range(2)]
    with sqlite3.connect(server.data / "haggis.sqlite3") as file:
        file.execute("UPDATE tables SET summary = ? WHERE id = ?", (summary, made[0]))
    file.close()
    answer = httpx.get(f"{server.url}/api/tables", trust_env=False)
    assert [table["table"] for table in answer.json()["tables"]] == [made[1]]


def test_a_log_names_the_table_of_a_damaged_summary(caplog: pytest.LogCaptureFixture) -> None:
    assert read_summaries([StoredSummary(SICK, {"table": 7}), StoredSummary("other", None)]) == []
    assert caplog.messages == [f"the summary of table {SICK} is damaged", "the summary of table other is damaged"]


def test_every_entry_is_written_with_its_version(build: Build) -> None:
    server = build()
    httpx.post(f"{server.url}/api/tables", json={"seats": [ME, BOT]}, trust_env=False)
    with sqlite3.connect(server.data / "haggis.sqlite3") as file:
        bodies = [json.loads(body) for (body,) in file.execute("SELECT body FROM events ORDER BY seq")]
    file.close()
    assert {body["v"] for body in bodies} == {1}
    assert bodies[0]["rules_version"] == 1


def test_a_log_names_the_damaged_table_and_event_but_no_card(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from haggis.server.errors import Damaged

    async def scene() -> None:
        settings = Settings(data=tmp_path)
        database = Database(settings.database_url, 0.001)
        lines = long_ledger(60)
        bad = [line._replace(body=change(line.body, kind="unknown")) if line.seq == 12 else line for line in lines]
        with pytest.raises(Damaged):
            live_table.LiveTable(bad, SICK, database, settings, reading.Reader())
        await database.stop()

    asyncio.run(scene())
    (line,) = caplog.messages
    assert line.startswith(f"table {SICK} is damaged at event 12: ")
    assert len(line) < 100
