"""Leaving a game to a bot, coming back, taking the seat elsewhere, playing again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from haggis.rules import record

from .guests import BOT, Guest, play_to_the_end
from .house import House
from .scenes import run, two_people


def test_an_abandoned_seat_goes_to_a_bot_and_back(build: Callable[..., House]) -> None:
    url = build(away_seconds=0.5).url

    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=1)
        path = f"/tables/{table}/seats/1/bot"
        async with ann.at(table) as first:
            async with bob.at(table):
                refusal = await ann.post(path, {"level": "greedy"}, 409)
                assert refusal["words"] == "Bob is still here"
            assert (await Guest(url).post(path, {"level": "greedy"}, 403))["code"] == "not-yours"
            while first.presence.get("may_replace") != [1]:
                await first.receive()
            await ann.post(path, {"level": "greedy"})
            event = await first.event("handed")
            assert event["words"] == ["Greedy plays on for Bob"]
            await bob.post(f"/tables/{table}/sit")
            assert (await first.event("returned"))["words"] == ["Bob is back"]
            await bob.post(f"/tables/{table}/leave")
            await ann.post(path, {"level": "greedy"})
            await play_to_the_end(first, random.Random(1))
        assert record.read(await ann.get(f"/tables/{table}/record")).over
        assert (await bob.get("/me/statistics"))["games"] == 0

    run(scene())


def test_a_personal_link_opens_the_seat_in_another_browser(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        link = (await ann.get(f"/tables/{table}/link"))["link"]
        path, _, token = link.partition("#seat=")
        assert path == f"/t/{table}"
        phone = Guest(url)
        assert await phone.post(f"/tables/{table}/claim", {"token": token}) == {"seat": 0}
        async with ann.at(table) as first, phone.at(table) as second:
            assert second.state["hand"] == first.state["hand"]
            assert second.welcome["you"]["seat"] == 0
        for wrong in (token[:-2] + "AA", "x"):
            refusal = await Guest(url).post(f"/tables/{table}/claim", {"token": wrong}, 403)
            assert refusal["words"] == "this link is not for a seat at this table"
        _, _, other = await two_people(url)
        await Guest(url).post(f"/tables/{other}/claim", {"token": token}, 403)
        await bob.post(f"/tables/{table}/claim", {"token": token}, 409)

    run(scene())


def test_a_rematch_brings_the_same_people_together(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, BOT, rounds=1)
        async with ann.at(table) as first, bob.at(table) as second:
            assert (await ann.post(f"/tables/{table}/rematch", status=409))["words"] == "the game is not over yet"
            await asyncio.gather(*(play_to_the_end(each, random.Random(2)) for each in (first, second)))
            made, joined = await asyncio.gather(*(each.post(f"/tables/{table}/rematch") for each in (ann, bob)))
            assert made["table"] == joined["table"] != table
            assert (made["seat"], joined["seat"]) == (0, 1)
            assert (await second.event("rematch"))["table"] == made["table"]
        assert await bob.post(f"/tables/{table}/rematch") == joined
        await Guest(url).post(f"/tables/{table}/rematch", status=403)
        state = await ann.get(f"/tables/{made['table']}/state")
        assert (state["status"], state["rounds"]) == ("playing", 1)
        assert [seat["kind"] for seat in state["seats"]] == ["person", "person", "bot"]

    run(scene())
