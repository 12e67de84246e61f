"""What happens at a table by itself: bots act, clocks run out, the next round is dealt.

Each table in memory has its autoplay. It sleeps until the table changes or a clock runs out. Of several nodes only
the one that has leased the table (`MayPlay`) does anything.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context

from haggis.players import Player
from haggis.rules import Action, HaggisError, Round

from .clocks import steady_millis, wait_at_most
from .events import By
from .history import Step
from .live_table import LiveTable
from .play_commands import ActUnlessChanged, DealUnlessDealt
from .presence import Presence
from .table_state import TableState, game_of
from .thinkers import Thinkers, new_bot, verified_default

log = logging.getLogger(__name__)
CHANCE = random.Random()
TROUBLE_PAUSE = 2.0
MayPlay = Callable[[str], Awaitable[bool]]
"""Whether this node plays the bots and clocks of a table."""


class Autoplay:
    def __init__(self, table: LiveTable, presence: Presence, thinkers: Thinkers, may_play: MayPlay) -> None:
        self._table = table
        self._presence = presence
        self._thinkers = thinkers
        self._may_play = may_play
        self._bots: dict[tuple[int, str], Player] = {}
        self._asked_to_bet: dict[int, Round] = {}
        # A table outlives the request that opened it: what is logged later must not bear that request's id.
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._run(), name="haggis-table", context=Context())

    def stop(self) -> None:
        """It is forgotten, too: with the place where it was stopped it would keep the table in memory."""
        if self._task:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        while True:
            self._table.changed.clear()
            try:
                await self._step()
            except Exception as error:  # noqa: BLE001  # one table's trouble must not end its game
                log.error("a table's autoplay stumbled: %s", type(error).__name__)
                await asyncio.sleep(TROUBLE_PAUSE)

    async def _step(self) -> None:
        """One thing that is due, or sleep until something may be."""
        state = self._table.state
        due = self._due()
        late = due is not None and due <= steady_millis()
        with_bots = state.round is not None and any(seat.kind == "bot" for seat in state.seats)
        if (late or with_bots) and not await self._may_play(self._table.id):
            await self._table.changed.wait()
            return
        if with_bots and (await self._bots_bet(state) or await self._bot_acts(state)):
            return
        if late:
            await self._clock_strikes(state)
            return
        seconds = None if due is None else (due - steady_millis()) / 1000 + 0.01
        await wait_at_most(self._table.changed, seconds)

    # --- bots ---

    async def _bots_bet(self, state: TableState) -> bool:
        """Ask the bots that wait whether they want to bet; whether one did."""
        for seat in self._to_be_asked(state):
            game = game_of(state)
            bet = await self._thinkers.bet(self._bot(seat), game.view(seat), game.verify, self._table.visitor)
            if bet is not None:
                await self._apply(state, bet, "bot")
                return True
        return False

    def _to_be_asked(self, state: TableState) -> list[int]:
        """The bots that may bet out of turn and have not been asked in this position."""
        if state.round is None:
            return []
        waiting = [
            seat
            for seat, sitter in enumerate(state.seats)
            if sitter.kind == "bot"
            and seat != state.round.turn
            and self._asked_to_bet.get(seat) is not state.round
            and state.round.legal_bets(seat)
        ]
        self._asked_to_bet |= dict.fromkeys(waiting, state.round)
        return waiting

    async def _bot_acts(self, state: TableState) -> bool:
        """Let the asked seat act if a bot sits there; whether one does."""
        if state.round is None or state.seats[state.round.turn].kind != "bot":
            return False
        seat = state.round.turn
        answer_at = time.monotonic() + self._pause(state)
        action = await self._choice(state, seat)
        if action is not None:
            await asyncio.sleep(answer_at - time.monotonic())
            await self._apply(state, action, "bot")
        return True

    async def _choice(self, seen: TableState, seat: int) -> Action | None:
        """What the bot of a seat chooses; None, and it thinks no longer, once its choice would be too late."""
        bot, game = self._bot(seat), game_of(seen)
        choosing = asyncio.ensure_future(self._thinkers.choose(bot, game.view(seat), game.verify, self._table.visitor))

        def look(_: Sequence[Step]) -> None:
            now = self._table.state
            if now.round is not seen.round or now.seats[seat].kind != "bot":
                choosing.cancel()

        self._table.subscribers.add(look)
        try:
            await asyncio.wait({choosing})
        finally:
            self._table.subscribers.discard(look)
            choosing.cancel()
        if choosing.cancelled():
            self._bots.clear()  # it may be busy for a moment yet: the next choice is another's
            return None
        return choosing.result()

    def _bot(self, seat: int) -> Player:
        level = self._table.state.seats[seat].level or "greedy"
        return self._bots.setdefault((seat, level), new_bot(level))

    def _pause(self, state: TableState) -> float:
        """About the table's pace, a little longer on the lead: people look at the trick first."""
        pace = state.plan.pace * CHANCE.uniform(0.7, 1.3)
        leading = state.round is not None and not state.round.trick
        return pace * 1.5 if leading else pace

    # --- clocks ---

    def _due(self) -> int | None:
        """When a clock runs out; clocks stand still while none of the players is connected; the first deal does not."""
        if not (self._presence.anybody_here() or self._table.state.gathering):
            return None
        clocks = self._table.clocks()
        return clocks.next_round if clocks.move is None else clocks.move

    async def _clock_strikes(self, state: TableState) -> None:
        if state.round is None:
            await self._table.perform(DealUnlessDealt(len(state.promises)))
            return
        game = game_of(state)
        action = verified_default(game.view(state.round.turn), game.verify)
        await self._apply(state, action, "clock")

    async def _apply(self, seen: TableState, action: Action, by: By) -> None:
        """Do what was verified on the round that was looked at; if it has changed meanwhile, look again."""
        try:
            if seen.round is not None:
                await self._table.perform(ActUnlessChanged(seen.round, action, by))
        except HaggisError as error:
            log.error("an action by the %s was refused: %s", by, type(error).__name__)
            await asyncio.sleep(TROUBLE_PAUSE)
