"""Actions sent twice, and actions sent at the same moment."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from .guests import BOT, ME, Connection, Guest, chosen_action
from .scenes import run, two_people, until_asked


def plays_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "play", "seq": state["seq"], "cards": cards, "reading": reading}
        for reading, all_cards in state["legal"]["plays"].items()
        for cards in all_cards
    ]


async def answers(connection: Connection, wanted: set[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) < len(wanted):
        message = await connection.receive()
        if message.get("id") in wanted:
            found.append(message)
    return found


def test_sent_twice_applied_once(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            asked, guest = (first, ann) if first.state["ask"] == "turn" else (second, bob)
            play = plays_of(asked.state)[0] | {"id": "the-same"}
            before = asked.state["seq"]
            await asked.send(play)
            await asked.send(play)
            one, two = [await asked.hear("ok"), await asked.hear("ok")]
            assert (one["seq"], one["again"]) == (before + 1, False)
            assert (two["seq"], two["again"]) == (before + 1, True)
            assert await guest.post(f"/tables/{table}/actions", play) == {"seq": before + 1, "again": True}
            assert asked.state["seq"] == before + 1

    run(scene())


def test_the_same_id_of_another_seat_is_another_action(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        seq = (await ann.get(f"/tables/{table}/state"))["seq"]
        bet = {"type": "bet", "id": "mine", "seq": seq, "amount": 0}
        assert not (await ann.post(f"/tables/{table}/actions", bet))["again"]
        assert not (await bob.post(f"/tables/{table}/actions", bet))["again"]
        assert (await bob.post(f"/tables/{table}/actions", bet))["again"]

    run(scene())


def test_two_at_once_one_wins_and_the_other_gets_the_reason(url: str) -> None:
    """The same seat from two browsers, different plays, at the same moment: again and again."""

    async def scene() -> None:
        ann, bob, table = await two_people(url, rounds=2)
        for number in range(12):
            async with ann.at(table) as first, ann.at(table) as twin, bob.at(table) as other:
                if first.state["ask"] == "turn":
                    await race(first, twin, number)
                elif (action := chosen_action(other.state | {"may_bet": []}, random.Random(number))) is not None:
                    await other.ask(**{"type_": action.pop("type")} | action)

    async def race(first: Connection, twin: Connection, number: int) -> None:
        plays = plays_of(first.state)
        wishes = [plays[0], plays[-1]] if len(plays) > 1 else [{"type": "pass", "seq": first.state["seq"]}] * 2
        before = first.state["seq"]
        await asyncio.gather(
            first.send(wishes[0] | {"id": f"{number}-a"}), twin.send(wishes[1] | {"id": f"{number}-b"})
        )
        (one,), (two,) = await asyncio.gather(answers(first, {f"{number}-a"}), answers(twin, {f"{number}-b"}))
        winner, loser = sorted((one, two), key=lambda answer: str(answer["type"] != "ok"))
        assert winner["type"] == "ok"
        assert winner["seq"] == before + 1
        assert loser["type"] == "error"
        assert loser["code"] in ("illegal", "not-now")
        assert loser["words"]

    run(scene())


def test_what_was_meant_for_an_earlier_decision_is_refused(url: str) -> None:
    """A pass that comes late, under its old id or a new one, is no pass in the next trick; nor is a late `next`."""

    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            leader, other = (first, second) if first.state["ask"] == "turn" else (second, first)
            seen = leader.state["seq"]
            low = min(plays_of(leader.state), key=lambda play: play["reading"])
            assert (await leader.ask("play", cards=low["cards"], reading=low["reading"]))["type"] == "ok"
            await other.until(ask="turn")
            assert (await other.ask("pass"))["type"] == "ok"
            await leader.until(ask="turn")
            held = leader.state["hand"]
            again = plays_of(leader.state)[0]
            for late in (seen, seen + 1):
                answer = await leader.ask("play", seq=late, cards=again["cards"], reading=again["reading"])
                assert (answer["code"], answer["key"]) == ("not-now", "table.moved-on")
            assert (await leader.ask("takeback", seq=seen))["key"] == "table.moved-on"
            assert (await leader.ask("next", seq=seen))["key"] == "table.moved-on"
            assert (await leader.ask("bet", seq=seen, amount=15))["key"] == "table.moved-on"
            assert leader.state["hand"] == held
            assert (await leader.ask("play", cards=again["cards"], reading=again["reading"]))["type"] == "ok"

    run(scene())


def test_what_names_a_moment_that_has_not_come_is_refused(url: str) -> None:
    """It would count whenever it came; nor is it of this ledger, if that was put back from a backup."""

    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            leader = first if first.state["ask"] == "turn" else second
            play, seen = plays_of(leader.state)[0], leader.state["seq"]
            for seq in (seen + 1, 2**31):
                answer = await leader.ask("play", seq=seq, cards=play["cards"], reading=play["reading"])
                assert (answer["code"], answer["key"]) == ("not-now", "table.not-yet")
                assert (await leader.ask("bet", seq=seq, amount=15))["key"] == "table.not-yet"
            assert leader.state["seq"] == seen

    run(scene())


def test_a_bet_or_a_name_in_between_does_no_harm(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            leader, other, guest = (first, second, bob) if first.state["ask"] == "turn" else (second, first, ann)
            play = plays_of(leader.state)[0]
            await other.ask("bet", amount=15)
            await guest.put("/me", {"name": "Cleo"})
            await leader.hear("update")
            answer = await leader.ask("play", seq=play["seq"], cards=play["cards"], reading=play["reading"])
            assert answer["type"] == "ok"

    run(scene())


def test_two_want_the_last_seat(url: str) -> None:
    async def scene() -> None:
        host = Guest(url)
        guests = [Guest(url) for _ in range(5)]
        for guest in guests:
            await guest.get("/me")
        table = await host.make_table(ME, {"kind": "open"})
        answers = await asyncio.gather(*(guest.http.post(f"/api/tables/{table}/sit", json={}) for guest in guests))
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
        assert all(answer.json()["words"] for answer in answers if answer.status_code == 409)

    run(scene())


def test_acting_while_the_bot_thinks(url: str) -> None:
    """A bet and a take-back in the bot's pause: the bot looks again and the game goes on."""

    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, pace=0.15)
        async with ann.at(table) as connection:
            await until_asked(connection)
            hand = connection.state["hand"]
            play = plays_of(connection.state)[-1]
            await connection.ask("play", cards=play["cards"], reading=play["reading"])
            assert (await connection.ask("takeback"))["type"] == "ok"
            assert connection.state["hand"] == hand
            assert (await connection.ask("play", cards=play["cards"], reading=play["reading"]))["type"] == "ok"
            await until_asked(connection)

    run(scene())


def test_a_thinking_bot_holds_no_other_table_up(url: str) -> None:
    """While an expert thinks at one table, people at another go on."""

    async def scene() -> None:
        ann = Guest(url)
        slow = await ann.make_table(ME, {"kind": "bot", "level": "expert"})
        _, bob, table = await two_people(url)
        async with ann.at(slow) as thinking, bob.at(table) as other:
            await until_asked(thinking)
            play = plays_of(thinking.state)[-1]
            await thinking.ask("play", cards=play["cards"], reading=play["reading"])
            asked = len(thinking.events)
            await other.ask("bet", amount=15)
            bet_at = other.events[-1]["at"]
            while len(thinking.events) == asked:
                await thinking.receive()
            assert thinking.events[asked]["by"] == "bot"
            assert bet_at < thinking.events[asked]["at"]

    run(scene())
