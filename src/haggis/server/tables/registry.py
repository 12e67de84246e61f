"""All tables: made, found, kept in memory while somebody visits them, and let go afterwards.

A table that is not in memory is read from its ledger at the first visit, so a restart changes
nothing for anybody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import Any, NamedTuple

from haggis.rules import Ruleset, preset
from haggis.server.errors import BadRequest, NotNow, NotYours
from haggis.server.settings import Settings
from haggis.server.storage.database import Storage
from haggis.server.web.identity import new_table
from haggis.server.wire.messages import BotSeat, MeSeat, OpenSeat, OptionsBody, SeatBody, TableBody
from haggis.server.wire.responses import Made

from . import commands
from .autoplay import Driver
from .events import BotSat, Created, Entry, Plan, Rematch, Sat
from .live_table import LiveTable, store_new_table
from .presence import Presence
from .table_state import Sitting, begin, fold
from .thinkers import Thinkers

log = logging.getLogger(__name__)
SWEEP_SECONDS = 30


class Kept(NamedTuple):
    """A table in memory with everything that belongs to it."""

    table: LiveTable
    presence: Presence
    driver: Driver


class Tables:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self.thinkers = Thinkers(settings.thinkers)
        self._kept: dict[str, Kept] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._rematches = asyncio.Lock()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="haggis-sweeper")

    def stop(self) -> None:
        if self._sweeper:
            self._sweeper.cancel()
        for kept in self._kept.values():
            kept.driver.stop()
        self.thinkers.stop()

    # --- finding ---

    async def find(self, table: str) -> Kept:
        """The table, from memory or from its ledger; refuses if there is none."""
        kept = self._kept.get(table) or await self._load(table)
        kept.table.visited = time.monotonic()
        return kept

    async def _load(self, table: str) -> Kept:
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                if table not in self._kept:
                    self._keep(LiveTable(await self._storage.load(table), table, self._storage, self._settings))
                return self._kept[table]
            finally:
                self._loading.pop(table, None)

    def _keep(self, table: LiveTable) -> Kept:
        presence = Presence(table)
        kept = Kept(table, presence, Driver(table, presence, self.thinkers))
        self._kept[table.id] = kept
        return kept

    def kept_tables_of(self, player: str) -> list[LiveTable]:
        """The tables in memory where a player sits."""
        return [kept.table for kept in self._kept.values() if kept.table.sitting.seat_of(player) is not None]

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Let go of tables that nobody has visited for long."""
        long_ago = time.monotonic() - self._settings.idle_seconds
        idle = [name for name, kept in self._kept.items() if not kept.table.clients and kept.table.visited < long_ago]
        for name in idle:
            self._kept.pop(name).driver.stop()

    # --- making ---

    async def create(self, body: TableBody, player: str, name: str) -> Made:
        """A new table; it starts at once if no seat is open."""
        seats = _check_seats(body.seats)
        table = new_table()
        created = Created(plan=plan_of(body), host=player, reserved=(None,) * len(seats))
        return await self._make(table, created, seats, player, name)

    async def _make(self, table: str, created: Created, seats: list[SeatBody], player: str, name: str) -> Made:
        mine = next(number for number, seat in enumerate(seats) if seat.kind == "me")
        entries: list[Entry] = [created]
        sitting = begin(table, created, 0)
        for number, seat in enumerate(seats):
            entry = _first_sitter(sitting, number, seat, player, name)
            if entry is not None:
                entries.append(entry)
                sitting = fold(sitting, entry, 0)
        if not any(seat.kind == "open" for seat in seats):
            entries += commands.start(sitting)
        lines = await store_new_table(self._storage, table, entries)
        self._keep(LiveTable(lines, table, self._storage, self._settings))
        return Made(table=table, link=f"/t/{table}", seat=mine)

    async def rematch(self, kept: Kept, player: str, name: str) -> Made:
        """A table like this one for the same people: the first to ask makes it, the others join it."""
        old = kept.table.sitting
        seat = old.seat_of(player)
        if seat is None:
            raise NotYours("only the players of this table can ask for a rematch")
        if old.status != "over":
            raise NotNow("the game is not over yet")
        async with self._rematches:
            if kept.table.sitting.rematch is None:
                await self._make_rematch(kept.table, player, name, seat)
        return await self._join_rematch(kept.table.sitting.rematch or "", player, name)

    async def _make_rematch(self, old: LiveTable, player: str, name: str, seat: int) -> None:
        reserved = tuple(each.owner if each.kind == "person" else None for each in old.sitting.seats)
        created = Created(plan=old.sitting.plan, host=player, reserved=reserved)
        made = await self._make(new_table(), created, _same_seats(old.sitting, seat), player, name)
        await old.change(lambda _: [Rematch(table=made["table"], seat=seat)])

    async def _join_rematch(self, table: str, player: str, name: str) -> Made:
        joined = (await self.find(table)).table
        if joined.sitting.seat_of(player) is None:
            await joined.change(lambda sitting: commands.sit(sitting, player, name, None))
        return Made(table=table, link=f"/t/{table}", seat=joined.sitting.seat_of(player) or 0)


def _check_seats(seats: list[SeatBody]) -> list[SeatBody]:
    if sum(seat.kind == "me" for seat in seats) != 1:
        raise BadRequest("exactly one of the seats must be yours")
    return seats


def _first_sitter(sitting: Sitting, number: int, seat: SeatBody, player: str, name: str) -> Sat | BotSat | None:
    if isinstance(seat, BotSeat):
        return commands.bot(sitting, number, seat.level)
    if seat.kind == "me":
        return Sat(seat=number, player=player, name=commands.free_name(name, sitting, number))
    return None


def _same_seats(old: Sitting, mine: int) -> list[SeatBody]:
    """The seats of a rematch: bots as they were, people yet to come."""
    seats: list[SeatBody] = []
    for number, seat in enumerate(old.seats):
        if number == mine:
            seats.append(MeSeat(kind="me"))
        else:
            seats.append(BotSeat(kind="bot", level=seat.level) if seat.level else OpenSeat(kind="open"))
    return seats


def plan_of(body: TableBody) -> Plan:
    """What the table will be played by; what was left open depends on who plays."""
    only_bots = all(seat.kind != "open" for seat in body.seats)

    def chosen(wish: bool | None) -> bool:  # noqa: FBT001
        return only_bots if wish is None else wish

    return Plan(
        rules=rules_of(body).to_json(),
        players=len(body.seats),
        public=body.public,
        takeback=chosen(body.takeback),
        hints=chosen(body.hints),
        unseen=chosen(body.unseen),
        move_seconds=body.move_seconds,
        pace=body.pace,
    )


def rules_of(body: TableBody) -> Ruleset:
    if body.target is not None and body.rounds is not None:
        raise BadRequest("a game ends at a target or after a number of rounds: give one of the two")
    rules = preset(body.preset, players=len(body.seats), target=body.target, rounds=body.rounds)
    return replace(rules, **_changes(body.options))


def _changes(options: OptionsBody) -> dict[str, Any]:
    changes: dict[str, Any] = options.model_dump(exclude_none=True)
    return changes | {"bets": tuple(options.bets)} if options.bets is not None else changes
