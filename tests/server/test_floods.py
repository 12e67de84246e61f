"""Too much of everything from one address: slowed, then cut, and others play on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from .guests import BOT, ME, OPEN, Guest
from .running_server import RunningServer
from .scenes import refused, run, until_closed

MOST = 40


def test_hundreds_of_tables_from_one_address(build: Callable[..., RunningServer]) -> None:
    """Most are refused with words, and the server still answers."""
    url = build(limited=True).url
    made = limited = 0
    with httpx.Client(base_url=url, trust_env=False, verify=False) as http:
        body = {"seats": [ME, OPEN], "public": True}
        answers = [http.post("/api/tables", json=body) for _ in range(300)]
    for answer in answers:
        if answer.status_code == 201:
            made += 1
        else:
            refused(answer, 429, "too-many")
            assert int(answer.headers["retry-after"]) >= 1
            limited += 1
    assert 10 <= made <= 60
    assert made + limited == 300

    async def others() -> None:
        """Somebody who came earlier, from the same address, can still play."""
        async with asyncio.timeout(20):
            while True:
                answer = await Guest(url).http.get("/api/health")
                if answer.status_code == 200:
                    return
                await asyncio.sleep(0.2)

    asyncio.run(others())


def test_a_flood_of_messages_is_slowed_and_then_cut(build: Callable[..., RunningServer]) -> None:
    url = build(limited=True).url

    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            for number in range(400):
                await connection.send({"type": "ping", "id": f"{number}"})
            codes, code = await until_closed(connection)
            assert "too-many" in codes
            assert code == 4429
        async with ann.at(table) as connection:
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())


def test_too_many_connections_from_one_address(build: Callable[..., RunningServer]) -> None:
    url = build(limited=True).url

    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
        async with AsyncExitStack() as opened:
            for _ in range(MOST):
                await opened.enter_async_context(connect(address, proxy=None, max_queue=None))
            with pytest.raises(InvalidStatus) as caught:
                await connect(address, proxy=None)
            assert caught.value.response.status_code == 429
        async with connect(address, proxy=None):
            pass

    run(scene())
