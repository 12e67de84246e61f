"""Games to study, in tests: a finished one, and a review of it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from .guests import BOT, ME, Guest, play_to_the_end

PATIENCE = 300
"""Reviews stand back behind everything else that this machine does."""


async def finished(guest: Guest, *seats: dict[str, str], **wishes: object) -> str:
    """A game of one round, played to its end."""
    table = await guest.make_table(ME, *(seats or (BOT,)), rounds=1, **wishes)
    async with guest.at(table) as connection:
        await play_to_the_end(connection, random.Random(1))
    return table


async def reviewed(guest: Guest, game: str) -> dict[str, Any]:
    """Ask for a review and wait until it is there."""
    answer = await guest.post(f"/study/games/{game}/review")
    while answer["status"] in ("waiting", "running"):
        await asyncio.sleep(0.1)
        answer = await guest.get(f"/study/games/{game}/review")
    assert answer["status"] == "done", answer
    return dict(answer["review"])
