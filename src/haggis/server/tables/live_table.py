"""A table in memory: its state, what happened, and the one way in which it changes.

A command is judged on the present state, its events are committed to the database, and only then
folded in, acknowledged and published. Changes of one table come one after the other; tables
don't wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from haggis.rules import HaggisError
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.limits import MOST_TOLD
from haggis.server.metrics import ACTION_SECONDS
from haggis.server.settings import Settings
from haggis.server.storage.database import Conflict, Database, Line
from haggis.server.storage.upkeep import OVER

from .clocks import Clocks, clocks, now_millis, steady_millis
from .commands import Command
from .events import TableEvent
from .history import Step, step_of, tells_who_sat
from .ledger import batch_of, count_stored, lines_of
from .reading import AT_ONCE, Folded, Reader, fold_first, fold_lines
from .table_state import fold_unchecked

log = logging.getLogger(__name__)

ATTEMPTS = 5
MOST_APPLIED = 1000
"""Client ids that are kept in memory; of earlier ones the database knows."""
KEPT = 2 * MOST_TOLD
"""The latest events that are kept in memory; earlier ones are read from the database when somebody asks."""


class Receipt(NamedTuple):
    """A command is stored: up to which event, and whether it had been before."""

    seq: int
    again: bool


Subscriber = Callable[[Sequence[Step]], None]
"""Hears of every change once it is stored; never waits."""


class LiveTable:
    def __init__(
        self, lines: Sequence[Line], table: str, database: Database, settings: Settings, reader: Reader
    ) -> None:
        self.id = table
        self.settings = settings
        self.changed = asyncio.Event()
        self.awake_since = self._asked_since = steady_millis()
        """Since when somebody has been here: clocks stand still while nobody is."""
        self.visited = time.monotonic()
        self.visitor = ""
        """The address that the thinking of the table's bots counts for."""
        self.subscribers: set[Subscriber] = set()
        self.on_stored: Callable[[int], None] = lambda _seq: None
        """Told up to where something was stored from here, not by another node."""
        self._database = database
        self._reader = reader
        self._lock = asyncio.Lock()
        self._applied: dict[str, int] = {}
        self._news: list[Step] = []
        """Taken in, and not published yet."""
        self.seatings: list[Step] = []
        """What tells who sat here."""
        if not lines:
            raise NotFound(say("table.unknown"))
        first = fold_first(table, lines[0])
        self.state, self.history = first.state, deque([first.step], KEPT)
        self._take_in(fold_lines(self.state, lines[1:]))

    @staticmethod
    async def load(table: str, database: Database, settings: Settings, reader: Reader, visitor: str = "") -> LiveTable:
        """The table from its ledger, every action checked again; others have their turn meanwhile."""
        loaded = LiveTable(await database.load(table, limit=1), table, database, settings, reader)
        loaded.visitor = visitor
        await loaded._read_on()  # its own class
        loaded._news.clear()
        loaded._asked_since = steady_millis() - max(0, now_millis() - loaded.state.asked_at)
        return loaded

    async def _read_on(self) -> None:
        """What the ledger has beyond what is known here."""
        while lines := await self._database.load(self.id, self.state.seq, AT_ONCE):
            self._take_in(await self._reader.fold(self.state, lines, self.visitor))

    def _take_in(self, folded: Sequence[Folded]) -> None:
        """Clocks count from here: the one who stored it may have had another time of day."""
        for state, step, client in folded:
            if state.moment != self.state.moment or state.asked_at != self.state.asked_at:
                self._asked_since = steady_millis()
            self.history.append(step)
            self._news.append(step)
            if tells_who_sat(step.event, state):
                self.seatings.append(step)
            self.state = state
            if client:
                self._applied[client] = state.seq
                if len(self._applied) > MOST_APPLIED:
                    del self._applied[next(iter(self._applied))]

    async def check_it_is_there(self) -> None:
        """A finished table may have been removed since it was read; one that is being played is not removed."""
        if self.state.status in OVER and not await self._database.has(self.id):
            raise NotFound(say("table.unknown"))

    # --- changing ---

    async def perform(self, command: Command, client: str | None = None) -> Receipt:
        """Do what a command asks on the present state; with a client id at most once.

        Once begun it is finished even if the one who asked goes away meanwhile.
        """
        work = asyncio.ensure_future(self._perform(command, client))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(_end_unheard)
            raise

    async def _perform(self, command: Command, client: str | None) -> Receipt:
        began = time.perf_counter()
        async with self._lock:
            for _ in range(ATTEMPTS):
                if client is not None and client in self._applied:
                    return Receipt(self._applied[client], again=True)
                await self.check_it_is_there()
                try:
                    events = command.events(self.state)
                except HaggisError:
                    if seq := await self._stored_long_ago(client):
                        return Receipt(seq, again=True)
                    raise
                if not events:
                    return Receipt(self.state.seq, again=False)
                lines = lines_of(events, self.state.seq + 1, now_millis(), client)
                try:
                    await self._commit(events, lines)
                except Conflict:
                    await self._read_and_publish()
                    if client is None and await self._are_stored(lines):
                        self.on_stored(lines[-1].seq)
                        return Receipt(lines[-1].seq, again=False)
                    if seq := await self._stored_long_ago(client):
                        return Receipt(seq, again=True)
                    continue
                ACTION_SECONDS.labels("here").observe(time.perf_counter() - began)
                return Receipt(self.state.seq, again=False)
        raise NotNow(say("table.crowd"))

    async def _stored_long_ago(self, client: str | None) -> int | None:
        """The event of an action that was sent again so late that it is not in memory any more."""
        if client is None or client in self._applied or len(self._applied) < MOST_APPLIED:
            return None
        return await self._database.seq_of(self.id, client)

    async def _are_stored(self, lines: Sequence[Line]) -> bool:
        """Whether a commit was stored though its answer got lost: then nobody else was quicker."""
        return await self._database.load(self.id, lines[0].seq - 1, len(lines)) == lines

    async def _commit(self, events: Sequence[TableEvent], lines: Sequence[Line]) -> None:
        at = lines[0].at
        states = [self.state]
        for event in events:
            states.append(fold_unchecked(states[-1], event, at))
        await self._database.append(batch_of(self.state, states[-1], lines, at))
        for before, after, event, line in zip(states[:-1], states[1:], events, lines, strict=True):
            self._take_in([Folded(after, step_of(event, before, after, at), line.client)])
        self._publish()
        self.on_stored(self.state.seq)
        count_stored(events)
        log.debug("stored", extra={"kinds": [event.kind for event in events], "seq": self.state.seq})

    # --- what other nodes have stored ---

    async def catch_up(self) -> None:
        """Read what is in the ledger beyond what is known here; nobody at the table waits for the database."""
        while lines := await self._database.load(self.id, self.state.seq, AT_ONCE):
            await self.take_over(lines)

    async def take_over(self, lines: Sequence[Line]) -> int:
        """The same with lines that have been read already; how many of them were not known yet."""
        async with self._lock:
            news = [line for line in lines if line.seq > self.state.seq]
            self._take_in(await self._reader.fold(self.state, news, self.visitor))
            self._publish()
            return len(news)

    async def _read_and_publish(self) -> None:
        try:
            await self._read_on()
        finally:  # if the database goes away between two pages, the first has been taken in
            self._publish()

    def _publish(self) -> None:
        news, self._news = self._news, []
        if not news:
            return
        self.changed.set()
        for subscriber in list(self.subscribers):
            subscriber(news)

    # --- looking ---

    def clocks(self) -> Clocks:
        return clocks(self.state, self.asked_since, self.settings.next_seconds)

    @property
    def asked_since(self) -> int:
        """When the clock of the asked seat began to run."""
        return max(self._asked_since, self.awake_since)

    def remembers(self, seq: int) -> bool:
        """Whether all events after a number are in memory."""
        return seq >= self.history[0].seq - 1

    def steps_after(self, seq: int) -> list[Step]:
        """As far back as they are in memory."""
        return [step for step in self.history if step.seq > seq]

    def steps_of_round(self) -> list[Step]:
        """The steps since the latest deal, the latest of them."""
        return self.steps_after(self.state.dealt_seq - 1)


def _end_unheard(work: asyncio.Future[Receipt]) -> None:
    """A refusal for somebody who went away is no failure; anything else is told as asyncio tells it."""
    error = None if work.cancelled() else work.exception()
    if error and not isinstance(error, HaggisError):
        told = {"message": "a command failed after its sender had gone", "exception": error, "future": work}
        asyncio.get_running_loop().call_exception_handler(told)
