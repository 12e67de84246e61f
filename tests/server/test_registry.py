"""Tables in memory: found, shared, and let go at once when nobody needs them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from haggis.rules import Action, Game, Round
from haggis.server.english import say
from haggis.server.errors import Damaged, NotNow, Trouble
from haggis.server.limits import Limits
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.tables import table_state
from haggis.server.tables.damage import REMEMBERED_SECONDS, DamagedTables
from haggis.server.tables.events import TableEvent
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.node import Node
from haggis.server.tables.play_commands import ActUnlessChanged
from haggis.server.tables.registry import OpenTable, Registry
from haggis.server.tables.rules_versions import Judge
from haggis.server.tables.seat_commands import Sit
from haggis.server.tables.sharing import Sharing
from haggis.server.tables.table_state import TableState
from haggis.server.web import broadcast
from haggis.server.web.broadcast import Broadcasts
from haggis.server.web.connection import Connection
from haggis.server.web.identity import new_player

from .in_process import without_the_collector
from .long_ledger import long_ledger, write_ledger
from .test_storage import make_table, with_database

SICK = "SickSickSickSick"
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}


def test_all_who_want_a_table_have_the_same_though_the_first_reading_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path, idle_seconds=0))
        name = (await make_table(tables, new_player(), ME, OPEN)).table
        tables.sweep()
        load, asked, gate = database.load, asyncio.Event(), asyncio.Event()

        async def away(*_: object, **__: object) -> Any:
            asked.set()
            await gate.wait()
            raise Trouble(say("trouble.no-database"))

        monkeypatch.setattr(database, "load", away)
        early = [asyncio.create_task(tables.find(name, "192.0.2.1")) for _ in range(2)]
        await asked.wait()
        monkeypatch.setattr(database, "load", load)
        gate.set()
        late = []
        while not all(task.done() for task in early):
            late.append(asyncio.create_task(tables.find(name, "192.0.2.1")))
            await asyncio.sleep(0)
        found = await asyncio.gather(*early, *late, tables.find(name, "192.0.2.1"), return_exceptions=True)
        assert {type(each) for each in found} == {Trouble, OpenTable}
        assert len({id(each) for each in found if isinstance(each, OpenTable)}) == 1
        tables.stop()

    with_database(scene, tmp_path)


def test_the_bots_thinking_counts_for_those_who_play(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        tables, ann = Registry(database, Settings(data=tmp_path)), new_player()
        name = (await make_table(tables, ann, ME, BOT)).table
        assert (await tables.find(name, "192.0.2.1", ann)).table.visitor == "192.0.2.1"
        for stranger in (None, new_player()):
            assert (await tables.find(name, "192.0.2.2", stranger)).table.visitor == "192.0.2.1"
        tables.stop()

    with_database(scene, tmp_path)


def test_a_table_that_is_let_go_leaves_the_memory_without_the_collector(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        settings = Settings(data=tmp_path, idle_seconds=0)
        node = Node(database, settings, lambda *_: None)
        tables = Registry(database, settings, node)
        name = (await make_table(tables, new_player(), ME, OPEN)).table
        table = weakref.ref((await tables.find(name, "192.0.2.1")).table)
        await asyncio.sleep(0)  # its autoplay begins
        tables.sweep()
        for _ in range(3):
            await asyncio.sleep(0)
        assert table() is None
        tables.stop()

    with without_the_collector():
        with_database(scene, tmp_path)


def test_a_table_is_not_let_go_while_it_is_being_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path, idle_seconds=60))
        name = (await make_table(tables, new_player(), ME, OPEN)).table
        table = (await tables.find(name, "192.0.2.1")).table

        async def swept() -> None:
            tables.sweep()

        monkeypatch.setattr(table, "check_it_is_there", swept)
        table.visited -= 100
        assert (await tables.find(name, "192.0.2.1")).table is table
        assert len(tables) == 1
        tables.stop()

    with_database(scene, tmp_path)


class Listener(Connection):
    """A connection that remembers what it was told."""

    def __init__(self, player: str | None, heard: list[Any]) -> None:
        self.player = player
        self.say = self.send = heard.append  # type: ignore[method-assign]


def test_of_many_who_come_and_go_at_once_everybody_hears_in_one_message(tmp_path: Path) -> None:
    async def scene(database: Database) -> None:
        tables, ann = Registry(database, Settings(data=tmp_path)), new_player()
        opened = await tables.find((await make_table(tables, ann, ME, OPEN)).table, "192.0.2.1")
        heard: list[Any] = []
        broadcasts = Broadcasts()
        broadcasts.join(opened, Listener(ann, heard))
        for _ in range(20):
            broadcasts.join(opened, Listener(None, []))
        await asyncio.sleep(0.2)
        assert [message["watchers"] for message in heard] == [20]
        tables.stop()

    with_database(scene, tmp_path)


def test_who_acts_does_not_wait_for_what_the_other_can_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that takes to find out tells of her hand."""

    async def scene(database: Database) -> None:
        tables, players = Registry(database, Settings(data=tmp_path)), (new_player(), new_player())
        opened = await tables.find((await make_table(tables, players[0], ME, OPEN)).table, "192.0.2.1")
        await opened.table.perform(Sit(players[1], "Bob"))
        heard: list[list[bytes]] = [[], []]
        broadcasts = Broadcasts()
        for player, messages in zip(players, heard, strict=True):
            broadcasts.join(opened, Listener(player, messages))
        asked: list[int | None] = []
        monkeypatch.setattr(broadcast, "own_state", lambda public, state, seat: asked.append(seat) or public)
        playing = opened.table.state.round
        assert playing
        await opened.table.perform(ActUnlessChanged(playing, playing.legal_actions()[0], "clock"))
        assert asked == [playing.turn], "the other's part has been made before the answer"
        await asyncio.sleep(0.1)
        assert asked == [playing.turn, 1 - playing.turn]
        assert [sum(isinstance(each, bytes) for each in messages) for messages in heard] == [1, 1]
        tables.stop()

    with_database(scene, tmp_path)


