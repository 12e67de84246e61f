"""Bots never wait for another table's, whoever thinks long; and their pace tells nothing of their cards."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from haggis.players import PLAYERS, Clock, make_player
from haggis.players.greedy import Greedy
from haggis.players.registry import SEARCHERS
from haggis.rules import Action, Game, View, preset
from haggis.server.errors import TooMany
from haggis.server.settings import Settings
from haggis.server.storage.database import Database
from haggis.server.tables.lanes import LEAST_SECONDS, Lane, LaneOptions
from haggis.server.tables.play_commands import ActUnlessChanged
from haggis.server.tables.registry import Registry
from haggis.server.tables.thinkers import QUICK_SECONDS, SECONDS, Thinkers
from haggis.server.web.identity import new_player

from .guests import ME
from .test_storage import make_table, with_database

GAME = Game.start(preset("standard", players=2)).deal(random.Random(1))
SEARCHING = [level for level in PLAYERS if level in SEARCHERS]


def thinking(scene: Any) -> None:
    """A scene with one thread for searches."""

    async def whole() -> None:
        thinkers = Thinkers(1)
        try:
            async with asyncio.timeout(60):
                await scene(thinkers)
        finally:
            thinkers.stop()

    asyncio.run(whole())


def turn(thinkers: Thinkers, level: str) -> Coroutine[Any, Any, Any]:
    assert GAME.round
    return thinkers.choose(make_player(level, 1), GAME.view(GAME.round.turn), GAME.verify)


class Ponderer(Greedy):
    """Thinks until it is told to answer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.answer = threading.Event()
        self.clocks: list[Clock] = []

    def choose(self, view: View, clock: Clock) -> Action:
        self.clocks.append(clock)
        self.answer.wait(50)
        return super().choose(view, clock)


class Decider(Greedy):
    """Has nothing to choose, or thinks for as long as it may."""

    def __init__(self, name: str, *, forced: bool) -> None:
        self.name = name
        self._forced = forced
        self.given = 0.0
        """Seconds that it was given at its last turn."""

    def choose(self, view: View, clock: Clock) -> Action:
        self.given = SECONDS[self.name] if clock.millis is None else clock.millis / 1000
        if not self._forced:
            time.sleep(0.9 * self.given)
        return super().choose(view, clock)


async def seconds_of(thinkers: Thinkers, player: Decider) -> float:
    assert GAME.round
    began = time.monotonic()
    await thinkers.choose(player, GAME.view(GAME.round.turn), GAME.verify, "ann")
    return time.monotonic() - began


SOONER = [("greedy", "skilled"), ("casual", "skilled"), ("skilled", "strong"), ("skilled", "expert")]


@pytest.mark.parametrize(("level", "longer"), SOONER)
def test_nobody_waits_behind_bots_that_think_longer(level: str, longer: str) -> None:
    async def scene(thinkers: Thinkers) -> None:
        assert GAME.round
        ponderer, view = Ponderer(longer), GAME.view(GAME.round.turn)
        slow = [asyncio.ensure_future(thinkers.choose(ponderer, view, GAME.verify)) for _ in range(20)]
        await asyncio.sleep(0)
        await turn(thinkers, level)
        assert not any(task.done() for task in slow)
        ponderer.answer.set()
        await asyncio.gather(*slow)

    thinking(scene)


def test_a_short_search_is_never_given_a_time_that_would_make_it_longer() -> None:
    async def scene(thinkers: Thinkers) -> None:
        assert GAME.round
        ponderer, view = Ponderer("skilled"), GAME.view(GAME.round.turn)
        ponderer.answer.set()
        await asyncio.gather(*(thinkers.choose(ponderer, view, GAME.verify) for _ in range(20)))
        assert ponderer.clocks == [Clock()] * 20

    thinking(scene)


@pytest.mark.parametrize("level", ["random", "greedy", "casual"])
def test_a_quick_bot_does_not_wait_behind_bots_and_hints_that_think(level: str) -> None:
    async def scene(thinkers: Thinkers) -> None:
        assert GAME.round
        view = GAME.view(GAME.round.turn)
        slow = [asyncio.ensure_future(turn(thinkers, "expert")) for _ in range(3)]
        slow += [asyncio.ensure_future(thinkers.advise(view)) for _ in range(20)]
        await asyncio.sleep(0.05)
        await turn(thinkers, level)
        assert sum(task.done() for task in slow) <= 1
        for task in slow:
            task.cancel()

    thinking(scene)


