"""Taking back among people: asked for, agreed to by all of them, or played on."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from haggis.server.tables.events import (
    Acted,
    Claimed,
    Closed,
    Handed,
    Left,
    Named,
    Relinked,
    Replaced,
    Returned,
    TableEvent,
    TakeBackAsked,
    TakeBackRefused,
)
from haggis.server.tables.permissions import may_agree, may_take_back
from haggis.server.tables.table_state import TableState, fold

from .guests import BOT, Connection, Guest
from .scenes import act, run, two_people
from .test_state_view import dealt, seated


@contextlib.asynccontextmanager
async def after_an_action(url: str, *more: dict[str, str]) -> AsyncIterator[tuple[Connection, Connection]]:
    """Two people at a table of which the first has just acted."""
    ann, bob, table = await two_people(url, *more)
    async with ann.at(table) as first, bob.at(table) as second:
        asked, other = await whoever_is_asked(first, second)
        await act(asked)
        yield asked, other


async def whoever_is_asked(first: Connection, second: Connection) -> tuple[Connection, Connection]:
    while "turn" not in (first.state["ask"], second.state["ask"]):
        await first.receive()
        await second.until(seq=first.state["seq"])
    return (first, second) if first.state["ask"] == "turn" else (second, first)


async def ask(asker: Connection, other: Connection) -> None:
    assert asker.state["may_takeback"]
    assert (await asker.ask("takeback"))["type"] == "ok"
    await other.event("takeback_asked")


def test_an_action_is_taken_back_once_the_other_agrees(url: str) -> None:
    async def scene() -> None:
        async with after_an_action(url) as (ann, bob):
            played = ann.state["hand"]
            await ask(ann, bob)
            assert (ann.state["hand"], ann.state["takeback_by"], ann.state["may_agree"]) == (
                played,
                ann.state["seat"],
                False,
            )
            assert (bob.state["takeback_by"], bob.state["may_agree"]) == (ann.state["seat"], True)
            assert (await ann.ask("answer_takeback", agree=True))["key"] == "takeback.not-asked"
            assert (await ann.ask("takeback"))["key"] == "takeback.asked"
            assert (await bob.ask("answer_takeback", agree=True))["type"] == "ok"
            await ann.event("takeback")
            assert ann.state["hand"] != played or ann.state["trick"] == []
            assert (ann.state["ask"], ann.state["takeback_by"]) == ("turn", None)

    run(scene())


def test_who_refuses_is_not_asked_again(url: str) -> None:
    async def scene() -> None:
        async with after_an_action(url) as (ann, bob):
            played = ann.state["hand"]
            await ask(ann, bob)
            assert (await bob.ask("answer_takeback", agree=False))["type"] == "ok"
            await ann.event("takeback_refused")
            assert (ann.state["hand"], ann.state["takeback_by"]) == (played, None)
            assert (await ann.ask("takeback"))["key"] == "takeback.asked"
            assert (await bob.ask("answer_takeback", agree=True))["key"] == "takeback.not-asked"

    run(scene())


def test_to_play_on_is_an_answer(url: str) -> None:
    async def scene() -> None:
        async with after_an_action(url) as (ann, bob):
            await bob.until(ask="turn")
            await ask(ann, bob)
            await act(bob)
            assert not bob.state["may_agree"]
            assert (await bob.ask("answer_takeback", agree=True))["key"] == "takeback.not-asked"

    run(scene())


def test_an_answer_that_was_meant_for_an_earlier_question_is_none(url: str) -> None:
    async def scene() -> None:
        async with after_an_action(url) as (ann, bob):
            before = bob.state["seq"]
            await ask(ann, bob)
            late = await bob.ask("answer_takeback", agree=True, seq=before)
            assert late["key"] == "takeback.not-asked"
            assert bob.state["may_agree"]

    run(scene())


def test_a_bot_at_the_table_is_not_asked_and_does_not_hinder(url: str) -> None:
    async def scene() -> None:
        async with after_an_action(url, BOT) as (ann, bob):
            await ask(ann, bob)
            assert (await bob.ask("answer_takeback", agree=True))["type"] == "ok"
            await ann.event("takeback")
            assert ann.state["takeback_by"] is None

    run(scene())


def test_three_people_must_all_agree(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url, {"kind": "open"})
        cid = Guest(url)
        await cid.put("/me", {"name": "Cid"})
        await cid.post(f"/tables/{table}/sit")
        async with ann.at(table) as first, bob.at(table) as second, cid.at(table) as third:
            everybody = [first, second, third]
            for each in everybody:
                await each.until(status="playing")
            asker = next(each for each in everybody if each.state["ask"] == "turn")
            others = [each for each in everybody if each is not asker]
            await act(asker)
            assert (await asker.ask("takeback"))["type"] == "ok"
            for other in others:
                await other.event("takeback_asked")
            assert (await others[0].ask("answer_takeback", agree=True))["type"] == "ok"
            await others[1].event("takeback_agreed")
            assert [each.state["may_agree"] for each in everybody].count(True) == 1
            assert (await others[1].ask("answer_takeback", agree=True))["type"] == "ok"
            await asker.event("takeback")
            assert asker.state["ask"] == "turn"

    run(scene())


def asked_for(*, refused: bool) -> TableState:
    """Seat 0 asks to take its action back, at a table of two people and a bot."""
    state = dealt(seated(3), random.Random(1))
    while state.round and not any(action.seat == 0 for action in state.round.actions):
        state = fold(state, Acted(action=state.round.legal_actions()[0], by="player"), 0)
    state = replace(state, plan=state.plan.model_copy(update={"takeback": True}))
    assert may_take_back(state, 0)
    state = fold(state, TakeBackAsked(seat=0, actions=0), 0)
    return fold(state, TakeBackRefused(seat=1), 0) if refused else state


IN_BETWEEN: list[TableEvent] = [
    Named(seat=0, name="Else"),
    Relinked(seat=0, player="p0"),
    Claimed(seat=0, player="phone"),
    Named(seat=1, name="Else"),
]


@pytest.mark.parametrize("event", IN_BETWEEN)
def test_a_new_name_or_link_is_no_answer_and_no_way_to_ask_again(event: TableEvent) -> None:
    assert may_agree(fold(asked_for(refused=False), event, 0), 1)
    assert not may_take_back(fold(asked_for(refused=True), event, 0), 0)


def test_neither_is_leaving_and_coming_back_a_way_to_ask_again() -> None:
    state = asked_for(refused=True)
    for event in (Left(seat=0), Returned(seat=0, name="Ann")):
        state = fold(state, event, 0)
    assert not may_take_back(state, 0)


@pytest.mark.parametrize(
    "event",
    [
        Left(seat=1),
        Handed(seat=1, level="greedy", name="Hamish", by=0),
        Replaced(seat=1, level="greedy", name="Hamish", by=0),
        Closed(),
    ],
)
def test_a_wish_ends_when_somebody_goes_and_with_the_table(event: TableEvent) -> None:
    after = fold(asked_for(refused=False), event, 0)
    assert after.wish is None


def test_who_plays_with_bots_alone_asks_nobody_whatever_was_refused() -> None:
    state = fold(asked_for(refused=True), Replaced(seat=1, level="greedy", name="Hamish", by=1), 0)
    assert may_take_back(state, 0)
