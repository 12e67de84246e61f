"""A table in memory: its state, its clients, and the one way in which it changes.

A change is judged on the present state, committed to the database, and only then folded in,
acknowledged and sent out. Changes of one table come one after the other; tables don't wait for
each other.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pydantic_core import to_json

from haggis.players import Player
from haggis.server.errors import NotFound, NotNow
from haggis.server.settings import Settings
from haggis.server.storage.database import Batch, Conflict, Line, Storage
from haggis.server.wire import state_view as sight
from haggis.server.wire.event_view import tell
from haggis.server.wire.responses import Done, EventShape, State

from .events import Created, Dealt, Entry, read_entry, write_entry
from .results import results
from .summary import matters_to_the_lobby, summary
from .table_state import Sitting, begin, fold

ATTEMPTS = 5
Make = Callable[[Sitting], Sequence[Entry]]


def now_millis() -> int:
    return time.time_ns() // 1_000_000


class Client(Protocol):
    """Somebody who listens to a table."""

    player: str | None

    def send(self, message: bytes) -> None:
        """Take a message for delivery; never waits."""
        ...


class LiveTable:
    def __init__(self, lines: Sequence[Line], table: str, storage: Storage, settings: Settings) -> None:
        self.id = table
        self.storage = storage
        self.settings = settings
        self.clients: set[Client] = set()
        self.bots: dict[tuple[int, str], Player] = {}
        self.changed = asyncio.Event()
        self.awake_since = now_millis()
        """Since when somebody has been here: clocks stand still while nobody is."""
        self.visited = time.monotonic()
        self._lock = asyncio.Lock()
        self._fold_all(lines)

    def _fold_all(self, lines: Sequence[Line]) -> None:
        """The state from the whole ledger."""
        first = read_entry(lines[0].body) if lines else None
        if not isinstance(first, Created):
            raise NotFound("there is no such table")
        self.sitting = begin(self.id, first, lines[0].at)
        self.events: list[bytes] = [to_json(tell(first, self.sitting, self.sitting, lines[0].at))]
        self._dealt_at = 1
        self.applied: dict[str, int] = {}
        for line in lines[1:]:
            self._fold_in(fold(self.sitting, entry := read_entry(line.body), line.at), entry, line)

    def _fold_in(self, after: Sitting, entry: Entry, line: Line) -> None:
        self.events.append(to_json(tell(entry, self.sitting, after, line.at)))
        self.sitting = after
        if isinstance(entry, Dealt):
            self._dealt_at = line.seq
        if line.client:
            self.applied[line.client] = line.seq

    # --- changing ---

    async def change(self, make: Make, client: str | None = None) -> Done:
        """Apply what `make` decides on the present state; with a client id at most once.

        Once begun it is finished even if the one who asked goes away meanwhile.
        """
        return await asyncio.shield(asyncio.ensure_future(self._change(make, client)))

    async def _change(self, make: Make, client: str | None) -> Done:
        async with self._lock:
            for _ in range(ATTEMPTS):
                if client is not None and client in self.applied:
                    return Done(seq=self.applied[client], again=True)
                entries = make(self.sitting)
                if not entries:
                    return Done(seq=self.sitting.seq, again=False)
                try:
                    await self._commit(entries, client)
                except Conflict:
                    await self._catch_up()
                    continue
                return Done(seq=self.sitting.seq, again=False)
        raise NotNow("too many people acted at the same moment; look at the table and try again")

    async def _commit(self, entries: Sequence[Entry], client: str | None) -> None:
        at = now_millis()
        first = self.sitting.seq + 1
        after = [self.sitting]
        for entry in entries:
            after.append(fold(after[-1], entry, at))
        lines = [
            Line(first + place, at, write_entry(entry), client if place == 0 else None)
            for place, entry in enumerate(entries)
        ]
        await self.storage.append(_batch(self.sitting, after[-1], lines, at))
        for state, entry, line in zip(after[1:], entries, lines, strict=True):
            self._fold_in(state, entry, line)
        self._tell_everybody(len(entries))

    async def _catch_up(self) -> None:
        """Another node was quicker: read what it wrote."""
        known = len(self.events)
        self._fold_all(await self.storage.load(self.id))
        if len(self.events) > known:
            self._tell_everybody(len(self.events) - known)

    # --- telling ---

    def _tell_everybody(self, latest: int) -> None:
        self.changed.set()
        if not self.clients:
            return
        happened = b",".join(self.events[-latest:])
        public = sight.public_state(self.sitting, now_millis(), self.asked_since, self.settings)
        states: dict[int | None, bytes] = {}
        for client in list(self.clients):
            seat = self.sitting.seat_of(client.player)
            if seat not in states:
                states[seat] = to_json(sight.own_state(public, self.sitting, seat))
            client.send(b'{"type":"update","events":[' + happened + b'],"state":' + states[seat] + b"}")

    def state_for(self, seat: int | None) -> State:
        return sight.state_for(self.sitting, seat, now_millis(), self.asked_since, self.settings)

    @property
    def asked_since(self) -> int:
        """When the clock of the asked seat began to run."""
        return max(self.sitting.asked_at, self.awake_since)

    def events_after(self, seq: int) -> list[EventShape]:
        """The events that follow on `seq`, as everybody is told them."""
        return [json.loads(event) for event in self.events[max(0, seq) :]]

    def round_events(self) -> list[EventShape]:
        """The events since the latest deal."""
        return self.events_after(self._dealt_at - 1)


def _batch(before: Sitting | None, after: Sitting, lines: Sequence[Line], at: int) -> Batch:
    """What a change writes: its events, and what others look up."""
    row = _row(after, at) if matters_to_the_lobby(before, after) else None
    sitting = _browsers(after)
    return Batch(
        table=after.id,
        lines=lines,
        new_table=row if before is None else None,
        table_row=row if before is not None else None,
        sittings=sitting if before is None or sitting != _browsers(before) else None,
        results=results(after, at) if after.status == "over" and before and before.status != "over" else (),
    )


def _row(sitting: Sitting, at: int) -> dict[str, Any]:
    return {
        "id": sitting.id,
        "status": sitting.status,
        "public": sitting.plan.public,
        "changed_at": at,
        "summary": dict(summary(sitting)),
    }


def _browsers(sitting: Sitting) -> frozenset[str]:
    return frozenset(player for seat in sitting.seats for player in seat.browsers)


async def store_new_table(storage: Storage, table: str, entries: Sequence[Entry]) -> list[Line]:
    """Write the first entries of a new table; returns its ledger."""
    at = now_millis()
    created = entries[0]
    if not isinstance(created, Created):
        raise TypeError("a table begins by being created")
    sitting = begin(table, created, at)
    for entry in entries[1:]:
        sitting = fold(sitting, entry, at)
    lines = [Line(seq, at, write_entry(entry), None) for seq, entry in enumerate(entries, 1)]
    await storage.append(_batch(None, sitting, lines, at))
    return lines
