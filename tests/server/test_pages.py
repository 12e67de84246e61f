"""Parts of a ledger are read from the deal before them, and a table in memory keeps only the latest events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from haggis.rules import HaggisError, preset
from haggis.server.errors import Damaged
from haggis.server.limits import MOST_EVENTS_A_ROUND
from haggis.server.settings import Settings
from haggis.server.storage.database import Batch, Database, Line
from haggis.server.tables import live_table, pages, reading
from haggis.server.tables.events import Created, Dealt, TableEvent, read_event
from haggis.server.tables.ledger import lines_of
from haggis.server.tables.live_table import KEPT, LiveTable
from haggis.server.tables.new_table import events_up_to
from haggis.server.tables.reading import Reader, fold_first, fold_lines
from haggis.server.tables.registry import Registry
from haggis.server.tables.seat_commands import Rename
from haggis.server.tables.table_state import TableState
from haggis.server.wire.event_view import events_view
from tests.study.games import play

from .eventful_ledger import eventful_ledger
from .long_ledger import SEATS, long_ledger, without_marks, write_ledger
from .test_storage import with_database

LONG = "LongLongLongLong"


def everything(lines: Sequence[Line]) -> list[object]:
    """What is told of a whole ledger, read from its beginning."""
    first = fold_first(LONG, lines[0])
    folded = [first, *fold_lines(first.state, lines[1:])]
    return list(events_view([each.step for each in folded], folded[-1].state))


def test_an_eventful_ledger_has_every_kind_of_event_behind_a_mark() -> None:
    lines = eventful_ledger(rounds=3)
    kinds = [read_event(line.body).kind for line in lines]
    every = {kind.model_fields["kind"].default for kind in get_args(TableEvent)}
    assert every - set(kinds) == {"closed"}, "one that is over is not closed"
    before_the_game = {"created", "sat", "bot-sat", "removed", "swapped", "started", "shuffling", "shared"}
    deals = [place for place, kind in enumerate(kinds) if kind == "dealt"]
    assert every - set(kinds[deals[1] :]) == before_the_game | {"closed"}


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("eventful", [True, False])
def test_every_page_tells_what_the_whole_ledger_tells(tmp_path: Path, marked: bool, eventful: bool) -> None:
    lines = eventful_ledger(rounds=3) if eventful else long_ledger(260, rounds=6)
    lines = lines if marked else without_marks(lines)
    told = everything(lines)
    assert "won" in str(told[-2:])

    async def scene(database: Database) -> None:
        write_ledger(tmp_path, LONG, lines)
        tables = Registry(database, Settings(data=tmp_path))
        for after in range(len(lines) + 2):
            for limit in (1, 40):
                steps, state, more = await tables.events(LONG, after, limit, "192.0.2.1")
                assert events_view(steps, state) == told[after : after + limit]
                assert more == (after + limit < len(lines))
        assert len(tables) == 0
        tables.stop()

    with_database(scene, tmp_path)


@pytest.mark.parametrize("marked", [True, False])
def test_a_page_costs_what_it_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, marked: bool) -> None:
    """Without marks the first of them finds out what they would have told."""
    folded: list[int] = []
    fold_lines = reading.fold_lines

    def noted(state: TableState, lines: Sequence[Line]) -> list[reading.Folded]:
        folded.append(len(lines))
        return fold_lines(state, lines)

    monkeypatch.setattr(reading, "fold_lines", noted)

    async def scene(database: Database) -> None:
        lines = long_ledger(1000)
        write_ledger(tmp_path, LONG, lines if marked else without_marks(lines))
        tables = Registry(database, Settings(data=tmp_path))
        if not marked:
            await tables.events(LONG, 990, 1, "192.0.2.1")
        for after in (0, 500, 990):
            folded.clear()
            await tables.events(LONG, after, 1, "192.0.2.1")
            assert sum(folded) < 60 < MOST_EVENTS_A_ROUND, "a round between bots"
        tables.stop()

    with_database(scene, tmp_path)


def test_page_after_page_of_a_ledger_without_marks_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[int] = []
    fold_lines = reading.fold_lines

    def noted(state: TableState, lines: Sequence[Line]) -> list[reading.Folded]:
        folded.append(len(lines))
        return fold_lines(state, lines)

    monkeypatch.setattr(reading, "fold_lines", noted)

    async def scene(database: Database) -> None:
        lines = without_marks(long_ledger(600))
        write_ledger(tmp_path, LONG, lines)
        tables = Registry(database, Settings(data=tmp_path))
        for after in range(0, 600, 50):
            await tables.events(LONG, after, 50, "192.0.2.1")
        assert sum(folded) < 2.5 * len(lines), "from its beginning each time it would be six times as many"
        tables.stop()

    with_database(scene, tmp_path)


def test_the_marks_of_only_so_many_ledgers_without_marks_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MOST_UNMARKED", 2)

    async def scene(database: Database) -> None:
        names = [f"{number:016}" for number in range(4)]
        lines = without_marks(long_ledger(120))
        for name in names:
            write_ledger(tmp_path, name, lines)
        read = pages.Pages(database, Reader())
        for name in names:
            await read.read("192.0.2.1", name, 100, 1)
        assert list(read._marks) == names[-2:]

    with_database(scene, tmp_path)


def test_a_game_that_is_taken_up_again_has_a_mark_at_every_deal() -> None:
    rounds = play(preset("standard"), 3, level="greedy", rounds=3).finished
    created = read_event(long_ledger(1)[0].body)
    assert isinstance(created, Created)
    told = events_up_to(created, SEATS, "Ann", rounds)
    marks = [event.mark for event in told if isinstance(event, Dealt)]
    assert [mark and mark.round for mark in marks] == [1, 2, 3]
    lines = lines_of(told, 1, 0)
    assert len(everything(lines)) == len(lines), "the marks fit"


def test_a_table_in_memory_keeps_the_latest_events(tmp_path: Path) -> None:
    lines = long_ledger(KEPT + 300)
    told = everything(lines)

    async def scene(database: Database) -> None:
        write_ledger(tmp_path, LONG, lines)
        tables = Registry(database, Settings(data=tmp_path))
        table = (await tables.find(LONG, "192.0.2.1")).table
        assert len(table.history) == KEPT
        for after in (0, 3, 299, 300, 301, len(lines) - 1):
            steps, state, _ = await tables.events(LONG, after, 1, "192.0.2.1")
            assert events_view(steps, state) == told[after : after + 1]
        tables.stop()

    with_database(scene, tmp_path)


def test_a_mark_that_tells_something_else_is_damage() -> None:
    lines = long_ledger(120)
    place = max(number for number, line in enumerate(lines) if '"dealt"' in line.body)
    body = json.loads(lines[place].body)
    body["mark"]["totals"][0] += 1
    lines[place] = lines[place]._replace(body=json.dumps(body))
    first = fold_first(LONG, lines[0])
    with pytest.raises(Damaged):
        fold_lines(first.state, lines[1:])


class Refused:
    """Refuses everything, as whatever comes too late is refused."""

    def events(self, _: TableState) -> Sequence[TableEvent]:
        raise HaggisError("too late")


def test_an_action_sent_again_very_late_is_still_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "MOST_APPLIED", 3)

    async def scene(database: Database) -> None:
        lines = long_ledger(10)
        table = LiveTable(lines[:4], LONG, database, Settings(data=tmp_path), Reader())
        await database.append(Batch(table=LONG, lines=lines[:4]))
        stored = [await table.perform(Rename("p_nobody", f"Ann {each}"), f"0:{each}") for each in range(5)]
        for command in (Refused(), Rename("p_nobody", "Somebody")):
            again = await table.perform(command, "0:0")
            assert (again.seq, again.again) == (stored[0].seq, True)
        with pytest.raises(HaggisError, match="too late"):
            await table.perform(Refused(), "0:new")

    with_database(scene, tmp_path)
