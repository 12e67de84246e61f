"""Bots think in a bounded number of threads, so that no table waits for another table's bot.

They get a `View` and nothing else, and are asked through `players.host`, which acts for a bot that fails.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor

from haggis.players import AS_IT_LIKES, Advice, Clock, Player, advise, make_player
from haggis.players.advice import STRONG
from haggis.players.host import Fault, Verify, ask_bet, ask_turn, default_action
from haggis.rules import Action, Bet, View

log = logging.getLogger(__name__)
HINT_LEVEL, HINT_SETTINGS, HINT_CLOCK = "strong", STRONG, Clock(millis=400)
"""Whose advice hints are: the name of a level, how it searches, and for how long here."""


class Thinkers:
    """The threads in which all bots of all tables think."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="haggis-bot")

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, player: Player, view: View, verify: Verify) -> Action:
        """What the bot does when it is asked, or what is done for it; verified either way."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, ask_turn, player, view, AS_IT_LIKES, verify)
        _note(player, answer.fault)
        return answer.action if answer.fault is None else verified_default(view, verify)

    async def bet(self, player: Player, view: View, verify: Verify) -> Bet | None:
        """What the bot bets out of turn, if anything."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, ask_bet, player, view, AS_IT_LIKES, verify)
        _note(player, answer.fault)
        return answer.bet

    async def advise(self, view: View) -> Advice:
        """What a strong player thinks of it."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _advise, view)


def verified_default(view: View, verify: Verify) -> Action:
    """What is done for a bot that failed, and for a person whose time ran out."""
    return verify(default_action(view))


def new_bot(level: str) -> Player:
    return make_player(level, secrets.randbits(62))


def _advise(view: View) -> Advice:
    return advise(view, HINT_CLOCK, seed=secrets.randbits(62), settings=HINT_SETTINGS)


def _note(player: Player, fault: Fault | None) -> None:
    """A log never holds a fault's words: they may name cards."""
    if fault:
        log.error("the bot %s failed: %s", player.name, fault.place)
