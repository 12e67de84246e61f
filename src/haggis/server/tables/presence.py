"""Who is at a table right now: connections come and go, here and at other nodes; none of it is in the ledger."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from haggis.server.storage.nodes import Connected

from .clocks import stall_deadline, steady_millis
from .live_table import LiveTable


class Seen(NamedTuple):
    """Whether somebody is here for a seat, and since when that is so."""

    here: bool
    since: int


class Timers:
    """One timer a player; started again, it forgets the former."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, player: str, seconds: float, work: Callable[[str], None]) -> bool:
        """Do it after a while; whether no timer was running."""
        known = self._running.pop(player, None)
        if known:
            known.cancel()
        self._running[player] = asyncio.get_running_loop().call_later(seconds, self._end, player, work)
        return known is None

    def _end(self, player: str, work: Callable[[str], None]) -> None:
        del self._running[player]
        work(player)


class Presence:
    """The connections of one table. Subscribers hear when somebody comes, goes or has been away long."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._connections: Counter[str | None] = Counter()
        """How many each player has at this node; spectators may have no identity."""
        self._elsewhere: Counter[str | None] = Counter()
        self._asking = Timers()
        """Those who play by requests, without a connection: each counts as one for a while."""
        self._leaving = Timers()
        """Those of a seat who have gone: after a while it may be handed over."""
        self._since: dict[int, Seen] = {}
        self.subscribers: set[Callable[[], None]] = set()
        self.on_moved: Callable[[], None] = lambda: None
        """Told when somebody comes or goes at this node."""

    def enter(self, player: str | None) -> None:
        if not self.anybody_here():
            self._table.awake_since = steady_millis()
        self._connections[player] += 1
        self._moved()

    def leave(self, player: str | None) -> None:
        self._connections[player] -= 1
        self._connections += Counter()  # forgets those who have none left
        self._moved()
        self._publish_when_away(player)

    def asked(self, player: str) -> None:
        """Somebody of this table has sent a request: she is here until she has been silent for long."""
        if self._table.state.seat_of(player) is None:
            return
        if self._asking.start(player, self._table.settings.away_seconds, self.leave):
            self.enter(player)

    def _moved(self) -> None:
        self._table.changed.set()
        self.publish()
        self.on_moved()

    def _publish_when_away(self, player: str | None) -> None:
        if player is not None and self._table.state.seat_of(player) is not None:
            seconds = self._table.settings.away_seconds + 0.05
            self._leaving.start(player, seconds, lambda _: self.publish())

    # --- other nodes ---

    def here(self) -> list[Connected]:
        """Who is connected at this node, as the others are told."""
        age = steady_millis() - self._table.awake_since
        return [Connected(self._table.id, player or "", number, age) for player, number in self._connections.items()]

    def set_elsewhere(self, connected: Sequence[Connected]) -> None:
        """Who is connected at other nodes."""
        found: Counter[str | None] = Counter()
        for each in connected:
            found[each.player_id or None] += each.number
        if found == self._elsewhere:
            return
        was_here, gone = self.anybody_here(), self._elsewhere.keys() - found.keys()
        self._elsewhere = found
        players = [each for each in connected if self._table.state.seat_of(each.player_id) is not None]
        since = [steady_millis() - each.age for each in players]
        self._table.awake_since = min([*since, *([self._table.awake_since] if was_here or not since else [])])
        self._table.changed.set()
        self.publish()
        for player in gone:
            self._publish_when_away(player)

    def publish(self) -> None:
        for subscriber in list(self.subscribers):
            subscriber()

    # --- looking ---

    @property
    def connected(self) -> bool:
        """Whether anybody at all is connected at this node, players or spectators."""
        return bool(self._connections)

    def _everybody(self) -> Counter[str | None]:
        return self._connections + self._elsewhere if self._elsewhere else self._connections

    def anybody_here(self) -> bool:
        """Whether any of the players, not only spectators, is connected."""
        return any(self._table.state.seat_of(player) is not None for player in self._everybody())

    def watchers(self) -> int:
        """How many connections are spectators'."""
        state = self._table.state
        return sum(count for player, count in self._everybody().items() if state.seat_of(player) is None)

    def seen(self) -> list[Seen]:
        """Each seat's presence; bots are always here."""
        return [self._seen(seat) for seat in range(len(self._table.state.seats))]

    def away(self) -> frozenset[int]:
        """The seats that may be handed over: their people have long been gone, or have long let the others wait."""
        long_ago = steady_millis() - 1000 * self._table.settings.away_seconds
        gone = frozenset(seat for seat, (here, since) in enumerate(self.seen()) if not here and since <= long_ago)
        return gone | self._stalled()

    def _stalled(self) -> frozenset[int]:
        late = stall_deadline(self._table.state, self._table.asked_since, self._table.settings.stall_seconds)
        playing = self._table.state.round
        return frozenset({playing.turn} if playing and late is not None and late <= steady_millis() else ())

    def stalls_in(self) -> float | None:
        """In how many seconds the asked person will have let the others wait for too long."""
        late = stall_deadline(self._table.state, self._table.asked_since, self._table.settings.stall_seconds)
        return None if late is None else (late - steady_millis()) / 1000

    def _seen(self, seat: int) -> Seen:
        state = self._table.state
        here = state.seats[seat].kind == "bot" or any(state.seat_of(each) == seat for each in self._everybody())
        known = self._since.get(seat)
        if known is None or known.here != here:
            self._since[seat] = known = Seen(here, steady_millis())
        return known
