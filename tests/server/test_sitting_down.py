"""Sitting down at a table, alone, by link or from the lobby, and getting up before the game."""

from __future__ import annotations

from .guests import BOT, ME, OPEN, Guest
from .scenes import run, two_people


def test_one_request_and_you_play_against_the_computer(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        me = await ann.put("/me", {"name": "  Ann  of the  Isles "})
        assert me["name"] == "Ann of the Isles"
        assert await ann.get("/me") == me
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            you = {"seat": 0, "host": True, "player": me["id"], "name": "Ann of the Isles"}
            assert connection.welcome["you"] == you
            assert connection.state["status"] == "playing"
            assert len(connection.state["hand"].split()) <= 17
            assert connection.events[0]["kind"] == "dealt"
            assert connection.state["seats"][1]["name"] == "Greedy"
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


def test_a_new_name_is_told_at_the_table(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            await bob.put("/me", {"name": "Ann"})
            assert (await first.event("named"))["words"] == ["Bob is now called Ann 2"]

    run(scene())
