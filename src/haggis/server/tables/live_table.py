"""A table in memory: its state, what happened, and the one way in which it changes.

A command is judged on the present state, its events are committed to the database, and only then
folded in, acknowledged and published. Changes of one table come one after the other; tables
don't wait for each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import Damaged, NotFound, NotNow
from haggis.server.metrics import ACTION_SECONDS
from haggis.server.settings import Settings
from haggis.server.storage.database import Conflict, Database, Line

from .clocks import Clocks, clocks, now_millis
from .commands import Command
from .events import Created, TableEvent, read_event
from .history import Step, step_of
from .ledger import batch_of, count_stored, lines_of
from .table_state import TableState, begin, fold, fold_unchecked

log = logging.getLogger(__name__)
ATTEMPTS = 5
PAGE = 500
"""Events that are read from the database at once."""
LINES_AT_ONCE = 40
"""So many are folded in a few milliseconds, before others have their turn."""


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
        self.on_stored: Callable[[], None] = lambda: None
        """Told when something was stored from here, not by another node."""
        self._database = database
        self._lock = asyncio.Lock()
        self._applied: dict[str, int] = {}
        if not lines:
            raise NotFound(say("table.unknown"))
        self._begin(lines[0])
        for line in lines[1:]:
            self._read(line)

    @staticmethod
    async def load(table: str, database: Database, settings: Settings) -> LiveTable:
        """The table from its ledger, every action checked again; others have their turn meanwhile."""
        loaded = LiveTable(await database.load(table, limit=1), table, database, settings)
        await loaded._read_on()  # its own class
        return loaded

    async def _read_on(self) -> None:
        """What the ledger has beyond what is known here."""
        while lines := await self._database.load(self.id, self.state.seq, PAGE):
            for place, line in enumerate(lines):
                self._read(line)
                if place % LINES_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _begin(self, line: Line) -> None:
        with _damage(self.id, line):
            first = read_event(line.body)
            if not isinstance(first, Created) or line.seq != 1:
                raise ValueError("a table begins with its making")
            self.state = begin(self.id, first, line.at)
            self.history = [step_of(first, self.state, self.state, line.at)]

    def _read(self, line: Line) -> None:
        with _damage(self.id, line):
            if line.seq != self.state.seq + 1:
                raise ValueError("an event is missing")
            event = read_event(line.body)
            self._take_in(fold(self.state, event, line.at), event, line)

    def _take_in(self, after: TableState, event: TableEvent, line: Line) -> None:
        self.history.append(step_of(event, self.state, after, line.at))
        self.state = after
        if line.client:
            self._applied[line.client] = line.seq

    # --- changing ---

    async def perform(self, command: Command, client: str | None = None) -> Receipt:
        """Do what a command asks on the present state; with a client id at most once.

        Once begun it is finished even if the one who asked goes away meanwhile.
        """
        return await asyncio.shield(asyncio.ensure_future(self._perform(command, client)))

    async def _perform(self, command: Command, client: str | None) -> Receipt:
        began = time.perf_counter()
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
                    await self._read_and_publish()
                    continue
                ACTION_SECONDS.labels("here").observe(time.perf_counter() - began)
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
        self.on_stored()
        count_stored(events)
        log.debug("stored", extra={"kinds": [event.kind for event in events], "seq": self.state.seq})

    # --- what other nodes have stored ---

    async def catch_up(self) -> None:
        """Read what is in the ledger beyond what is known here."""
        async with self._lock:
            await self._read_and_publish()

    async def take_over(self, lines: Sequence[Line]) -> None:
        """The same with lines that have been read already; some may have become known meanwhile."""
        async with self._lock:
            known, late = len(self.history), 0
            for line in lines:
                if line.seq > self.state.seq:
                    self._read(line)
                    late = now_millis() - line.at
            self._publish(len(self.history) - known)
            if len(self.history) > known:
                ACTION_SECONDS.labels("elsewhere").observe(max(0, late) / 1000)

    async def _read_and_publish(self) -> None:
        known = len(self.history)
        await self._read_on()
        self._publish(len(self.history) - known)

    def _publish(self, latest: int) -> None:
        if not latest:
            return
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

    def steps_after(self, seq: int, limit: int | None = None) -> list[Step]:
        return self.history[seq : None if limit is None else seq + limit]

    def steps_of_round(self) -> list[Step]:
        """The steps since the latest deal."""
        return self.steps_after(self.state.dealt_seq - 1)


@contextlib.contextmanager
def _damage(table: str, line: Line) -> Iterator[None]:
    """Whatever is wrong with a stored event: the log says where, and nobody is told what is in it."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # an entry may be wrong in any way
        log.error("table %s is damaged at event %d: %s", table, line.seq, type(error).__name__)
        raise Damaged(say("table.damaged"), line.seq) from None
