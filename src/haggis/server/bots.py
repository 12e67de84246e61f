"""Bots think in a bounded number of threads, so that no table waits for another table's bot.

They get a `View` and nothing else, and are asked through `players.host`, which acts for a bot that fails.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from haggis.players import AS_IT_LIKES, Clock, Player, advise, make_player
from haggis.players.host import Fault, Verify, ask_bet, ask_turn
from haggis.rules import Action, Bet, Play, View
from haggis.rules.words import action_words

from .shapes import HintAction
from .told import action_fields

log = logging.getLogger(__name__)
HINT_LEVEL = "strong"
HINT_CLOCK = Clock(millis=400)
MOST_HINTS = 5


class Thinkers:
    """The threads in which all bots of all tables think."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="haggis-bot")

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, player: Player, view: View, verify: Verify) -> Action:
        """What the bot does when it is asked, or what the host does for it."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, ask_turn, player, view, AS_IT_LIKES, verify)
        _note(player, answer.fault)
        return answer.action

    async def bet(self, player: Player, view: View, verify: Verify) -> Bet | None:
        """What the bot bets out of turn, if anything."""
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pool, ask_bet, player, view, AS_IT_LIKES, verify)
        _note(player, answer.fault)
        return answer.bet

    async def hint(self, view: View) -> list[HintAction]:
        """What a strong player thinks of, the best first."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _hint, view)


def new_bot(level: str) -> Player:
    return make_player(level, secrets.randbits(62))


def _note(player: Player, fault: Fault | None) -> None:
    """A log never holds a fault's words: they may name cards."""
    if fault:
        log.error("the bot %s failed: %s", player.name, fault.place)


def _hint(view: View) -> list[HintAction]:
    """What advice says of the best few; a bet comes first where it should be placed first."""
    advice = advise(view, HINT_CLOCK, seed=secrets.randbits(62))
    hints = [hint_action(choice.action, view, round(choice.points, 1)) for choice in advice.candidates[:MOST_HINTS]]
    return [hint_action(advice.bet, view, None), *hints] if advice.bet else hints


def hint_action(action: Action, view: View, points: float | None) -> HintAction:
    """An action that the page can show and send as it is."""
    fields = {name: value for name, value in action_fields(action).items() if name not in ("reading_words", "bomb")}
    words = action_words(action, view.names).removeprefix(f"{view.names[view.seat]} ")
    words = words.removeprefix("plays ") if isinstance(action, Play) else words
    return cast(HintAction, fields | {"words": words, "points": points})
