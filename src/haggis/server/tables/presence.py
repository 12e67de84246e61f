"""Who is at a table right now: connections come and go, and none of it is stored."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from .clocks import now_millis
from .live_table import LiveTable


class Seen(NamedTuple):
    """Whether somebody is here for a seat, and since when that is so."""

    here: bool
    since: int


class Presence:
    """The connections of one table. Subscribers hear when somebody comes, goes or has been away long."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._connections: Counter[str | None] = Counter()
        """How many each player has; spectators may have no identity."""
        self._since: dict[int, Seen] = {}
        self.subscribers: set[Callable[[], None]] = set()

    def enter(self, player: str | None) -> None:
        if not self.anybody_here():
            self._table.awake_since = now_millis()
        self._connections[player] += 1
        self._table.changed.set()
        self.publish()

    def leave(self, player: str | None) -> None:
        self._connections[player] -= 1
        self._connections += Counter()  # forgets those who have none left
        self._table.changed.set()
        self.publish()
        delay = self._table.settings.away_seconds + 0.05
        asyncio.get_running_loop().call_later(delay, self.publish)

    def publish(self) -> None:
        for subscriber in list(self.subscribers):
            subscriber()

    # --- looking ---

    @property
    def connected(self) -> bool:
        """Whether anybody at all is connected, players or spectators."""
        return bool(self._connections)

    def anybody_here(self) -> bool:
        """Whether any of the players, not only spectators, is connected."""
        return any(self._table.state.seat_of(player) is not None for player in self._connections)

    def watchers(self) -> int:
        """How many connections are spectators'."""
        state = self._table.state
        return sum(count for player, count in self._connections.items() if state.seat_of(player) is None)

    def seen(self) -> list[Seen]:
        """Each seat's presence; bots are always here."""
        return [self._seen(seat) for seat in range(len(self._table.state.seats))]

    def away(self) -> frozenset[int]:
        """The seats whose people have been gone for so long that they may be handed over."""
        long_ago = now_millis() - 1000 * self._table.settings.away_seconds
        return frozenset(seat for seat, (here, since) in enumerate(self.seen()) if not here and since <= long_ago)

    def _seen(self, seat: int) -> Seen:
        state = self._table.state
        here = state.seats[seat].kind == "bot" or any(state.seat_of(each) == seat for each in self._connections)
        known = self._since.get(seat)
        if known is None or known.here != here:
            self._since[seat] = known = Seen(here, now_millis())
        return known
