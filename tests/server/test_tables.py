"""The life of a table: sitting down, leaving, coming back, playing again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from haggis.rules import record

from .guests import BOT, ME, OPEN, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import act, run, two_people


def test_one_request_and_you_play_against_the_computer(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        me = await ann.put("/me", {"name": "  Ann  of the  Isles "})
        assert me["name"] == "Ann of the Isles"
        assert await ann.get("/me") == me
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            you = {"seat": 0, "host": True, "player": me["id"], "name": "Ann of the Isles", "awaited": ""}
            assert connection.welcome["you"] == you
            assert connection.state["status"] == "playing"
            assert len(connection.state["hand"].split()) <= 17
            assert connection.events[0]["kind"] == "dealt"
            assert connection.state["seats"][1]["name"] == "Hamish"
        assert [each["table"] for each in (await ann.get("/me/tables"))["tables"]] == [table]

    run(scene())


def test_a_friend_comes_by_link_and_the_game_begins(url: str) -> None:
    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN, BOT)
        async with ann.at(table) as connection:
            assert (connection.state["status"], connection.state["ask"]) == ("open", "none")
            await bob.get(f"/tables/{table}")
            assert await bob.post(f"/tables/{table}/sit", {"seat": 1}) == {"seat": 1}
            await connection.until(status="playing")
            kinds = [event["kind"] for event in connection.events]
            assert kinds[:5] == ["created", "sat", "sat", "sat", "started"]
            refusal = await Guest(url).post(f"/tables/{table}/sit", status=409)
            assert (refusal["code"], refusal["words"]) == ("not-now", "the game has started: you can watch it")

    run(scene())


def test_the_lobby_lists_public_tables_only(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        shown = await ann.make_table(ME, OPEN, public=True, preset="duel", options={"courts": "wild"})
        hidden = await ann.make_table(ME, OPEN)
        lobby = {each["table"]: each for each in (await Guest(url).get("/tables"))["tables"]}
        assert hidden not in lobby
        assert lobby[shown]["status"] == "open"
        assert (lobby[shown]["changed"], lobby[shown]["end"]) == (["courts"], "to 350 points")
        await Guest(url).post(f"/tables/{shown}/sit")
        lobby = {each["table"]: each for each in (await ann.get("/tables"))["tables"]}
        assert lobby[shown]["status"] == "playing"

    run(scene())


def test_the_host_fills_a_seat_with_a_bot_and_nobody_else_does(url: str) -> None:
    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN)
        refusal = await bob.post(f"/tables/{table}/seats/1/bot", {"level": "greedy"}, 403)
        assert refusal["words"] == "only the host of the table can seat a bot"
        refusal = await ann.post(f"/tables/{table}/seats/0/bot", {"level": "greedy"}, 409)
        assert refusal["words"] == "seat 0 is taken"
        refusal = await ann.post(f"/tables/{table}/seats/1/bot", {"level": "genius"}, 422)
        assert refusal["words"].startswith("there is no level 'genius'")
        await ann.post(f"/tables/{table}/seats/1/bot", {"level": "greedy"})
        assert (await ann.get(f"/tables/{table}"))["summary"]["status"] == "playing"

    run(scene())


def test_leaving_before_the_start_frees_the_seat_and_the_host_closes_the_table(url: str) -> None:
    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN, OPEN)
        await bob.post(f"/tables/{table}/sit")
        await bob.post(f"/tables/{table}/leave")
        assert (await bob.get(f"/tables/{table}"))["you"]["seat"] is None
        await bob.post(f"/tables/{table}/sit", {"seat": 2})
        await ann.post(f"/tables/{table}/leave")
        assert (await ann.get(f"/tables/{table}"))["summary"]["status"] == "closed"
        assert (await ann.get("/me/tables"))["tables"] == []

    run(scene())


# --- leaving and returning ------------------------------------------------------------------------


def test_an_abandoned_seat_goes_to_a_bot_and_back(build: Callable[..., RunningServer]) -> None:
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
            assert event["words"] == ["Morag plays on for Bob"]
            await first.until(turn=0)  # if Bob was asked, Morag acts first
            await bob.post(f"/tables/{table}/sit")
            assert (await first.event("returned"))["words"] == ["Bob is back"]
            await bob.post(f"/tables/{table}/leave")
            await ann.post(path, {"level": "greedy"})
            await play_to_the_end(first, random.Random(1))
        assert record.read(await ann.get(f"/tables/{table}/record")).over
        assert (await bob.get("/me/statistics"))["games"] == 0

    run(scene())


def test_who_lets_the_others_wait_for_long_can_be_replaced(build: Callable[..., RunningServer]) -> None:
    server = build(stall_seconds=3)

    async def scene() -> None:
        ann, bob, table = await two_people(server.url, pace=1)
        async with ann.at(table) as first, bob.at(table) as second:
            asked, other = (0, second) if first.state["ask"] == "turn" else (1, first)
            waiting, staller = (bob, ann) if asked == 0 else (ann, bob)
            path = f"/tables/{table}/seats/{asked}/bot"
            assert (await waiting.post(path, {"level": "greedy"}, 409))["key"] == "table.still-here"
            while other.presence.get("may_replace") != [asked]:
                await other.receive()
            assert all(seat["here"] for seat in other.presence["seats"])
            await waiting.post(path, {"level": "greedy"})
            await other.event("handed")
            early = await staller.post(f"/tables/{table}/sit", status=409)
            assert early["words"].endswith(": Morag acts once, then you can take your seat back")
            assert (await other.event("action"))["by"] == "bot"
            await other.until(turn=1 - asked)  # the first action may have been a bet
            await staller.post(f"/tables/{table}/sit")
            await other.event("returned")
        _, bob, clocked = await two_people(server.url, move_seconds=60)
        async with bob.at(clocked) as watching:
            await asyncio.sleep(3.5)
            assert (await watching.ask("ping"))["type"] == "ok"
            assert watching.presence["may_replace"] == []

    run(scene())


def test_who_plays_by_requests_is_here(build: Callable[..., RunningServer]) -> None:
    url = build(away_seconds=2).url

    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            await first.hear("presence")
            assert [seat["here"] for seat in first.presence["seats"]] == [True, False]
            await bob.get(f"/tables/{table}/state")
            assert [seat["here"] for seat in (await first.hear("presence"))["seats"]] == [True, True]
            await Guest(url).get(f"/tables/{table}/state")  # who only looks is not at the table
            gone = await first.hear("presence")
            assert ([seat["here"] for seat in gone["seats"]], gone["watchers"]) == ([True, False], 0)

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


def test_a_new_personal_link_undoes_the_old_one_and_what_it_opened(url: str) -> None:
    async def scene() -> None:
        ann, _, table = await two_people(url)
        old = (await ann.get(f"/tables/{table}/link"))["link"].partition("#seat=")[2]
        phone, thief = Guest(url), Guest(url)
        await phone.post(f"/tables/{table}/claim", {"token": old})
        await thief.post(f"/tables/{table}/claim", {"token": old})
        async with thief.at(table) as connection:
            assert connection.state["hand"]
            new = (await phone.post(f"/tables/{table}/link"))["link"].partition("#seat=")[2]
            await connection.event("relinked")
            assert (connection.state["hand"], connection.state["seat"]) == (None, None)
            assert (await connection.ask("pass"))["code"] == "not-yours"
        assert (await thief.get(f"/tables/{table}"))["you"]["seat"] is None
        await thief.post(f"/tables/{table}/claim", {"token": old}, 403)
        await thief.post(f"/tables/{table}/link", status=403)
        assert [(await each.get(f"/tables/{table}"))["you"]["seat"] for each in (ann, phone)] == [0, 0]
        assert (await ann.get(f"/tables/{table}/link"))["link"].endswith(new)
        await Guest(url).post(f"/tables/{table}/claim", {"token": new})

    run(scene())


def test_nothing_is_taken_back_while_a_bot_only_plays_on_for_somebody(url: str) -> None:
    """She who left comes back to the game that was played."""

    async def scene() -> None:
        ann, bob, table = await two_people(url, takeback=True)
        async with ann.at(table) as first, bob.at(table) as second:
            while first.state["ask"] != "turn":
                if second.state["ask"] == "turn":
                    await act(second)
                await first.receive()
            await act(first)
            await bob.post(f"/tables/{table}/leave")
            await ann.post(f"/tables/{table}/seats/1/bot", {"level": "greedy"})
            await first.event("handed")
            answer = await first.ask("takeback")
            assert answer["key"] == "takeback.away"
            assert not first.state["may_takeback"]

    run(scene())


def test_a_rematch_says_who_is_awaited(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, BOT, rounds=1)
        async with ann.at(table) as first, bob.at(table) as second:
            await asyncio.gather(*(play_to_the_end(each, random.Random(2)) for each in (first, second)))
        made = (await ann.post(f"/tables/{table}/rematch"))["table"]
        for seats in (
            (await ann.get(f"/tables/{made}/state"))["seats"],
            (await ann.get(f"/tables/{made}"))["summary"]["seats"],
        ):
            assert [(seat["kind"], seat["awaited"]) for seat in seats] == [("person", ""), ("open", "Bob"), ("bot", "")]
        stranger = Guest(url)
        await stranger.post(f"/tables/{made}/sit", {"seat": 1}, 409)
        whose = [(await each.get(f"/tables/{made}"))["you"]["awaited"] for each in (ann, bob, stranger)]
        assert whose == ["", "Bob", ""]
        await bob.post(f"/tables/{made}/sit", {"seat": 1})
        assert {seat["awaited"] for seat in (await ann.get(f"/tables/{made}/state"))["seats"]} == {""}

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


def test_a_new_name_is_told_at_the_table(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            await bob.put("/me", {"name": "Ann"})
            assert (await first.event("named"))["words"] == ["Bob is now called Ann 2"]

    run(scene())


# --- what can be chosen ---------------------------------------------------------------------------


def test_options_rules_and_cards_without_a_table(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        options = await ann.get("/options")
        assert {"beginner", "careful", "strong"} <= {level["name"] for level in options["levels"]}
        assert [each["name"] for each in options["presets"]][:2] == ["standard", "tournament"]
        assert all("{" not in value["words"] for choice in options["choices"] for value in choice["values"])
        text = (await ann.get("/rules?preset=standard&players=3&rule=courts=wild&rule=bets=none"))["markdown"]
        assert "Changed from the preset: what court cards stand for, amounts of bets." in text
        assert (await ann.get("/rules?rule=courts", 422))["words"].startswith("write a rule as option=value")
        described = await ann.post("/describe", {"cards": "3r J Q", "on": "1x3:4"})
        assert described["words"] == "run 3-4-5"
        assert (await ann.post("/describe", {"cards": "3b"}, 422))["code"] == "notation"

    run(scene())
