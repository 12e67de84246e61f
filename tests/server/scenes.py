"""What happens in many tests: two people sit down, somebody acts, a round is played."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from .guests import ME, OPEN, Connection, Guest, chosen_action


def run(scene: Coroutine[Any, Any, None], seconds: float = 90) -> None:
    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await scene

    asyncio.run(limited())


async def two_people(url: str, *more: dict[str, str], **wishes: object) -> tuple[Guest, Guest, str]:
    """Ann and Bob at a table, Ann on seat 0."""
    ann, bob = Guest(url), Guest(url)
    await ann.put("/me", {"name": "Ann"})
    await bob.put("/me", {"name": "Bob"})
    table = await ann.make_table(ME, OPEN, *more, **wishes)
    await bob.post(f"/tables/{table}/sit")
    return ann, bob, table


async def act(connection: Connection) -> dict[str, Any]:
    """Do something legal, but no bet; returns the answer."""
    action = chosen_action(connection.state | {"may_bet": []}, random.Random(1))
    assert action is not None
    return await connection.ask(**{"type_": action.pop("type")} | action)


async def until_asked(connection: Connection) -> None:
    while connection.state["ask"] != "turn":
        await connection.receive()


async def play_to_the_end_of_round(connection: Connection) -> None:
    while connection.state["sheet"] is None:
        if chosen_action(connection.state | {"may_bet": []}, random.Random(1)) is None:
            await connection.receive()
        else:
            await act(connection)


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """The words of a refusal, after checking what every refusal must be."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["code"] == code
    assert "Traceback" not in answer.text
    assert len(answer.text) < 1000
    return str(body["words"])


async def until_closed(connection: Connection) -> tuple[set[str | None], int]:
    """Listen to the end; the codes of all errors, and that of the closing."""
    codes: set[str | None] = set()
    while True:
        try:
            codes.add((await connection.receive()).get("code"))
        except ConnectionClosed as closed:
            return codes, closed.rcvd.code if closed.rcvd else 0
