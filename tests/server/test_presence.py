"""Who is at a table: what coming and going leaves behind."""

from __future__ import annotations

import asyncio
import gc
from types import SimpleNamespace
from typing import cast

from haggis.server.settings import Settings
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.presence import Presence


def presence_of(**seats: int) -> Presence:
    """At a table where these players have these seats."""
    state = SimpleNamespace(seat_of=seats.get)
    table = SimpleNamespace(id="T", state=state, settings=Settings(), changed=asyncio.Event(), awake_since=0)
    return Presence(cast(LiveTable, table))


def timers() -> int:
    """Those that will still do something."""
    # By their type: `isinstance` would ask a weak reference for an object that may be gone.
    return sum(not each.cancelled() for each in gc.get_objects() if type(each) is asyncio.TimerHandle)


def test_visits_leave_one_timer_a_player_and_none_of_spectators() -> None:
    async def scene() -> None:
        presence, before = presence_of(ann=0, bob=1), timers()
        for number in range(50):
            for player in ("ann", "bob", None, f"spectator {number}"):
                presence.enter(player)
                presence.leave(player)
        assert timers() - before == 2

    asyncio.run(scene())


def test_who_plays_by_requests_is_here_once() -> None:
    async def scene() -> None:
        presence, before = presence_of(ann=0), timers()
        for _ in range(50):
            presence.asked("ann")
            presence.asked("spectator")
        assert presence.here()[0].number == 1
        assert len(presence.here()) == 1
        assert timers() - before == 1

    asyncio.run(scene())
