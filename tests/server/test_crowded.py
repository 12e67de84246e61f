"""Tables where much happens: a ledger stays bounded, and whoever crowds it takes nothing from the others."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from haggis.server.errors import NotNow
from haggis.server.limits import MOST_EVENTS_A_ROUND, MOST_LINKS, MOST_MOVES, MOST_NAMINGS, OWNERS_LINKS
from haggis.server.tables.events import (
    Claimed,
)
from haggis.server.tables.seat_commands import RenewLink
from haggis.server.tables.table_state import fold

from .guests import BOT, ME, OPEN, Guest, chosen_action
from .running_server import RunningServer
from .scenes import run, two_people, until_asked
from .test_state_view import dealt, seated

Build = Callable[..., RunningServer]


def test_bets_and_take_backs_can_t_grow_it_without_end(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, rounds=1)
        async with ann.at(table) as connection:
            await until_asked(connection)
            answer = {"type": "ok"}
            while answer["type"] == "ok":
                await connection.ask("bet", amount=0)
                answer = await connection.ask("takeback")
            assert answer["key"] == "table.crowded"
            assert not connection.state["may_takeback"]
            assert connection.state["seq"] < MOST_EVENTS_A_ROUND + 20
            while connection.state["status"] != "over":
                action = chosen_action(connection.state, random.Random(1))
                await (connection.ask(action.pop("type"), **action) if action else connection.receive())

    run(scene())


def test_neither_can_leaving_and_coming_back_or_new_names(url: str) -> None:
    async def scene() -> None:
        ann, _, table = await two_people(url)
        for number in range(MOST_EVENTS_A_ROUND):
            answer = await ann.http.post(f"/api/tables/{table}/leave", json={})
            if answer.status_code == 409:
                break
            await ann.post(f"/tables/{table}/sit")
            await ann.put("/me", {"name": f"Ann {number}"})
        assert answer.json()["key"] == "table.crowded"
        await ann.put("/me", {"name": "Somebody else"})
        assert (await ann.get(f"/tables/{table}/state"))["seq"] < MOST_MOVES + 40

    run(scene())


def test_who_crowds_her_own_seat_takes_nothing_from_others(url: str) -> None:
    """New names, a link made anew, going and coming: each seat has its own measure of them."""

    async def scene() -> None:
        ann, bob, table = await two_people(url)
        for number in range(MOST_EVENTS_A_ROUND + 20):
            await bob.put("/me", {"name": f"Bob {number}"})
        assert (await ann.get(f"/tables/{table}/state"))["seq"] < 2 * MOST_NAMINGS + 20
        for _ in range(MOST_LINKS):
            await bob.post(f"/tables/{table}/link")
        for _ in range(OWNERS_LINKS):
            answer = await bob.http.post(f"/api/tables/{table}/link", json={})
            if answer.status_code == 409:
                break
        assert answer.json()["key"] == "table.crowded"
        await ann.post(f"/tables/{table}/link")
        await ann.post(f"/tables/{table}/leave")
        await ann.post(f"/tables/{table}/sit")

    run(scene())


def test_a_guest_takes_nothing_from_the_host_before_the_game(url: str) -> None:
    async def scene() -> None:
        ann, bob = Guest(url), Guest(url)
        table = await ann.make_table(ME, OPEN, OPEN)
        for _ in range(MOST_EVENTS_A_ROUND):
            answer = await bob.http.post(f"/api/tables/{table}/sit", json={"seat": 1})
            if answer.status_code == 409:
                break
            await bob.post(f"/tables/{table}/leave")
        assert answer.json()["key"] == "table.crowded-early"
        assert (await ann.get(f"/tables/{table}/state"))["seq"] < MOST_EVENTS_A_ROUND + 20
        await ann.post(f"/tables/{table}/swap", {"seats": [0, 1]})
        for _ in range(3):
            await ann.post(f"/tables/{table}/seats/2/bot", {"level": "greedy"})
            await ann.post(f"/tables/{table}/seats/2/remove")
        await ann.post(f"/tables/{table}/link")
        await ann.post(f"/tables/{table}/leave")

    run(scene())


def test_who_has_stolen_a_link_can_t_keep_its_owner_from_making_it_anew() -> None:
    state = dealt(seated(2), random.Random(1))
    state = fold(state, Claimed(seat=0, player="thief"), 0)
    thief, owner = RenewLink("thief"), RenewLink("p0")
    while state.seats[0].changes < MOST_LINKS:
        (event,) = thief.events(state)
        state = fold(state, event, 0)
    with pytest.raises(NotNow, match="too much has happened"):
        thief.events(state)
    (event,) = owner.events(state)
    state = fold(state, event, 0)
    assert state.seat_of("thief") is None


def test_neither_can_the_host_by_swapping_seats(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, OPEN, BOT)
        for _ in range(MOST_EVENTS_A_ROUND + 20):
            answer = await ann.http.post(f"/api/tables/{table}/swap", json={"seats": [1, 2]})
            if answer.status_code == 409:
                break
        assert answer.json()["key"] == "table.crowded-early"
        seats = (await ann.get(f"/tables/{table}"))["summary"]["seats"]
        (bot,) = (number for number, seat in enumerate(seats) if seat["kind"] == "bot")
        await ann.post(f"/tables/{table}/seats/{bot}/remove")
        refused = await ann.post(f"/tables/{table}/seats/{bot}/bot", {"level": "greedy"}, 409)
        assert refused["key"] == "table.crowded-early"
        for _ in range(2):
            await Guest(url).post(f"/tables/{table}/sit")
        assert (await ann.get(f"/tables/{table}"))["summary"]["status"] == "playing"

    run(scene())


def test_neither_can_seats_that_go_to_bots_and_back(build: Build) -> None:
    server = build(away_seconds=0)

    async def scene() -> None:
        ann, bob, table = await two_people(server.url)
        turn = (await ann.get(f"/tables/{table}/state"))["turn"]
        seat, waiting, away = (1, ann, bob) if turn == 0 else (0, bob, ann)
        for _ in range(MOST_EVENTS_A_ROUND):
            await waiting.post(f"/tables/{table}/seats/{seat}/bot", {"level": "greedy"})
            answer = await away.http.post(f"/api/tables/{table}/sit", json={})
            if answer.status_code == 409:
                break
        assert answer.json()["key"] == "table.crowded-return"
        await waiting.post(f"/tables/{table}/seats/{seat}/bot", {"level": "greedy"}, 409)
        assert (await waiting.get(f"/tables/{table}/state"))["seq"] < MOST_EVENTS_A_ROUND + 20

    run(scene())