def test_of_twenty_experts_none_takes_more_than_twice_its_time() -> None:
    async def scene(thinkers: Thinkers) -> None:
        experts = [Decider("expert", forced=False) for _ in range(20)]
        await asyncio.gather(*(seconds_of(thinkers, expert) for expert in experts))
        # They think one after the other, so the last has waited for all others: told by what they were given, since
        # a busy machine wakes everybody late.
        assert sum(expert.given for expert in experts) < 2 * SECONDS["expert"]

    thinking(scene)


def in_lane(options: LaneOptions, scene: Any) -> None:
    async def whole() -> None:
        lane = Lane("test", options)
        try:
            async with asyncio.timeout(30):
                await scene(lane)
        finally:
            lane.stop()

    asyncio.run(whole())


def test_owners_take_turns_however_much_one_of_them_asks_for() -> None:
    async def scene(lane: Lane) -> None:
        order: list[str] = []
        first = threading.Event()
        blocker = asyncio.ensure_future(lane.do("x", 1, lambda _: first.wait(20)))
        await asyncio.sleep(0)
        jobs = [asyncio.ensure_future(lane.do(owner, 1, lambda _, o=owner: order.append(o))) for owner in "aaaaabb"]
        await asyncio.sleep(0)
        first.set()
        await asyncio.gather(blocker, *jobs)
        assert "".join(order) == "ababaaa"

    in_lane(LaneOptions(threads=1), scene)


def test_nobody_waits_for_ever_behind_others_who_keep_coming() -> None:
    async def scene(lane: Lane) -> None:
        order: list[str] = []
        first = threading.Event()
        blocker = asyncio.ensure_future(lane.do("x", 1, lambda _: first.wait(20)))
        await asyncio.sleep(0)
        owners = ("a", "a", *(f"newcomer {number}" for number in range(12)))
        waiting = {asyncio.ensure_future(lane.do(who, 1, lambda _, o=who: order.append(o))) for who in owners[:4]}
        await asyncio.sleep(0)
        first.set()
        for who in owners[4:]:
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            waiting.add(asyncio.ensure_future(lane.do(who, 1, lambda _, o=who: order.append(o))))
        await asyncio.gather(blocker, *waiting)
        assert "a" in order[1:5]

    in_lane(LaneOptions(threads=1), scene)


def test_owners_have_equal_shares_of_the_time() -> None:
    async def scene(lane: Lane) -> None:
        first = threading.Event()
        blocker = asyncio.ensure_future(lane.do("x", 1, lambda _: first.wait(20)))
        await asyncio.sleep(0)
        many = [asyncio.ensure_future(lane.do("a", 10, lambda limit: limit)) for _ in range(9)]
        one = asyncio.ensure_future(lane.do("b", 10, lambda limit: limit))
        await asyncio.sleep(0)
        first.set()
        shares = await asyncio.gather(*many)
        assert await one is None or await one > 5
        assert shares[0] is not None
        assert LEAST_SECONDS <= shares[0] < 2
        await blocker

    in_lane(LaneOptions(threads=1), scene)


def test_work_that_fails_after_everybody_went_away_is_not_logged_as_an_error() -> None:
    async def scene(lane: Lane) -> None:
        complaints: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        begun, left = threading.Event(), threading.Event()

        def work(_: float | None) -> None:
            begun.set()
            left.wait(20)
            raise ValueError

        waiting = asyncio.ensure_future(lane.do("a", 1, work))
        await asyncio.to_thread(begun.wait, 20)
        waiting.cancel()
        left.set()
        await lane.do("a", 1, lambda _: None)
        gc.collect()
        assert not complaints

    in_lane(LaneOptions(threads=1), scene)


