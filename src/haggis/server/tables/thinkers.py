"""Bots think in threads: quick levels, short searches, long searches and hints each in a lane of their own.

They get a `View` and nothing else, and are asked through `players.host`, which acts for a bot that fails.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import threading
import time
from typing import NamedTuple

from haggis.engine.search import Stop
from haggis.players import AS_IT_LIKES, Advice, Clock, Player, advise, make_player
from haggis.players.advice import STRONG, STRONG_MILLIS
from haggis.players.host import Answer, Fault, Verify, ask_bet, ask_turn, default_action
from haggis.players.levels import EXPERT_MILLIS
from haggis.players.searcher import interrupt
from haggis.rules import Action, Bet, View
from haggis.study.reasons import Reason, reasons

from .lanes import Lane, LaneOptions

log = logging.getLogger(__name__)
HINT_LEVEL, HINT_SETTINGS, HINT_CLOCK = "strong", STRONG, Clock(millis=400)
"""Whose advice hints are: the name of a level, how it searches, and for how long here."""
HINT_SECONDS = 2.0
"""A hint that has to wait comes after a few of these at the latest."""
MOST_HINTS = 64
SECONDS = {"skilled": 0.12, "strong": STRONG_MILLIS / 1000, "expert": EXPERT_MILLIS / 1000}
"""How long the levels that search take, hardly ever longer."""
SHORT = {"skilled"}
"""Of these the levels that look at a few positions, 20 ms as a rule: behind `expert` they would wait for seconds."""
QUICK_SECONDS = 0.02
"""The others are done within this; so are bets out of turn."""
STEPS = 4
"""A bot that took too long answers at one of so many moments in its usual time."""


class Counsel(NamedTuple):
    """Advice, and why its best play, pass or give is the best."""

    advice: Advice
    reasons: tuple[Reason, ...]


class Thinkers:
    """The threads in which all bots of all tables think."""

    def __init__(self, threads: int, hints_an_owner: int = 0) -> None:
        self._quick = Lane("quick", LaneOptions(threads=max(2, os.cpu_count() or 2)))
        self._short = Lane("short", LaneOptions(threads=threads, niceness=2))
        self._search = Lane("search", LaneOptions(threads=threads, niceness=5))
        hints = LaneOptions(threads=1, niceness=10, most=MOST_HINTS, most_an_owner=hints_an_owner)
        self._hints = Lane("hints", hints)

    def stop(self) -> None:
        for lane in (self._quick, self._short, self._search, self._hints):
            lane.stop()

    async def choose(self, player: Player, view: View, verify: Verify, owner: str = "") -> Action:
        """What the bot does when it is asked, or what is done for it; verified either way.

        It is told once the time is over that the bot was given, however soon it knew: else a quick pass would tell
        that it had nothing to choose. What others did to the lane may show, what it holds may not.
        """
        usual, unwanted = usual_seconds(player), threading.Event()

        def think(limit: float | None) -> tuple[Answer, float]:
            clock = _clock(player, limit)
            given = usual if clock.millis is None else clock.millis / 1000 + QUICK_SECONDS
            until = time.monotonic() + given
            if unwanted.is_set():
                return Answer(default_action(view)), until
            return ask_turn(player, view, clock, verify), until

        def end() -> None:
            unwanted.set()  # it may not have begun to think: then there is nothing to interrupt
            interrupt(player)

        answer, until = await self._lane(player).do(owner, usual, think, end)
        await _pass_time(until, max(usual / STEPS, QUICK_SECONDS))
        _note(player, answer.fault)
        return answer.action if answer.fault is None else verified_default(view, verify)

    def _lane(self, player: Player) -> Lane:
        if player.name in SHORT:
            return self._short
        return self._search if player.name in SECONDS else self._quick

    async def bet(self, player: Player, view: View, verify: Verify, owner: str = "") -> Bet | None:
        """What the bot bets out of turn, if anything; no level searches for that."""
        answer = await self._quick.do(owner, QUICK_SECONDS, lambda _: ask_bet(player, view, AS_IT_LIKES, verify))
        _note(player, answer.fault)
        return answer.bet

    async def advise(self, view: View, owner: str = "") -> Counsel:
        """What a strong player thinks of it, and why."""
        stop = Stop()
        return await self._hints.do(owner, HINT_SECONDS, lambda limit: _advise(view, limit, stop), stop.set)


async def _pass_time(until: float, step: float) -> None:
    """Wait until then; who is later waits for the next of some fixed moments."""
    late = max(0.0, time.monotonic() - until)
    await asyncio.sleep(until + step * math.ceil(late / step) - time.monotonic())


def usual_seconds(player: Player) -> float:
    """How long a player likes to think."""
    return SECONDS.get(player.name, QUICK_SECONDS)


def _clock(player: Player, limit: float | None) -> Clock:
    """A short search is not timed: with the least time that a lane gives it would take longer than by itself."""
    return AS_IT_LIKES if limit is None or player.name in SHORT else _millis(limit)


def _millis(seconds: float) -> Clock:
    return Clock(millis=round(1000 * seconds))


def verified_default(view: View, verify: Verify) -> Action:
    """What is done for a bot that failed, and for a person whose time ran out."""
    return verify(default_action(view))


def new_bot(level: str) -> Player:
    return make_player(level, secrets.randbits(62))


def _advise(view: View, limit: float | None, stop: Stop) -> Counsel:
    clock = HINT_CLOCK if limit is None else min(HINT_CLOCK, _millis(limit))
    advice = advise(view, clock, seed=secrets.randbits(62), settings=HINT_SETTINGS, stop=stop)
    best, *others = (each.action for each in advice.candidates)
    return Counsel(advice, tuple(reasons(view, best, others[0] if others else None)))


def _note(player: Player, fault: Fault | None) -> None:
    """A log never holds a fault's words: they may name cards."""
    if fault:
        log.error("the bot %s failed: %s", player.name, fault.place)
