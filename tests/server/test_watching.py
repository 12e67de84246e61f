"""Watching a table, coming back to it, and seeing who is here."""

from __future__ import annotations

from .guests import Guest
from .scenes import act, run, two_people


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
