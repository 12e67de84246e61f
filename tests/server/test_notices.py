"""Notices between nodes: whatever else is said on their channels, they are heard."""

from __future__ import annotations

import asyncio
import json

import pytest
from redis.asyncio import Redis

from haggis.server.storage.notices import EVERYBODY, Notices

from .backends import RedisServer
from .scenes import run

SOON = 20


def test_a_notice_of_another_program_is_none(redis_server: RedisServer) -> None:
    async def scene() -> None:
        heard, connected = asyncio.Queue[object](), asyncio.Event()
        notices = Notices(redis_server.url, lambda _, notice: heard.put_nowait(notice), connected.set)
        notices.start()
        await asyncio.wait_for(connected.wait(), SOON)
        async with Redis.from_url(redis_server.url) as other:
            for odd in (b"\xff\xfe", b"[" * 100_000, b"{", b"7"):
                await other.publish(EVERYBODY, odd)
        assert await asyncio.wait_for(heard.get(), SOON) == 7
        assert notices.connected
        await notices.stop()

    run(scene())


def test_an_error_that_nobody_thought_of_does_not_end_the_listening(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        heard = asyncio.Queue[object]()

        def hear(_: str, notice: object) -> None:
            if notice == "odd":
                raise KeyError(notice)
            heard.put_nowait(notice)

        connected = asyncio.Event()
        notices = Notices(redis_server.url, hear, connected.set)
        notices.start()
        for notice in ("odd", "good"):
            await asyncio.wait_for(connected.wait(), SOON)
            connected.clear()
            async with Redis.from_url(redis_server.url) as other:
                await other.publish(EVERYBODY, json.dumps(notice))
        assert await asyncio.wait_for(heard.get(), SOON) == "good"
        await notices.stop()

    run(scene())
    assert "listening to notices failed: KeyError" in caplog.messages
