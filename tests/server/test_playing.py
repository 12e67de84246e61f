"""Playing at a table: bets, readings, hints, take-back, rounds, whole games, and clocks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from haggis.rules import Cards, Deal, record
from haggis.rules.fair import commitment
from haggis.server.tables.thinkers import Thinkers
from haggis.server.wire.hints import hint_view
from haggis.study.replay import replay_game
from tests.study.games import one_round

from .guests import BOT, ME, Connection, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import act, play_to_the_end_of_round, run, two_people, until_asked


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
            assert (leads["playable"], leads["words"]) == (True, f"single {lowest[0]}")
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
            assert (bomb["playable"], bomb["words"]) == (True, "bomb J-Q")
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


def test_take_back_against_bots(url: str) -> None:
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

    run(scene())


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


def test_a_hint_says_why() -> None:
    thinkers = Thinkers(1)
    last = replay_game(one_round()).moments[-2]
    view = last.view(last.state.turn)
    try:
        told = hint_view(asyncio.run(thinkers.advise(view)), view)
    finally:
        thinkers.stop()
    assert told["reasons"][0]["words"].startswith("It goes out, for ")
    assert told["reasons"][0]["sentence"]["key"] == "reason.goes-out"


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


# --- clocks ---------------------------------------------------------------------------------------


def test_the_clocks_act_for_those_who_don_t(build: Callable[..., RunningServer]) -> None:
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
