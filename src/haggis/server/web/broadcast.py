"""Every change of a table goes to all its connections; each gets what its seat may know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import get_args

from haggis.server.tables.events import (
    Acted,
    BotSat,
    Claimed,
    Handed,
    Left,
    Relinked,
    Removed,
    Replaced,
    Returned,
    Sat,
    Swapped,
    TableEvent,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from haggis.server.tables.history import Step
from haggis.server.tables.permissions import may_replace
from haggis.server.tables.presence import Presence
from haggis.server.tables.registry import OpenTable
from haggis.server.wire.client_messages import Reaction
from haggis.server.wire.event_view import events_view
from haggis.server.wire.server_messages import (
    PresenceMessage,
    ReactionMessage,
    SeatPresence,
    UpdateMessage,
    write_message,
)
from haggis.server.wire.state_view import own_state, public_state

from .connection import Connection

GATHER_SECONDS = 0.05
LAST_SECONDS = 0.002
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
RESEATING = (Sat, BotSat, Left, Handed, Returned, Claimed, Relinked, Removed, Replaced, Swapped)
"""The events after which a connection may stand for another seat, or for none."""


class Broadcast:
    """The connections of one table; it exists while there is one."""

    def __init__(self, opened: OpenTable) -> None:
        self._table = opened.table
        self._presence: Presence = opened.presence
        self.connections: set[Connection] = set()
        self._table.subscribers.add(self._changed)
        self._presence.subscribers.add(self._came_or_went)
        self._stalling: asyncio.TimerHandle | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._last: asyncio.TimerHandle | None = None
        self._unsent: Callable[[], None] | None = None
        """The update of the asked seat, until it is sent."""
        self._look_for_stalling()

    def end(self) -> None:
        for timer in (self._stalling, self._telling, self._last):
            if timer:
                timer.cancel()
        self._table.subscribers.discard(self._changed)
        self._presence.subscribers.discard(self._came_or_went)

    def _changed(self, steps: Sequence[Step]) -> None:
        """What is public is made once, and each seat's message is written once; that of the asked seat last.

        What she can play is found out for her message: nobody else may notice by waiting how long that took.
        """
        self._send_last()
        state = self._table.state
        events = events_view(steps, state)
        public = public_state(state, self._table.clocks())

        def send(seat: int | None, connections: Sequence[Connection]) -> None:
            own = own_state(public, state, seat)
            written = write_message(UpdateMessage(type="update", events=events, state=own))
            for connection in self.connections.intersection(connections):  # one may have left meanwhile
                connection.send(written)

        groups = self._by_seat()
        asked = state.round.turn if state.round else None
        waiting = groups.pop(asked, []) if asked is not None else []
        for seat, connections in groups.items():
            send(seat, connections)
        if waiting:
            self._unsent = partial(send, asked, waiting)
            self._last = asyncio.get_running_loop().call_later(LAST_SECONDS, self._send_last)
        if _seat_behind(steps[0].event) == asked:
            self._send_last()  # it was her own doing
        if any(isinstance(step.event, RESEATING) for step in steps):
            self._came_or_went()  # whoever watched a moment ago may hold a seat now
        if self._stalling is None:
            self._look_for_stalling()

    def _send_last(self) -> None:
        """When its time has come, or something else happens: updates keep their order."""
        unsent, self._unsent = self._unsent, None
        if unsent:
            unsent()

    def _by_seat(self) -> dict[int | None, list[Connection]]:
        found: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            found.setdefault(self._table.state.seat_of(connection.player), []).append(connection)
        return found

    def _look_for_stalling(self) -> None:
        """Tell everybody once the asked person has let them wait for too long."""
        self._stalling = None
        seconds = self._presence.stalls_in()
        if seconds is not None and seconds > 0:
            self._stalling = asyncio.get_running_loop().call_later(seconds + 0.01, self._look_for_stalling)
        elif seconds is not None:
            self._came_or_went()

    def react(self, seat: int, reaction: Reaction) -> None:
        for connection in list(self.connections):
            connection.say(ReactionMessage(type="reaction", seat=seat, reaction=reaction))

    def _came_or_went(self) -> None:
        """Told soon: of many who come and go at once everybody hears in one message."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._telling = None
        state, away = self._table.state, self._presence.away()
        seats = [SeatPresence(here=here, since=since) for here, since in self._presence.seen()]
        watchers = self._presence.watchers()
        for connection in list(self.connections):
            may = may_replace(state, state.seat_of(connection.player), away)
            connection.say(PresenceMessage(type="presence", seats=seats, watchers=watchers, may_replace=may))


def _seat_behind(event: TableEvent) -> int | None:
    """The seat that did something in the game."""
    match event:
        case Acted(action=action):
            return action.seat
        case TakenBack(seat=seat) | TakeBackAsked(seat=seat) | TakeBackAgreed(seat=seat) | TakeBackRefused(seat=seat):
            return seat
        case _:
            return None


class Broadcasts:
    """The broadcasts of all tables that somebody is connected to."""

    def __init__(self) -> None:
        self._of: dict[str, Broadcast] = {}

    def join(self, opened: OpenTable, connection: Connection) -> None:
        name = opened.table.id
        if name not in self._of:
            self._of[name] = Broadcast(opened)
        self._of[name].connections.add(connection)
        opened.presence.enter(connection.player)

    def show(self, table: str, seat: int, reaction: str) -> None:
        """A reaction, to everybody who is connected here; one that is not known is left out."""
        for known in REACTIONS:
            if known == reaction and table in self._of:
                self._of[table].react(seat, known)

    def leave(self, opened: OpenTable, connection: Connection) -> None:
        broadcast = self._of[opened.table.id]
        broadcast.connections.discard(connection)
        if not broadcast.connections:
            self._of.pop(opened.table.id).end()
        opened.presence.leave(connection.player)