def test_an_address_opens_only_so_many_tables_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path, idle_seconds=0, limits=Limits(connections=2)))
        names = [(await make_table(tables, new_player(), ME, OPEN)).table for _ in range(4)]
        tables.sweep()
        load, gate = database.load, asyncio.Event()

        async def slow(*wanted: Any, **options: Any) -> Any:
            await gate.wait()
            return await load(*wanted, **options)

        monkeypatch.setattr(database, "load", slow)
        first = [asyncio.create_task(tables.find(name, "192.0.2.1")) for name in names[:2]]
        await asyncio.sleep(0)
        for asked in (tables.find(names[2], "192.0.2.1"), tables.events(names[2], 0, 1, "192.0.2.1")):
            with pytest.raises(Trouble) as refused:
                await asked
            assert (refused.value.sentence.key, refused.value.status) == ("trouble.reading", 503)
        other = asyncio.create_task(tables.find(names[3], "192.0.2.2"))
        gate.set()
        await asyncio.gather(*first, other)
        assert (await tables.find(names[2], "192.0.2.1")).table.id == names[2], "there is room again"
        tables.stop()

    with_database(scene, tmp_path)


def test_a_damaged_table_is_not_read_again_for_every_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path))
        write_ledger(tmp_path, SICK, [line._replace(body="{}") for line in long_ledger(12)])
        read, load, now = [], database.load, 100.0
        monkeypatch.setattr(tables, "_damaged", DamagedTables(lambda: now))

        async def noted(*wanted: Any, **options: Any) -> Any:
            read.append(wanted)
            return await load(*wanted, **options)

        monkeypatch.setattr(database, "load", noted)
        for _ in range(3):
            for asked in (tables.find(SICK, "192.0.2.1"), tables.events(SICK, 0, 1, "192.0.2.1")):
                with pytest.raises(Damaged) as refused:
                    await asked
                assert refused.value.event == 1
        assert len(read) == 1
        now += REMEMBERED_SECONDS
        with pytest.raises(Damaged):
            await tables.find(SICK, "192.0.2.1")
        assert len(read) == 2, "it may have been mended"
        tables.stop()

    with_database(scene, tmp_path)


class Neighbours(Sharing):
    """Reads what others have stored."""

    async def refresh(self, table: LiveTable, /) -> None:
        await table.catch_up()


def test_a_table_in_memory_that_turns_out_damaged_is_not_read_for_every_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path), Neighbours())
        *good, bad = long_ledger(12)
        write_ledger(tmp_path, SICK, good)
        await tables.find(SICK, "192.0.2.1")
        write_ledger(tmp_path, SICK, [bad._replace(body="{}")])
        read, load = [], database.load

        async def noted(*wanted: Any, **options: Any) -> Any:
            read.append(wanted)
            return await load(*wanted, **options)

        monkeypatch.setattr(database, "load", noted)
        for _ in range(3):
            with pytest.raises(Damaged) as refused:
                await tables.find(SICK, "192.0.2.1")
            assert refused.value.event == bad.seq
        assert len(read) == 1
        tables.stop()

    with_database(scene, tmp_path)


def test_a_table_is_judged_by_the_rules_that_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Action] = []

    class Earlier(Game):
        def apply(self, action: Action) -> Game:
            judged.append(action)
            return super().apply(action)

    monkeypatch.setattr(table_state, "JUDGES", {1: Judge(1, Earlier, Round)})

    async def scene(database: Database) -> None:
        settings = Settings(data=tmp_path, idle_seconds=0)
        tables = Registry(database, settings)
        name = (await make_table(tables, new_player(), ME, BOT)).table
        table = (await tables.find(name, "192.0.2.1")).table
        while not (table.state.round and table.state.round.turn == 0):
            await asyncio.sleep(0.01)
        action = table.state.round.legal_actions()[0]
        await table.perform(ActUnlessChanged(table.state.round, action, "clock"))
        tables.sweep()
        again = await LiveTable.load(name, database, settings, tables._reader)
        assert action in judged
        assert isinstance(again.state.game, Earlier)
        tables.stop()

    with_database(scene, tmp_path)


@dataclass(frozen=True)
class Fails:
    error: Exception

    def events(self, _state: TableState) -> list[TableEvent]:
        raise self.error


@pytest.mark.parametrize(("error", "told"), [(NotNow(say("table.crowd")), 0), (ValueError("ours"), 1)])
def test_a_refusal_of_who_has_gone_is_no_failure(tmp_path: Path, error: Exception, told: int) -> None:
    async def scene(database: Database) -> None:
        failures: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        tables = Registry(database, Settings(data=tmp_path))
        name = (await make_table(tables, new_player(), ME, OPEN)).table
        table = (await tables.find(name, "192.0.2.1")).table
        async with table._lock:
            asking = asyncio.create_task(table.perform(Fails(error)))
            await asyncio.sleep(0.01)
            asking.cancel()
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)
        gc.collect()
        assert asking.cancelled()
        assert [context["exception"] for context in failures] == [error] * told
        tables.stop()

    with_database(scene, tmp_path)
