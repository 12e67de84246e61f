"""Who is at a table right now: connections come and go, and none of it is stored."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic_core import to_json

from .live_table import Client, LiveTable, now_millis


class Presence:
    """The connections of one table. Tells everybody when somebody comes, goes or has been away long."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._since: dict[int, tuple[bool, int]] = {}

    def enter(self, client: Client) -> None:
        if not self.anybody_here():
            self._table.awake_since = now_millis()
        self._table.clients.add(client)
        self._table.changed.set()
        self.tell()

    def leave(self, client: Client) -> None:
        self._table.clients.discard(client)
        self._table.changed.set()
        self.tell()
        delay = self._table.settings.away_seconds + 0.05
        asyncio.get_running_loop().call_later(delay, self.tell)

    def is_here(self, seat: int) -> bool:
        sitting = self._table.sitting
        return any(sitting.seat_of(client.player) == seat for client in self._table.clients)

    def anybody_here(self) -> bool:
        """Whether any of the players, not only spectators, is connected."""
        return any(self._table.sitting.seat_of(client.player) is not None for client in self._table.clients)

    def is_away(self, seat: int) -> bool:
        """Whether a person has been gone for so long that her seat may be handed over."""
        here, since = self._seen(seat)
        return not here and now_millis() - since >= 1000 * self._table.settings.away_seconds

    def _seen(self, seat: int) -> tuple[bool, int]:
        """Whether somebody is here, and since when that is so."""
        here = self._table.sitting.seats[seat].kind == "bot" or self.is_here(seat)
        known = self._since.get(seat)
        if known is None or known[0] != here:
            self._since[seat] = known = (here, now_millis())
        return known

    def tell(self) -> None:
        for client in list(self._table.clients):
            client.send(to_json(self.message(self._table.sitting.seat_of(client.player))))

    def message(self, asking: int | None) -> dict[str, Any]:
        sitting = self._table.sitting
        seen = [self._seen(seat) for seat in range(len(sitting.seats))]
        watchers = sum(sitting.seat_of(client.player) is None for client in self._table.clients)
        return {
            "type": "presence",
            "seats": [{"here": here, "since": since} for here, since in seen],
            "watchers": watchers,
            "may_replace": self._may_replace(asking),
        }

    def _may_replace(self, asking: int | None) -> list[int]:
        sitting = self._table.sitting
        if asking is None or sitting.status != "playing":
            return []
        return [
            seat
            for seat, sitter in enumerate(sitting.seats)
            if seat != asking and sitter.kind == "person" and (sitter.left or self.is_away(seat))
        ]
