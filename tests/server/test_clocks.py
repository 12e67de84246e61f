"""Time at the table: the move clock, the next round that comes by itself, the pace of bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .guests import BOT, ME, Guest
from .house import House
from .scenes import act, play_to_the_end_of_round, run, two_people, until_asked


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
