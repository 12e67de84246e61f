"""Two nodes behind a balancer that leads each request to any of them, while their notices get lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from haggis.server.wire.client_messages import is_ahead, read_message
from haggis.shuffle.derivation import new_number, share_commitment

from .backends import RedisServer
from .conftest import Cluster
from .guests import IDS, ME, OPEN, Connection, Guest, Message, chosen_action
from .racing import at_two_nodes
from .scenes import run
from .test_state_view import seated

LONG = 120
TURNS = 4


@pytest.fixture
def apart(cluster: Cluster, redis_server: RedisServer) -> Iterator[tuple[str, str]]:
    """Nodes that never hear a notice of each other, and don't know it: each has a Redis of its own."""
    other = RedisServer()
    other.start()
    first, second = cluster(redis_server.url, other.url, poll_seconds=60)
    yield first.url, second.url
    other.close()


def test_who_sat_down_at_another_node_has_her_seat_on_an_open_connection(apart: tuple[str, str]) -> None:
    here, elsewhere = apart

    async def scene() -> None:
        ann, bob = Guest(here), Guest(here)
        await bob.get("/me")
        table = await ann.make_table(ME, OPEN)
        async with bob.at(table) as connection:
            assert (await connection.ask("react", reaction="clap"))["key"] == "table.only-watch"
            await bob.by(elsewhere).post(f"/tables/{table}/sit")
            assert (await connection.ask("react", reaction="clap"))["type"] == "ok"

    run(scene(), LONG)


def test_an_action_on_what_was_read_at_another_node_counts_on_an_open_connection(apart: tuple[str, str]) -> None:
    here, elsewhere = apart

    async def scene() -> None:
        ann, bob, table = await at_two_nodes([here, here])
        async with ann.at(table) as first, bob.at(table) as second:
            for turn in range(TURNS):
                guest, connection, action = await asked(table, (ann.by(elsewhere), first), (bob.by(elsewhere), second))
                if turn % 2:
                    assert (await connection.ask(**action))["type"] == "ok"
                else:
                    await guest.post(
                        f"/tables/{table}/actions", {"id": next(IDS), "type": action.pop("type_")} | action
                    )

    run(scene(), LONG)


async def asked(table: str, *players: tuple[Guest, Connection]) -> tuple[Guest, Connection, Message]:
    """Whose turn it is as the other node knows it, and what she does."""
    for guest, connection in players:
        state = await guest.get(f"/tables/{table}/state")
        action = chosen_action(state | {"may_bet": []}, random.Random(1))
        if action:
            return guest, connection, {"type_": action.pop("type")} | action
    raise AssertionError("nobody is asked")


def test_a_share_is_taken_on_an_open_connection_once_the_last_seat_was_taken_elsewhere(apart: tuple[str, str]) -> None:
    here, elsewhere = apart

    async def scene() -> None:
        ann, bob, share = Guest(here), Guest(elsewhere), new_number()
        table = await ann.make_table(ME | {"share": share_commitment(share)}, OPEN)
        async with ann.at(table) as connection:
            await bob.post(f"/tables/{table}/sit")
            assert (await connection.ask("share", share=share))["type"] == "ok"

    run(scene(), LONG)


def test_a_message_about_what_is_known_here_is_judged_without_another_look() -> None:
    state = seated(2)

    def ahead(player: str, **fields: object) -> bool:
        return is_ahead(read_message(json.dumps({"id": "a"} | fields)), state, player)

    assert not ahead("p0", type="pass", seq=state.seq)
    assert ahead("p0", type="pass", seq=state.seq + 1)
    assert ahead("spectator", type="pass", seq=state.seq)
    assert not ahead("spectator", type="ping")
