"""A table in memory: its state, what happened, and the one way in which it changes.

A command is judged on the present state, its events are committed to the database, and only then
folded in, acknowledged and published. Changes of one table come one after the other; tables
don't wait for each other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.settings import Settings
from haggis.server.storage.database import Conflict, Database, Line

from .clocks import Clocks, clocks, now_millis
from .commands import Command
from .events import Created, Dealt, TableEvent, read_event
from .history import Step, step_of
from .ledger import batch_of, lines_of
from .table_state import TableState, begin, fold, fold_unchecked

ATTEMPTS = 5


class Receipt(NamedTuple):
    """A command is stored: up to which event, and whether it had been before."""

    seq: int
    again: bool


Subscriber = Callable[[Sequence[Step]], None]
"""Hears of every change once it is stored; never waits."""


class LiveTable:
    def __init__(self, lines: Sequence[Line], table: str, database: Database, settings: Settings) -> None:
        self.id = table
        self.settings = settings
        self.changed = asyncio.Event()
        self.awake_since = now_millis()
        """Since when somebody has been here: clocks stand still while nobody is."""
        self.visited = time.monotonic()
        self.visitor = ""
        """The address that the thinking of the table's bots counts for."""
        self.subscribers: set[Subscriber] = set()
        self._database = database
        self._lock = asyncio.Lock()
        self._fold_all(lines)

    def _fold_all(self, lines: Sequence[Line]) -> None:
        """The state from the whole ledger, checked."""
        first = read_event(lines[0].body) if lines else None
        if not isinstance(first, Created):
            raise NotFound(say("table.unknown"))
        self.state = begin(self.id, first, lines[0].at)
        self.history = [step_of(first, self.state, self.state, lines[0].at)]
        self._dealt_at = 1
        self._applied: dict[str, int] = {}
        for line in lines[1:]:
            event = read_event(line.body)
            self._take_in(fold(self.state, event, line.at), event, line)

    def _take_in(self, after: TableState, event: TableEvent, line: Line) -> None:
        self.history.append(step_of(event, self.state, after, line.at))
        self.state = after
        if isinstance(event, Dealt):
            self._dealt_at = line.seq
        if line.client:
            self._applied[line.client] = line.seq

    # --- changing ---

    async def perform(self, command: Command, client: str | None = None) -> Receipt:
        """Do what a command asks on the present state; with a client id at most once.

        Once begun it is finished even if the one who asked goes away meanwhile.
        """
        return await asyncio.shield(asyncio.ensure_future(self._perform(command, client)))

    async def _perform(self, command: Command, client: str | None) -> Receipt:
        async with self._lock:
            for _ in range(ATTEMPTS):
                if client is not None and client in self._applied:
                    return Receipt(self._applied[client], again=True)
                events = command.events(self.state)
                if not events:
                    return Receipt(self.state.seq, again=False)
                try:
                    await self._commit(events, client)
                except Conflict:
                    await self._catch_up()
                    continue
                return Receipt(self.state.seq, again=False)
        raise NotNow(say("table.crowd"))

    async def _commit(self, events: Sequence[TableEvent], client: str | None) -> None:
        at = now_millis()
        states = [self.state]
        for event in events:
            states.append(fold_unchecked(states[-1], event, at))
        lines = lines_of(events, self.state.seq + 1, at, client)
        await self._database.append(batch_of(self.state, states[-1], lines, at))
        for state, event, line in zip(states[1:], events, lines, strict=True):
            self._take_in(state, event, line)
        self._publish(len(events))

    async def _catch_up(self) -> None:
        """Another node was quicker: read what it wrote."""
        known = len(self.history)
        self._fold_all(await self._database.load(self.id))
        if len(self.history) > known:
            self._publish(len(self.history) - known)

    def _publish(self, latest: int) -> None:
        self.changed.set()
        for subscriber in list(self.subscribers):
            subscriber(self.history[-latest:])

    # --- looking ---

    def clocks(self) -> Clocks:
        return clocks(self.state, self.asked_since, self.settings.next_seconds)

    @property
    def asked_since(self) -> int:
        """When the clock of the asked seat began to run."""
        return max(self.state.asked_at, self.awake_since)

    def steps_after(self, seq: int) -> list[Step]:
        return self.history[max(0, seq) :]

    def steps_of_round(self) -> list[Step]:
        """The steps since the latest deal."""
        return self.steps_after(self._dealt_at - 1)
