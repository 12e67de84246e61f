"""What happens at a table by itself: bots act, clocks run out, the next round is dealt.

Each table in memory has one driver. It sleeps until the table changes or a clock runs out.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence

from haggis.players import Player
from haggis.players.host import default_action
from haggis.rules import Action, HaggisError, Round

from . import commands
from .bots import Thinkers, new_bot
from .entries import By, Entry
from .live_table import LiveTable, Make, now_millis
from .presence import Presence
from .sight import move_deadline, next_deadline
from .sitting import Sitting, playing

log = logging.getLogger(__name__)
CHANCE = random.Random()
TROUBLE_PAUSE = 2.0


class Driver:
    def __init__(self, table: LiveTable, presence: Presence, thinkers: Thinkers) -> None:
        self._table = table
        self._presence = presence
        self._thinkers = thinkers
        self._asked_to_bet: dict[int, Round] = {}
        self._task = asyncio.create_task(self._drive(), name="haggis-table")

    def stop(self) -> None:
        self._task.cancel()

    async def _drive(self) -> None:
        while True:
            self._table.changed.clear()
            try:
                await self._step()
            except Exception as error:  # noqa: BLE001  # one table's trouble must not end its game
                log.error("a table's driver stumbled: %s", type(error).__name__)
                await asyncio.sleep(TROUBLE_PAUSE)

    async def _step(self) -> None:
        """One thing that is due, or sleep until something may be."""
        sitting = self._table.sitting
        if sitting.round and (await self._bots_bet(sitting) or await self._bot_acts(sitting)):
            return
        due = self._due(sitting)
        if due is not None and due <= now_millis():
            await self._clock_strikes(sitting)
            return
        seconds = None if due is None else (due - now_millis()) / 1000 + 0.01
        await _wait(self._table.changed, seconds)

    # --- bots ---

    async def _bots_bet(self, sitting: Sitting) -> bool:
        """Ask the bots that wait whether they want to bet; whether one did."""
        for seat in self._to_be_asked(sitting):
            game = playing(sitting)
            bet = await self._thinkers.bet(self._bot(seat), game.view(seat), game.verify)
            if bet is not None:
                await self._apply(sitting, bet, "bot")
                return True
        return False

    def _to_be_asked(self, sitting: Sitting) -> list[int]:
        """The bots that may bet out of turn and have not been asked in this position."""
        if sitting.round is None:
            return []
        waiting = [
            seat
            for seat, sitter in enumerate(sitting.seats)
            if sitter.kind == "bot"
            and seat != sitting.round.turn
            and self._asked_to_bet.get(seat) is not sitting.round
            and sitting.round.legal_bets(seat)
        ]
        self._asked_to_bet |= dict.fromkeys(waiting, sitting.round)
        return waiting

    async def _bot_acts(self, sitting: Sitting) -> bool:
        """Let the asked seat act if a bot sits there; whether one does."""
        if sitting.round is None or sitting.seats[sitting.round.turn].kind != "bot":
            return False
        seat = sitting.round.turn
        began = now_millis()
        game = playing(sitting)
        action = await self._thinkers.choose(self._bot(seat), game.view(seat), game.verify)
        await asyncio.sleep(self._pause(sitting) - (now_millis() - began) / 1000)
        await self._apply(sitting, action, "bot")
        return True

    def _bot(self, seat: int) -> Player:
        level = self._table.sitting.seats[seat].level or "greedy"
        return self._table.bots.setdefault((seat, level), new_bot(level))

    def _pause(self, sitting: Sitting) -> float:
        """About the table's pace, a little longer on the lead: people look at the trick first."""
        pace = sitting.plan.pace * CHANCE.uniform(0.7, 1.3)
        leading = sitting.round is not None and not sitting.round.trick
        return pace * 1.5 if leading else pace

    # --- clocks ---

    def _due(self, sitting: Sitting) -> int | None:
        """When a clock runs out; clocks stand still while none of the players is connected."""
        if not self._presence.anybody_here():
            return None
        since = self._table.asked_since
        due = move_deadline(sitting, since)
        return next_deadline(sitting, since, self._table.settings) if due is None else due

    async def _clock_strikes(self, sitting: Sitting) -> None:
        if sitting.round is None:
            await self._table.change(_deal_if_still(sitting))
            return
        action = default_action(playing(sitting).view(sitting.round.turn))
        await self._apply(sitting, action, "clock")

    async def _apply(self, seen: Sitting, action: Action, by: By) -> None:
        """Act on the table that was looked at; if it has changed meanwhile, look again."""

        def make(sitting: Sitting) -> Sequence[Entry]:
            unchanged = sitting.round is not None and seen.round is not None and sitting.round is seen.round
            return commands.act(sitting, action, by) if unchanged else []

        try:
            await self._table.change(make)
        except HaggisError as error:
            log.error("an action by the %s was refused: %s", by, type(error).__name__)
            await asyncio.sleep(TROUBLE_PAUSE)


def _deal_if_still(seen: Sitting) -> Make:
    def make(sitting: Sitting) -> Sequence[Entry]:
        still = sitting.between_rounds and len(sitting.promises) == len(seen.promises)
        return [commands.deal(sitting)] if still else []

    return make


async def _wait(event: asyncio.Event, seconds: float | None) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
