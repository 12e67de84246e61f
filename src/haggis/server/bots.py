"""Bots think in a bounded number of threads, so that no table waits for another table's bot.

They get a `View` and nothing else. A bot that fails or names something illegal never stops the
table: a plain player acts in its place.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from haggis.engine.search import Settings, search
from haggis.players import Clock, Player, make_player
from haggis.players.betting import best_bet
from haggis.rules import Action, Bet, Play, View
from haggis.rules.words import action_words

from .shapes import HintAction
from .told import action_fields

log = logging.getLogger(__name__)
STAND_IN = "greedy"
AS_IT_LIKES = Clock()
HINT_LEVEL = "strong"
HINT_SECONDS = 0.4
MOST_HINTS = 5


class Thinkers:
    """The threads in which all bots of all tables think."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="haggis-bot")

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, player: Player, view: View) -> Action:
        """What the bot does when it is asked."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _choose, player, view)

    async def bet(self, player: Player, view: View) -> Bet | None:
        """What the bot bets out of turn, if anything."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _bet, player, view)

    async def hint(self, view: View) -> list[HintAction]:
        """What a strong player thinks of, the best first."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _hint, view)


def new_bot(level: str) -> Player:
    return make_player(level, secrets.randbits(62))


def stand_in(view: View) -> Action:
    """A plain legal action, without thinking: pass if allowed, else what a simple player does."""
    return make_player(STAND_IN, 0).choose(view, AS_IT_LIKES)


def _choose(player: Player, view: View) -> Action:
    try:
        action = player.choose(view, AS_IT_LIKES)
    except Exception as error:  # noqa: BLE001  # whatever goes wrong in a bot, the game goes on
        log.error("the bot %s failed: %s", player.name, _kind_and_place(error))
        return stand_in(view)
    if action in (*view.legal_actions(), *view.legal_bets()):
        return action
    log.error("the bot %s chose an illegal action", player.name)
    return stand_in(view)


def _bet(player: Player, view: View) -> Bet | None:
    try:
        bet = player.bet(view, AS_IT_LIKES)
    except Exception as error:  # noqa: BLE001
        log.error("the bot %s failed to bet: %s", player.name, _kind_and_place(error))
        return None
    return bet if bet is not None and bet in view.legal_bets() else None


def _kind_and_place(error: Exception) -> str:
    """What went wrong and where, without its words: they may name cards."""
    places = [f"{frame.name} line {frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' > '.join(places)}"


def _hint(view: View) -> list[HintAction]:
    """Search as the strong player does; a bet comes first where it would bet first."""
    found = search(view, Settings(seconds=HINT_SECONDS), secrets.randbits(62))
    hints = [hint_action(choice.action, view, round(choice.points, 1)) for choice in found[:MOST_HINTS]]
    may_bet = view.bets_open and isinstance(found[0].action, Play)
    bet = best_bet(view, secrets.randbits(62)) if may_bet else None
    return hints if bet is None else [hint_action(bet, view, None), *hints]


def hint_action(action: Action, view: View, points: float | None) -> HintAction:
    """An action that the page can show and send as it is."""
    fields = {name: value for name, value in action_fields(action).items() if name not in ("reading_words", "bomb")}
    words = action_words(action, view.names).removeprefix(f"{view.names[view.seat]} ")
    words = words.removeprefix("plays ") if isinstance(action, Play) else words
    return cast(HintAction, fields | {"words": words, "points": points})
