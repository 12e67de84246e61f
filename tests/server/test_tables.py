"""The life of a table: sitting down, playing, watching, leaving, coming back, playing again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

from haggis.rules import Cards, Deal, record
from haggis.rules.fair import commitment

from .guests import BOT, ME, OPEN, Connection, Guest, chosen_action, play_to_the_end
from .house import House


def run(scene: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(90):
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


# --- sitting down -------------------------------------------------------------------------------


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


# --- playing ------------------------------------------------------------------------------------


def test_a_bet_out_of_turn(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            waiting = second if first.state["ask"] == "turn" else first
            assert waiting.state["ask"] == "wait"
            assert (await waiting.ask("bet", amount=20))["words"] == "a bet is 0, 15 or 30 points, not 20"
            assert (await waiting.ask("bet", amount=15))["type"] == "ok"
            assert waiting.state["bets"][waiting.state["seat"]] == 15
            assert waiting.state["may_bet"] == []
            assert (await waiting.ask("bet", amount=30))["code"] == "illegal"

    run(scene())


def test_an_ambiguous_play_is_answered_with_its_readings(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, preset="standard", options={"bets": []})
        async with ann.at(table) as connection:
            await until_asked(connection)
            number = connection.state["hand"].split()[0]
            cards = f"{number} J Q"
            answer = await connection.ask("play", cards=cards)
            if connection.state["on"] is None or "can be" in answer["words"]:
                assert answer["code"] == "ambiguous"
                assert {"three", "run"} <= {reading["words"].split()[0] for reading in answer["readings"]}
            described = await connection.ask("describe", cards=cards)
            assert len(described["readings"]) >= 2
            rest = await ann.post(f"/tables/{table}/describe", {"cards": cards})
            assert rest == {name: value for name, value in described.items() if name not in ("type", "id")}

    run(scene())


def test_describe_says_what_cards_are_and_whether_they_beat_the_table(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            leader, other = (first, second) if first.state["ask"] == "turn" else (second, first)
            lowest = leader.state["hand"].split()[0]
            leads = await leader.ask("describe", cards=lowest)
            assert (leads["playable"], leads["words"][-7:]) == (True, ": leads")
            waits = await other.ask("describe", cards="K")
            assert (waits["playable"], waits["why"]) == (False, f"it is {leader_name(leader)}'s turn")
            nothing = await leader.ask("describe", cards=" ".join(leader.state["hand"].split()[:10]))
            assert nothing["readings"] == []
            assert "is not a combination" in nothing["why"]
            assert (await leader.ask("describe", cards=""))["why"] == "choose some cards"
            await leader.ask("play", cards="K")
            await until_asked(other)
            low = await other.ask("describe", cards="J")
            assert (low["playable"], low["words"]) == (False, "single J")
            assert low["why"] == "a single must beat the single K; the single J does not"
            bomb = await other.ask("describe", cards="J Q")
            assert (bomb["playable"], bomb["words"]) == (True, "bomb J-Q: beats the table")
            assert (await leader.ask("describe", cards="K"))["words"] == "you don't hold K"

    def leader_name(connection: Connection) -> str:
        return str(connection.state["seats"][connection.state["seat"]]["name"])

    run(scene())


def test_the_legal_plays_are_sent_with_their_words(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await until_asked(connection)
            legal = connection.state["legal"]
            assert legal["plays"].keys() == legal["words"].keys()
            for reading, plays in list(legal["plays"].items())[:20]:
                described = await connection.ask("describe", cards=plays[0])
                assert described["playable"]
                assert reading in [each["reading"] for each in described["readings"] if each["beats"]]
                assert described["cards"] == plays[0]

    run(scene())


def test_take_back_against_bots_only(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await until_asked(connection)
            before = connection.state
            assert not before["may_takeback"] or before["seq"] > 6
            await act(connection)
            while connection.state["ask"] != "turn":
                await connection.receive()
            assert connection.state["may_takeback"]
            assert (await connection.ask("takeback"))["type"] == "ok"
            assert connection.state["hand"] == before["hand"]
            assert connection.state["trick"] == before["trick"]
            await play_to_the_end_of_round(connection)
            assert (await connection.ask("takeback"))["words"] == "the round is over: nothing can be taken back"

        ann, _, table = await two_people(url, takeback=True)
        async with ann.at(table) as connection:
            refusal = await connection.ask("takeback")
            assert refusal["words"] == "you can take back only when all the others are bots"

    run(scene())


async def play_to_the_end_of_round(connection: Connection) -> None:
    while connection.state["sheet"] is None:
        if chosen_action(connection.state | {"may_bet": []}, random.Random(1)) is None:
            await connection.receive()
        else:
            await act(connection)


def test_hints_where_the_table_allows_them(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await until_asked(connection)
            hint = await connection.ask("hint")
            points = [action["points"] for action in hint["actions"] if action["type"] != "bet"]
            assert 1 <= len(points) <= 5
            assert all(isinstance(each, float) for each in points)
            best = {name: value for name, value in hint["actions"][0].items() if name not in ("words", "points")}
            assert (await connection.ask(**{"type_": best.pop("type")} | best))["type"] == "ok"
        ann, bob, table = await two_people(url)
        for guest in (ann, bob):
            refusal = await guest.post(f"/tables/{table}/hint", status=409)
            assert refusal["words"] == "this table plays without hints"

    run(scene())


def test_the_next_round_waits_for_every_person(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=2)
        async with ann.at(table) as first, bob.at(table) as second:
            assert (await first.ask("next"))["words"] == "the round is not over yet"
            await asyncio.gather(play_to_the_end_of_round(first), play_to_the_end_of_round(second))
            sheet = first.state["sheet"]
            assert sheet["totals"] == [score["total"] for score in sheet["scores"]]
            for seat, score in enumerate(sheet["scores"]):
                assert score["total"] == sum(line["points"] for line in sheet["lines"] if line["seat"] == seat)
            assert await first.ask("next") | {"id": 0, "seq": 0} == {"type": "ok", "id": 0, "seq": 0, "again": False}
            assert first.state["ready"] == [0]
            assert (await first.ask("next"))["code"] == "not-now"
            await second.ask("next")
            await first.until(round=2, sheet=None)

    run(scene())


def test_a_whole_game_its_record_and_its_statistics(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, BOT, rounds=3)
        async with ann.at(table) as first, bob.at(table) as second:
            await asyncio.gather(
                *(play_to_the_end(each, random.Random(place)) for place, each in enumerate((first, second)))
            )
            written = await ann.get(f"/tables/{table}/record")
            game = record.read(written)
            assert list(game.totals) == first.state["totals"] == first.state["history"][-1]
            assert game.winner == first.state["winner"]
            assert first.events[-1]["then"][-1]["kind"] == "won"
        promised = [event["commitment"] for event in first.events if event["kind"] == "dealt"]
        for sheet, promise in zip((await bob.get(f"/tables/{table}/rounds"))["rounds"], promised, strict=True):
            deal = Deal(sheet["dealer"], sheet["lead"], tuple(map(Cards, sheet["dealt"])), Cards(sheet["haggis"]))
            assert commitment(deal, sheet["salt"]) == promise
        games = (await ann.get("/me/games"))["games"]
        assert [(each["table"], each["seat"], each["totals"]) for each in games] == [(table, 0, list(game.totals))]
        numbers = await ann.get("/me/statistics")
        assert (numbers["games"], numbers["points"], numbers["rounds"]) == (1, game.totals[0], len(game.finished))
        assert numbers["won"] == (game.winner == 0)
        assert numbers["by_players"].keys() == {"3"}
        assert (await Guest(url).get("/me/statistics"))["points_a_round"] is None

    run(scene())


# --- watching, reconnecting ---------------------------------------------------------------------


def test_a_spectator_sees_what_is_public_and_touches_nothing(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with Guest(url).at(table) as watcher, ann.at(table) as first, bob.at(table) as second:
            assert (watcher.state["seat"], watcher.state["ask"], watcher.state["hand"]) == (None, "watch", None)
            assert watcher.state["legal"] is None
            for type_ in ("pass", "next", "takeback", "hint"):
                answer = await watcher.ask(type_)
                assert answer["code"] == "not-yours"
                assert answer["words"] == "you don't sit at this table: you can only watch"
            asked = first if first.state["ask"] == "turn" else second
            await act(asked)
            await watcher.until(seq=asked.state["seq"])
            assert watcher.state["trick"] == asked.state["trick"]

    run(scene())


def test_after_a_reconnect_only_what_was_missed(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            seen = first.state["seq"]
        async with bob.at(table) as second:
            if second.state["ask"] == "turn":
                await act(second)
            else:
                await second.ask("bet", amount=15)
            latest = second.state["seq"]
        async with ann.at(table, seen) as again:
            assert [event["seq"] for event in again.welcome["events"]] == list(range(seen + 1, latest + 1))
            assert again.state["seq"] == latest
        async with ann.at(table, latest) as again:
            assert again.welcome["events"] == []

    run(scene())


def test_presence_tells_who_is_here(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            await first.hear("presence")
            assert [seat["here"] for seat in first.presence["seats"]] == [True, False]
            async with bob.at(table), Guest(url).at(table):
                while first.presence["watchers"] != 1:
                    await first.receive()
                assert [seat["here"] for seat in first.presence["seats"]] == [True, True]
            while first.presence["watchers"] or first.presence["seats"][1]["here"]:
                await first.receive()

    run(scene())


# --- leaving and returning ----------------------------------------------------------------------


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


def test_a_new_name_is_told_at_the_table(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first:
            await bob.put("/me", {"name": "Ann"})
            assert (await first.event("named"))["words"] == ["Bob is now called Ann 2"]

    run(scene())


# --- clocks -------------------------------------------------------------------------------------


def test_the_clocks_act_for_those_who_don_t(build: Callable[..., House]) -> None:
    """The move clock leads low and passes for silent people, and says so; the next round comes without them."""
    url = build(next_seconds=0.3).url

    async def scene() -> None:
        ann, bob, table = await two_people(url, move_seconds=5, rounds=2)
        async with ann.at(table) as first, bob.at(table) as second:
            asked = first if first.state["ask"] == "turn" else second
            assert 0 < asked.state["deadline"] - asked.state["now"] <= 5000
            silent, other = asked.state["seat"], 1 - asked.state["seat"]
            lowest = asked.state["hand"].split()[0]
            names = [seat["name"] for seat in asked.state["seats"]]
            await asked.until(passed=[], turn=other)
            await asked.until(trick=[], turn=silent)
            led, passed = (event for event in asked.events if event["kind"] == "action")
            assert (led["seat"], led["by"], led["type"]) == (silent, "clock", "play")
            assert led["cards"][0] == lowest[0]  # its rank
            assert led["words"][1:] == [f"{names[silent]}'s time ran out"]
            assert (passed["seat"], passed["by"], passed["type"]) == (other, "clock", "pass")
            assert passed["words"][:2] == [f"{names[other]} passes", f"{names[other]}'s time ran out"]
            await asyncio.gather(play_to_the_end_of_round(first), play_to_the_end_of_round(second))
            assert first.state["next_deadline"] is not None
            await first.until(round=2)

    run(scene())


def test_bots_pace_themselves(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, BOT, pace=0.2)
        async with ann.at(table) as connection:
            await until_asked(connection)
            await act(connection)
            acted = connection.events[-1]["at"]
            while (latest := connection.events[-1])["at"] == acted or latest["kind"] != "action":
                await connection.receive()
            assert latest["by"] == "bot"
            assert latest["at"] - acted >= 0.7 * 200

    run(scene())


# --- what can be chosen -------------------------------------------------------------------------


def test_options_rules_and_cards_without_a_table(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        options = await ann.get("/options")
        assert {"random", "greedy"} <= {level["name"] for level in options["levels"]}
        assert [each["name"] for each in options["presets"]][:2] == ["standard", "tournament"]
        assert all("{" not in value["words"] for choice in options["choices"] for value in choice["values"])
        text = (await ann.get("/rules?preset=standard&players=3&rule=courts=wild&rule=bets=none"))["markdown"]
        assert "Changed from the preset: courts `wild`, bets `none`." in text
        assert (await ann.get("/rules?rule=courts", 422))["words"].startswith("write a rule as option=value")
        described = await ann.post("/describe", {"cards": "3r J Q", "on": "1x3:4"})
        assert described["words"] == "run 3-4-5: beats the table"
        assert (await ann.post("/describe", {"cards": "3b"}, 422))["code"] == "notation"

    run(scene())
