"""A server that is one of several on the same PostgreSQL database.

What others store is read when a notice of it comes, when somebody asks for the table, and every second in any case:
notices may get lost. Bots and clocks of a table are played by the node that has leased it, for as long as it
says in time that it is alive.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from haggis.server.errors import Refusal
from haggis.server.metrics import ACTION_SECONDS, LEASES_TAKEN
from haggis.server.settings import Settings
from haggis.server.storage.database import Database, Line
from haggis.server.storage.nodes import Nodes
from haggis.server.storage.notices import EVERYBODY, Notices

from .clocks import now_millis, wait_at_most
from .live_table import LiveTable
from .presence import Presence
from .refreshes import Refreshes
from .sharing import Sharing

log = logging.getLogger(__name__)
Result = TypeVar("Result")
BEATS_A_LEASE = 3
STOP_SECONDS = 2.0
GATHER_SECONDS = 0.002
"""So long notices wait for company before the database is asked."""
POLL_WITHOUT_NOTICES = 0.25
CHANNEL = "haggis:table:"
REVIEW = "review."
"""Before the name of a table: the lease of its review."""
React = Callable[[str, int, str], None]
"""Shows a reaction to those who are connected here."""


class _Here(NamedTuple):
    """A table in memory."""

    table: LiveTable
    presence: Presence


class Node(Sharing):
    def __init__(self, database: Database, settings: Settings, show_reaction: React) -> None:
        self._database = database
        self._settings = settings
        self._nodes = Nodes(database, settings.lease_seconds)
        self._notices = Notices(settings.redis, self._hear, self._look_everywhere)
        self._show_reaction = show_reaction
        self._here: dict[str, _Here] = {}
        self._held: set[str] = set()
        self._asked_for: set[str] = set()
        """Leases that were asked for, and perhaps had: the answer may have got lost."""
        self._alive_until = 0.0
        self._refused: set[str] = set()
        """Tables whose bots another node plays."""
        self._given_up: set[str] = set()
        """Those that it plays no more."""
        self._neighbours: frozenset[str] = frozenset()
        self._behind: set[str] = set()
        self._to_give_back: set[str] = set()
        """Leases that are not needed any more; given back as soon as the database lets us."""
        self._giving_back = asyncio.Lock()
        """No review begins meanwhile: it might get the very lease that is being given back."""
        self._moved_here: set[str] = set()
        """Tables whose connections here have changed."""
        self._moved_elsewhere: set[str] = set()
        self._wake = asyncio.Event()
        self._beat_now = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._refreshes = Refreshes()

    async def start(self) -> None:
        await self._beat()
        self._notices.start()
        for work in (self._beat_forever, self._read_forever, self._poll_forever):
            self._begin(work())

    def _begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work, name="haggis-node")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        """Hand everything over: the others need not wait until the lease has run out."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._nodes.leave()
            self._tell(EVERYBODY, "left")
        except (Refusal, TimeoutError):
            log.warning("the leases could not be given back: they run out by themselves")
        await self._notices.stop()

    # --- what the tables here say ---

    def opened(self, table: LiveTable, presence: Presence, /) -> None:
        name = table.id  # a table that were told of itself would outlive its closing until the collector comes
        self._here[name] = _Here(table, presence)
        table.on_stored = lambda seq: self._tell(CHANNEL + name, "stored", seq)
        presence.on_moved = lambda: self._moved(name)
        self._notices.watch(CHANNEL + name)
        self._moved_elsewhere.add(name)
        self._wake.set()

    def closed(self, table: str, /) -> None:
        self._here.pop(table, None)
        self._refused.discard(table)
        self._given_up.discard(table)
        self._notices.forget(CHANNEL + table)
        self._held.discard(table)
        self._refreshes.forget(table)
        if table in self._asked_for:
            self._asked_for.remove(table)
            self._is_not_needed(table)

    def _is_not_needed(self, lease: str) -> None:
        self._to_give_back.add(lease)
        self._wake.set()

    def _moved(self, table: str) -> None:
        self._moved_here.add(table)
        self._wake.set()

    def react(self, table: str, seat: int, reaction: str, /) -> None:
        self._tell(CHANNEL + table, "reaction", seat, reaction)

    async def tables_of(self, player: str, /) -> list[str]:
        return await self._nodes.tables_of(player)

    # --- leases ---

    async def may_play(self, table: str, /) -> bool:
        if table in self._held and time.monotonic() < self._alive_until:
            return True
        if table in self._refused or time.monotonic() >= self._alive_until:
            return False
        return await asyncio.shield(self._begin(self._take(table)))

    async def _take(self, table: str) -> bool:
        """Once begun it is finished: the table may be closed while the database stores the lease."""
        self._asked_for.add(table)
        taken = await self._nodes.take(table)
        if table not in self._here:
            self._asked_for.discard(table)
            self._is_not_needed(table)
            return False
        if taken:
            self._held.add(table)
            LEASES_TAKEN.labels("another's" if table in self._given_up else "nobody's").inc()
            self._given_up.discard(table)
        else:
            self._asked_for.discard(table)
            self._refused.add(table)
        return taken

    def leases(self) -> int:
        return len(self._held)

    async def begin_review(self, game: str, /) -> bool:
        async with self._giving_back:
            self._to_give_back.discard(REVIEW + game)
            return await self._nodes.take(REVIEW + game)

    def end_review(self, game: str, /) -> None:
        self._is_not_needed(REVIEW + game)

    async def is_reviewed(self, game: str, /) -> bool:
        return not await self._nodes.free([REVIEW + game])

    async def _give_back(self) -> None:
        """Those that could not be given back wait for the next look."""
        async with self._giving_back:
            self._to_give_back -= self._here.keys()
            wanted = set(self._to_give_back)
            if not wanted:
                return
            await self._nodes.release(wanted)
            self._to_give_back -= wanted
        for name in wanted:
            self._tell(CHANNEL + name, "free")
        again = wanted & self._here.keys()  # opened meanwhile, with a lease that is gone now
        self._held -= again
        self._look_again(again)

    async def _beat_forever(self) -> None:
        while True:
            await wait_at_most(self._beat_now, self._settings.lease_seconds / BEATS_A_LEASE)
            self._beat_now.clear()
            await _without_trouble(self._beat())

    async def _beat(self) -> None:
        """Say that this node is alive; find out what became free."""
        now = time.monotonic()
        beat = await self._nodes.beat()
        lapsed, self._alive_until = now >= self._alive_until, now + self._settings.lease_seconds
        if beat.begun:
            self._held.clear()
            self._moved_here |= set(self._here)
        if len(self._neighbours | beat.alive) > 1:
            self._moved_elsewhere |= {name for name, here in self._here.items() if here.presence.connected}
        self._neighbours = beat.alive
        if lapsed or beat.begun:
            self._look_again(self._here)
        if self._refused:
            self._look_again(await self._nodes.free(self._refused))
        self._wake.set()

    def _look_again(self, tables: Iterable[str]) -> None:
        """Let tables try to lease their bots and clocks."""
        for table in list(tables):
            if table in self._refused:
                self._given_up.add(table)
            self._refused.discard(table)
            if table in self._here:
                self._here[table].table.changed.set()

    # --- what others say ---

    def _tell(self, channel: str, kind: str, *values: object) -> None:
        self._notices.tell(channel, [self._nodes.id, kind, *values])

    def _hear(self, channel: str, notice: Any) -> None:
        """Notices are hints: one that is odd is none."""
        match notice:
            case [self._nodes.id, *_]:
                return
            case [str(), "left"]:
                self._beat_now.set()
                return
        table = channel.removeprefix(CHANNEL)
        here = self._here.get(table)
        match notice:
            case [str(), "stored", int(seq)] if here and seq > here.table.state.seq:
                self._behind.add(table)
            case [str(), "moved"]:
                self._moved_elsewhere.add(table)
            case [str(), "free"]:
                self._look_again([table])
            case [str(), "reaction", int(seat), str(reaction)] if here:
                self._show_reaction(table, seat, reaction)
        self._wake.set()

    def _look_everywhere(self) -> None:
        """Notices may have been missed."""
        self._behind |= set(self._here)
        self._moved_elsewhere |= set(self._here)
        self._wake.set()

    # --- reading ---

    async def refresh(self, table: LiveTable, /) -> None:
        await self._refreshes.refresh(table)

    async def _poll_forever(self) -> None:
        while True:
            seconds = self._settings.poll_seconds
            await asyncio.sleep(seconds if self._notices.connected else min(seconds, POLL_WITHOUT_NOTICES))
            self._behind |= {name for name, here in self._here.items() if here.presence.connected or name in self._held}
            if not self._notices.connected:
                self._moved_elsewhere |= self._behind
            self._wake.set()

    async def _read_forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(GATHER_SECONDS)
            await _without_trouble(self._give_back())
            await _without_trouble(self._write_moved())
            await _without_trouble(self._read_behind())
            await _without_trouble(self._read_moved())

    async def _read_behind(self) -> None:
        wanted, self._behind = self._behind & self._here.keys(), set()
        if not wanted:
            return
        found = await self._database.load_after({name: self._here[name].table.state.seq for name in wanted})
        tables = [(self._here[name].table, lines) for name, lines in found.items() if name in self._here]
        await asyncio.gather(*(_without_trouble(_take_over(table, lines)) for table, lines in tables))

    async def _write_moved(self) -> None:
        wanted, self._moved_here = self._moved_here & self._here.keys(), set()
        if not wanted:
            return
        written = False
        try:
            written = await self._nodes.write_connections({name: self._here[name].presence.here() for name in wanted})
        finally:
            if not written:
                self._moved_here |= wanted
        if not written:
            self._beat_now.set()
            return
        for name in wanted:
            self._tell(CHANNEL + name, "moved")

    async def _read_moved(self) -> None:
        wanted, self._moved_elsewhere = self._moved_elsewhere & self._here.keys(), set()
        if not wanted:
            return
        for name, connected in (await self._nodes.connections_elsewhere(wanted)).items():
            if name in self._here:
                self._here[name].presence.set_elsewhere(connected)


async def _take_over(table: LiveTable, lines: Sequence[Line]) -> None:
    if await table.take_over(lines):
        ACTION_SECONDS.labels("elsewhere").observe(max(0, now_millis() - lines[-1].at) / 1000)


async def _without_trouble(work: Coroutine[Any, Any, None]) -> None:
    """What can't be done just now is done with the next poll or beat; a damaged table says so where it is asked for."""
    try:
        await work
    except Refusal as error:
        log.warning("a node has to wait: %s", error)
    except Exception as error:  # noqa: BLE001  # whatever it is, the node must go on saying that it is alive
        log.error("a node stumbled: %s", type(error).__name__)
