"""Bots never wait for another table's, whoever thinks long; and their pace tells nothing of their cards."""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
import threading
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from haggis.players import PLAYERS, Clock, make_player
from haggis.players.greedy import Greedy
from haggis.players.registry import SEARCHERS
from haggis.rules import Action, Game, View, preset
from haggis.server.errors import TooMany
from haggis.server.tables.lanes import LEAST_SECONDS, Lane, LaneOptions
from haggis.server.tables.thinkers import QUICK_SECONDS, SECONDS, Thinkers

from .guests import ME, Guest, chosen_action
from .scenes import run

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


def test_searching_bots_share_the_time_rather_than_wait_for_each_other() -> None:
    async def scene(thinkers: Thinkers) -> None:
        began = time.monotonic()
        await asyncio.gather(*(turn(thinkers, "expert") for _ in range(12)))
        assert time.monotonic() - began < 4 * SECONDS["expert"], "one after the other they take 12 times as long"

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


def bot_delays(events: list[dict[str, Any]]) -> list[int]:
    return [after["at"] - before["at"] for before, after in itertools.pairwise(events) if after.get("by") == "bot"]


@pytest.mark.parametrize("level", ["casual", *SEARCHING])
def test_a_forced_pass_takes_as_long_as_a_chosen_action(level: str, url: str) -> None:
    """At pace 0, where nothing but the thinking shows: each of the bot's actions takes at least its usual time."""
    usual = SECONDS[level] if level in SEARCHERS else QUICK_SECONDS

    async def scene() -> None:
        ann, rng = Guest(url), random.Random(3)
        table = await ann.make_table(ME, {"kind": "bot", "level": level}, rounds=4)
        async with ann.at(table) as connection:
            while len(bot_delays(connection.events)) < (8 if usual < 0.5 else 4):
                action = chosen_action(connection.state | {"may_bet": []}, rng)
                if action:
                    await connection.send(action | {"id": f"{time.monotonic_ns()}"})
                await connection.receive()
        delays = bot_delays(connection.events)
        assert min(delays) > 0.75 * 1000 * usual

    run(scene())
