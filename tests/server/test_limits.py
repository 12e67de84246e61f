"""What one address may have: connections, and refusals that come slowly."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse

from haggis.server.english import say
from haggis.server.limits import Limits, Rate
from haggis.server.web import doors as doors_module
from haggis.server.web import rate_limits
from haggis.server.web.doors import Doors
from haggis.server.web.middleware import Guard

from .guests import BOT, ME, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import run


def test_who_asks_too_often_waits_for_the_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one visitor could have thousands of refusals a second, and nobody would have anything else."""
    monkeypatch.setattr(rate_limits, "SLOW_SECONDS", 1.0)
    monkeypatch.setattr(rate_limits, "MOST_SLOWED", 2)
    once = rate_limits.Buckets(Rate(0.001, 1), say("limit.requests"))
    settings = SimpleNamespace(limits=Limits(), hosts=(), origins=())
    services: Any = SimpleNamespace(requests=once, slow_down=rate_limits.SlowDown(), settings=settings)
    guarded = Guard(PlainTextResponse("served"), services)

    async def scene() -> None:
        transport = httpx.ASGITransport(app=guarded)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            assert (await http.get("/")).status_code == 200
            begun = time.monotonic()
            answers = [asyncio.create_task(http.get("/")) for _ in range(3)]
            await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
            assert sum(each.done() for each in answers) == 1, "only so many wait"
            assert [(await each).status_code for each in answers] == [429] * 3
            assert time.monotonic() - begun >= 1.0

    run(scene())


def test_a_record_too_many_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may bring no more records must not have megabytes read and parsed."""
    monkeypatch.setattr(rate_limits, "SLOW_SECONDS", 0.0)
    one = rate_limits.Buckets(Rate(0.001, 1), say("limit.records"))
    many = rate_limits.Buckets(Rate(100, 100), say("limit.requests"))
    settings = SimpleNamespace(limits=Limits(), hosts=(), origins=())
    slow_down = rate_limits.SlowDown()
    services: Any = SimpleNamespace(requests=many, record_rate=one, slow_down=slow_down, settings=settings)
    guarded = Guard(PlainTextResponse("served"), services)
    read: list[int] = []

    async def body() -> AsyncIterator[bytes]:
        read.append(len(read))
        yield b"{}"

    async def scene() -> None:
        transport = httpx.ASGITransport(app=guarded)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as http:
            assert (await http.post("/api/study/records", json={})).status_code == 200
            for path in ("/api/study/records", "/api/study/records/games"):
                assert (await http.post(path, content=body())).status_code == 429
            assert (await http.post("/api/tables", json={})).status_code == 200

    run(scene())
    assert read == []


class _Peer(asyncio.Transport):
    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("192.0.2.1", 1) if name == "peername" else default


def test_doors_count_in_and_out() -> None:
    doors = Doors(2)
    assert [doors.enter(_Peer()) for _ in range(3)] == [True, True, False]
    doors.leave(_Peer())
    doors.leave(_Peer())
    assert doors.enter(_Peer())
    assert all(Doors().enter(_Peer()) for _ in range(1000))
    assert Limits().sockets > Limits().connections


@pytest.mark.parametrize(("soft", "hard"), [(1024, 1024), (256, 1024)])
def test_doors_let_in_as_many_as_the_system_has_files_for(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int
) -> None:
    raised = []
    monkeypatch.setattr(doors_module.resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(doors_module.resource, "setrlimit", lambda _, limits: raised.append(limits))
    assert doors_module.open_files() == 1024
    assert raised == ([(1024, 1024)] if soft < hard else [])


def test_doors_let_only_so_many_in_at_once_though_they_leave_again() -> None:
    doors = Doors(2, Rate(0.001, 5))
    let_in = 0
    for _ in range(9):
        let_in += doors.enter(_Peer())
        doors.leave(_Peer())
    assert let_in == 5


def test_a_rematch_of_a_public_table_counts_as_a_public_table(build: Callable[..., RunningServer]) -> None:
    async def scene() -> None:
        ann = Guest(build(limited=True).url)
        table = await ann.make_table(ME, BOT, public=True, rounds=1)
        async with ann.at(table) as connection:
            await play_to_the_end(connection, random.Random(1))
        for _ in range(Limits().public_tables - 1):
            await ann.make_table(ME, BOT, public=True)
        refusal = await ann.post(f"/tables/{table}/rematch", status=429)
        assert refusal["key"] == "limit.public-tables"

    run(scene())
