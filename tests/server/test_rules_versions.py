"""A game is judged for ever by the reading of the rules that it was begun with."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from haggis.rules import Deal, Game, Round, Ruleset
from haggis.rules import record as records
from haggis.server.settings import Settings
from haggis.server.storage.database import Database, Line
from haggis.server.study.games import of_table
from haggis.server.study.practice import practice_plan, practice_seats, rounds_up_to
from haggis.server.study.reviews import replay_of
from haggis.server.tables import events, rules_versions, table_state
from haggis.server.tables.events import Started, TakenBack, read_event
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.new_table import created_by
from haggis.server.tables.reading import Reader
from haggis.server.tables.registry import Registry
from haggis.server.tables.rules_versions import Judge
from haggis.server.tables.table_state import fold
from haggis.server.wire.game_record import record_of
from haggis.study.replay import replay_game

from .long_ledger import long_ledger
from .test_storage import with_database

TABLE = "LongLongLongLong"


class OtherRound(Round):
    """A round of the other reading."""

    @staticmethod
    def start(rules: Ruleset, deal: Deal) -> Round:
        begun = Round.start(rules, deal)
        return OtherRound(**{field.name: getattr(begun, field.name) for field in fields(begun)})


class OtherGame(Game):
    """The other reading: the first round decides, and the last seat always wins."""

    @property
    def winner(self) -> int | None:
        return len(self.names) - 1 if self.finished else None

    def _begin(self, deal: Deal) -> Game:
        return replace(self, round=OtherRound.start(self.rules, deal), events=())


@pytest.fixture(autouse=True)
def second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    judges = {**rules_versions.JUDGES, 2: Judge(2, OtherGame, OtherRound)}
    monkeypatch.setattr(rules_versions, "JUDGES", judges)
    monkeypatch.setattr(table_state, "JUDGES", judges)


def one_round(database: Database, settings: Settings, ends: int) -> LiveTable:
    """A table of the second reading with the first round, the last so many actions of it left out."""
    lines: list[Line] = long_ledger(200, rounds=1)
    first = lines[0]._replace(body=lines[0].body.replace('"rules_version":1', '"rules_version":2'))
    return LiveTable([first, *lines[1 : len(lines) - ends]], TABLE, database, settings, Reader())


def test_after_a_take_back(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        state = one_round(database, Settings(data=tmp_path), ends=3).state
        back = fold(state, TakenBack(seat=0, actions=2), 0)
        assert type(back.round) is type(state.round) is OtherRound

    with_database(scene, tmp_path)


def test_in_its_record(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        table = one_round(database, Settings(data=tmp_path), ends=0)
        record = record_of(table.state)
        assert (record["rules_version"], record["winner"], table.state.status) == (2, 1, "over")

    with_database(scene, tmp_path)


def test_a_record_with_the_version_is_read_as_ever(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        lines = long_ledger(200, rounds=1)
        state = LiveTable(lines, TABLE, database, Settings(data=tmp_path), Reader()).state
        record = record_of(state)
        assert record["rules_version"] == rules_versions.LATEST
        assert records.read(record).totals == tuple(record["totals"])

    with_database(scene, tmp_path)


def test_in_study_and_when_it_is_taken_up_again(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        settings = Settings(data=tmp_path)
        studied = of_table(one_round(database, settings, ends=0))
        assert isinstance(studied.game, OtherGame)
        assert {type(moment.state) for moment in replay_of(studied.game).moments} == {OtherRound}
        moment, rounds = rounds_up_to(studied, 1, 2)
        tables = Registry(database, settings)
        created = created_by("p_ann", practice_plan(studied), studied.rules_version)
        made = await tables.take_up(created, practice_seats(studied, moment), "Ann", rounds, "192.0.2.1")
        taken_up = (await tables.find(made.table, "192.0.2.1")).table.state
        assert (taken_up.judge.version, type(taken_up.game)) == (2, OtherGame)
        tables.stop()

    with_database(scene, tmp_path)


def test_a_replay_for_a_review_is_that_of_the_record(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        lines = long_ledger(200, rounds=3)
        game = of_table(LiveTable(lines, TABLE, database, Settings(data=tmp_path), Reader())).game
        assert replay_of(game).moments == replay_game(game).moments

    with_database(scene, tmp_path)


def test_an_entry_of_another_form_is_read_by_its_own_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyError):
        read_event('{"v":2,"begun":true}')
    second: TypeAdapter[Started] = TypeAdapter(Started)
    monkeypatch.setattr(second, "validate_json", lambda _: Started())
    monkeypatch.setattr(events, "READERS", {**events.READERS, 2: second})
    assert read_event('{"v":2,"begun":true}') == Started()
    assert read_event('{"kind":"started"}') == Started()
