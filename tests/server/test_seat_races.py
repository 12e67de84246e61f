"""What was true when somebody asked for a seat, and no longer is when her turn comes: a commit was on its way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from haggis.server.storage.database import Batch
from haggis.server.web.services import Services

from .guests import chosen_action
from .in_process import in_process
from .scenes import run

OPEN_TABLE = {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
Ask = Callable[[], Awaitable[httpx.Response]]


async def browser(like: httpx.AsyncClient) -> httpx.AsyncClient:
    """Another one at the same server."""
    other = httpx.AsyncClient(transport=like._transport, base_url=like.base_url)
    await other.get("/me")
    return other


async def while_stored(services: Services, first: Ask, second: Ask) -> list[httpx.Response]:
    """The answers to two requests of which the second comes while the first is being stored."""
    append, reached, go_on = services.database.append, asyncio.Event(), asyncio.Event()

    async def slowly(batch: Batch) -> None:
        reached.set()
        await go_on.wait()
        await append(batch)

    services.database.append = slowly  # type: ignore[method-assign]
    one = asyncio.ensure_future(first())
    await reached.wait()
    two = asyncio.ensure_future(second())
    await asyncio.sleep(0.1)  # until it waits for its turn
    assert not two.done()
    go_on.set()
    return [await one, await two]


async def link_of(guest: httpx.AsyncClient, table: str) -> dict[str, str]:
    link: str = (await guest.get(f"/tables/{table}/link")).json()["link"]
    return {"token": link.partition("#seat=")[2]}


def test_a_link_opens_no_seat_that_another_has_got_meanwhile(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path) as (services, ann):
            bob, phone = await browser(ann), await browser(ann)
            table = (await ann.post("/tables", json=OPEN_TABLE)).json()["table"]
            await bob.post(f"/tables/{table}/sit", json={"seat": 1})
            token = await link_of(ann, table)
            swapped, claimed = await while_stored(
                services,
                lambda: ann.post(f"/tables/{table}/swap", json={"seats": [0, 1]}),
                lambda: phone.post(f"/tables/{table}/claim", json=token),
            )
            assert (swapped.status_code, claimed.status_code) == (200, 403)
            assert claimed.json()["key"] == "table.wrong-link"
            assert (await phone.get(f"/tables/{table}")).json()["you"]["seat"] is None

    run(scene())


def test_a_link_opens_nothing_once_it_has_been_renewed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path) as (services, ann):
            thief = await browser(ann)
            table = (await ann.post("/tables", json=OPEN_TABLE)).json()["table"]
            token = await link_of(ann, table)
            _, claimed = await while_stored(
                services,
                lambda: ann.post(f"/tables/{table}/link", json={}),
                lambda: thief.post(f"/tables/{table}/claim", json=token),
            )
            assert (claimed.status_code, claimed.json()["key"]) == (403, "table.wrong-link")

    run(scene())


def test_who_acts_at_the_last_moment_keeps_her_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path, stall_seconds=0.3) as (services, ann):
            bob = await browser(ann)
            table = (await ann.post("/tables", json={"seats": OPEN_TABLE["seats"][:2]})).json()["table"]
            await bob.post(f"/tables/{table}/sit", json={})
            state = (await ann.get(f"/tables/{table}/state")).json()
            late, waiting = (ann, bob) if state["turn"] == 0 else (bob, ann)
            state = (await late.get(f"/tables/{table}/state")).json()
            action = chosen_action(state | {"may_bet": []}, random.Random(1)) or {}
            await asyncio.sleep(0.4)
            acted, handed = await while_stored(
                services,
                lambda: late.post(f"/tables/{table}/actions", json=action | {"id": "a"}),
                lambda: waiting.post(f"/tables/{table}/seats/{state['turn']}/bot", json={"level": "greedy"}),
            )
            assert (acted.status_code, handed.status_code) == (200, 409)
            assert handed.json()["key"] == "table.still-here"

    run(scene())