def test_only_so_many_wait_and_those_who_go_away_make_room() -> None:
    async def scene(lane: Lane) -> None:
        first = threading.Event()
        blocker = asyncio.ensure_future(lane.do("x", 1, lambda _: first.wait(20)))
        await asyncio.sleep(0)
        waiting = [asyncio.ensure_future(lane.do("a", 1, lambda _: None)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await lane.do("a", 1, lambda _: None)
        waiting.append(asyncio.ensure_future(lane.do("b", 1, lambda _: None)))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await lane.do("c", 1, lambda _: None)
        waiting.pop().cancel()
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(lane.do("c", 1, lambda _: None)))
        first.set()
        await asyncio.gather(blocker, *waiting)

    in_lane(LaneOptions(threads=1, most=3, most_an_owner=2), scene)


def test_work_that_fails_fails_for_its_own_asker_only() -> None:
    def fail(_: float | None) -> None:
        raise KeyError

    async def scene(lane: Lane) -> None:
        with pytest.raises(KeyError):
            await lane.do("a", 1, fail)
        assert await lane.do("a", 1, lambda _: 7) == 7

    in_lane(LaneOptions(threads=1), scene)


@pytest.mark.parametrize("waiting", [0, 1])
def test_with_a_busy_lane_a_forced_pass_takes_as_long_as_a_chosen_action(waiting: int) -> None:
    async def scene(thinkers: Thinkers) -> None:
        taken = []
        for forced in (True, False):
            others = [Decider("strong", forced=False) for _ in range(waiting)]
            before = [asyncio.ensure_future(seconds_of(thinkers, other)) for other in others]
            await asyncio.sleep(0)
            taken.append(await seconds_of(thinkers, Decider("strong", forced=forced)))
            await asyncio.gather(*before)
        assert max(taken) - min(taken) < 0.3 * SECONDS["strong"]

    thinking(scene)


def test_who_thought_for_too_long_answers_at_one_of_a_few_moments() -> None:
    async def scene(thinkers: Thinkers) -> None:
        assert GAME.round
        began, ponderer = time.monotonic(), Ponderer("strong")
        asyncio.get_running_loop().call_later(1.1 * SECONDS["strong"], ponderer.answer.set)
        await thinkers.choose(ponderer, GAME.view(GAME.round.turn), GAME.verify)
        assert time.monotonic() - began > 1.24 * SECONDS["strong"]

    thinking(scene)


async def delays_at(tables: Registry, level: str) -> tuple[list[float], list[float]]:
    """How long the bot of a table took for passes that it was forced to, and for what it chose."""
    made = await make_table(tables, new_player(), ME, {"kind": "bot", "level": level}, pace=0)
    table = (await tables.find(made.table, "192.0.2.1")).table
    forced: list[float] = []
    chosen: list[float] = []
    changes: list[float] = []
    table.subscribers.add(lambda _: changes.append(time.monotonic()))  # heard before the bot can see its turn
    while playing := table.state.round:
        legal, asked = playing.legal_actions(), changes[-1:]
        if playing.turn == 0:
            await table.perform(ActUnlessChanged(playing, max(legal, key=lambda each: len(str(each))), "clock"))
            continue
        while table.state.round is playing:
            await asyncio.sleep(0.001)
        (chosen if len(legal) > 1 else forced).extend(changes[-1] - began for began in asked)
    return forced, chosen


@pytest.mark.parametrize("level", ["casual", *SEARCHING])
def test_a_forced_pass_takes_as_long_as_a_chosen_action(level: str, tmp_path: Path) -> None:
    """At pace 0, where nothing but the thinking shows."""
    usual = SECONDS[level] if level in SEARCHERS else QUICK_SECONDS

    async def scene(database: Database) -> None:
        tables = Registry(database, Settings(data=tmp_path))
        forced: list[float] = []
        chosen: list[float] = []
        while not forced or len(chosen) < 3:
            more = await delays_at(tables, level)
            forced += more[0]
            chosen += more[1]
        tables.stop()
        assert min(forced + chosen) > 0.9 * usual
        # The soonest of each: a busy machine makes single answers late, but not all of one kind.
        assert min(chosen) < min(forced) + max(0.1 * usual, 0.05)

    with_database(scene, tmp_path)
