"""Deals made of everybody's shares: the order of promises and shares, who is late, what is told and what is not."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from haggis.rules import record as records
from haggis.shuffle.derivation import new_number, share_commitment
from haggis.shuffle.proof import Proof, Witness, check

from .guests import BOT, ME, OPEN, Connection, Guest, chosen_action
from .running_server import RunningServer
from .scenes import play_to_the_end_of_round, run, two_people

NUMBER = re.compile(r"[0-9a-f]{64}")


class Sharer:
    """Somebody whose browser adds a share."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.share = new_number()
        self.promise = {"share": share_commitment(self.share)}


async def sharing_pair(url: str, *more: dict[str, str], **wishes: object) -> tuple[Sharer, Sharer, str]:
    """Ann and Bob at a table, both with a share promised; nothing is dealt yet."""
    ann, bob = Sharer(Guest(url)), Sharer(Guest(url))
    await ann.guest.put("/me", {"name": "Ann"})
    await bob.guest.put("/me", {"name": "Bob"})
    table = await ann.guest.make_table(ME | ann.promise, OPEN, *more, **wishes)
    await bob.guest.post(f"/tables/{table}/sit", bob.promise)
    return ann, bob, table


async def give(connection: Connection, sharer: Sharer) -> dict[str, Any]:
    return await connection.ask("share", share=sharer.share)


def test_a_deal_is_made_of_shares_that_were_promised_before_the_secret_was_known(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await sharing_pair(url, rounds=1)
        async with ann.guest.at(table) as at_ann, bob.guest.at(table) as at_bob:
            waiting = at_ann.state["shuffle"]
            assert (at_ann.state["round"], waiting["gathering"]) == (0, True)
            assert waiting["commitments"] == [ann.promise["share"], bob.promise["share"]]
            assert NUMBER.fullmatch(waiting["commitment"])
            assert (await give(at_ann, ann))["type"] == "ok"
            assert at_ann.state["round"] == 0
            assert at_ann.state["shuffle"]["shares"] == [None, None], "nobody's share is told while others may wait"
            await give(at_bob, bob)
            assert (await give(at_bob, bob))["type"] == "ok", "sent again, it does no harm"
            await at_ann.until(round=1)
            assert at_ann.state["shuffle"] is None
            await play_both(at_ann, at_bob)
            told = at_ann.state["shuffle"]
            assert told["shares"] == [ann.share, bob.share]
            assert (told["commitment"], told["gathering"]) == (waiting["commitment"], False)
        written = await ann.guest.get(f"/tables/{table}/record")
        records.read(written)
        assert check(written, Witness(bob.share, waiting["commitment"])) == Proof((0, 1), ())

    run(scene())


async def play_both(*connections: Connection) -> None:
    while connections[0].state["sheet"] is None:
        for connection in connections:
            action = chosen_action(connection.state | {"may_bet": []}, random.Random(1))
            if action:
                await connection.ask(**{"type_": action.pop("type")} | action)
        await connections[0].ask("ping")
        await connections[1].ask("ping")


def test_alone_with_bots_one_share_is_enough_and_every_round_checks(url: str) -> None:
    async def scene() -> None:
        ann = Sharer(Guest(url))
        table = await ann.guest.make_table(ME | ann.promise, BOT, BOT, rounds=2)
        async with ann.guest.at(table) as at_table:
            await give(at_table, ann)
            await play_to_the_end_of_round(at_table)
            half = await ann.guest.get(f"/tables/{table}/record")
            assert check(half) == Proof((0,), ())
            assert len(half["rounds"]) == 1
            await at_table.ask("next")
            await at_table.until(round=2)
            await play_to_the_end_of_round(at_table)
        whole = await ann.guest.get(f"/tables/{table}/record")
        assert (check(whole), len(whole["rounds"])) == (Proof((0,), ()), 2)

    run(scene())


def test_a_share_goes_by_rest_as_well(url: str) -> None:
    async def scene() -> None:
        ann = Sharer(Guest(url))
        table = await ann.guest.make_table(ME | ann.promise, BOT)
        await ann.guest.post(f"/tables/{table}/actions", {"type": "share", "id": "s1", "share": ann.share})
        assert (await ann.guest.get(f"/tables/{table}/state"))["round"] == 1

    run(scene())


def test_who_promises_no_share_waits_for_nothing(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        state = await ann.get(f"/tables/{table}/state")
        assert (state["round"], state["shuffle"]) == (1, None)
        assert "shuffle" not in await ann.get(f"/tables/{table}/record")
        del bob

    run(scene())


def test_one_share_among_two_people_is_enough(url: str) -> None:
    async def scene() -> None:
        ann, bob = Sharer(Guest(url)), Guest(url)
        table = await ann.guest.make_table(ME | ann.promise, OPEN)
        await bob.post(f"/tables/{table}/sit")
        async with ann.guest.at(table) as at_table:
            assert at_table.state["shuffle"]["commitments"] == [ann.promise["share"], None]
            await give(at_table, ann)
            await at_table.until(round=1)

    run(scene())


def test_a_share_that_does_not_come_is_left_out_and_everybody_is_told(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await sharing_pair(url, rounds=1)
        async with ann.guest.at(table) as at_ann, bob.guest.at(table) as at_bob:
            await give(at_ann, ann)
            await at_ann.until(round=1)
            dealt = await at_ann.event("dealt")
            assert dealt["words"][0] == "Bob's browser sent no share in time: dealt without it"
            await at_bob.until(round=1)
            late = await give(at_bob, bob)
            assert (late["code"], late["key"]) == ("not-now", "share.too-late")
            await play_both(at_ann, at_bob)
        written = await ann.guest.get(f"/tables/{table}/record")
        assert check(written) == Proof((0,), (1,))

    run(scene())


def test_a_deal_comes_even_if_nobody_is_connected(url: str) -> None:
    async def scene() -> None:
        ann = Sharer(Guest(url))
        table = await ann.guest.make_table(ME | ann.promise, BOT)
        while (await ann.guest.get(f"/tables/{table}/state"))["round"] == 0:
            await ann.guest.get("/health")

    run(scene())


def test_only_the_promised_share_is_taken_and_only_from_its_seat(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await sharing_pair(url)
        async with bob.guest.at(table) as at_table:
            for share in (ann.share, new_number()):
                refusal = await at_table.ask("share", share=share)
                assert (refusal["code"], refusal["key"]) == ("not-now", "share.not-promised")
            await at_table.send({"type": "share", "id": "s", "share": "A" * 64})
            assert (await at_table.hear("error"))["code"] == "bad-request"
            assert (await at_table.ask("next"))["code"] == "not-now", "there are no scores to have seen"
        async with Guest(url).at(table) as watcher:
            assert (await watcher.ask("share", share=ann.share))["code"] == "not-yours"

    run(scene())


@pytest.mark.parametrize("share", ["", "0" * 63, "0" * 64 + "\n", "G" * 64, 7, ["0" * 64]])
def test_a_promise_that_is_no_number_is_refused(url: str, share: object) -> None:
    async def scene() -> None:
        guest = Guest(url)
        await guest.post("/tables", {"seats": [ME | {"share": share}, BOT]}, 422)
        table = await guest.make_table(ME, OPEN)
        await Guest(url).post(f"/tables/{table}/sit", {"share": share}, 422)

    run(scene())


def test_a_rematch_has_shares_of_its_own(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await sharing_pair(url, rounds=1)
        async with ann.guest.at(table) as at_ann, bob.guest.at(table) as at_bob:
            await give(at_ann, ann)
            await give(at_bob, bob)
            await at_ann.until(round=1)
            await at_bob.until(round=1)
            await play_both(at_ann, at_bob)
            first = at_ann.state["shuffle"]["commitment"]
        ann, bob = Sharer(ann.guest), Sharer(bob.guest)
        again = (await ann.guest.post(f"/tables/{table}/rematch", ann.promise))["table"]
        await bob.guest.post(f"/tables/{table}/rematch", bob.promise)
        shuffle = (await ann.guest.get(f"/tables/{again}/state"))["shuffle"]
        assert shuffle["commitments"] == [ann.promise["share"], bob.promise["share"]]
        assert shuffle["commitment"] != first

    run(scene())


def test_no_secret_is_told_before_its_round_is_over(build: Callable[..., RunningServer]) -> None:
    """Not the last of the chain, nor that of the round in play; not even to who gave a share."""
    server = build()

    async def scene() -> None:
        ann = Sharer(Guest(server.url))
        table = await ann.guest.make_table(ME | ann.promise, BOT, rounds=2)
        async with ann.guest.at(table) as at_table:
            await give(at_table, ann)
            await play_to_the_end_of_round(at_table)
            await at_table.ask("next")
            await at_table.until(round=2)
            for path in ("record", "rounds", "state", "events?limit=1000"):
                await ann.guest.get(f"/tables/{table}/{path}")
        with sqlite3.connect(server.data / "haggis.sqlite3") as file:
            bodies = [json.loads(body) for (body,) in file.execute("SELECT body FROM events ORDER BY seq")]
        last = next(body["last_secret"] for body in bodies if body["kind"] == "shuffling")
        first, second = (body["secret"] for body in bodies if body["kind"] == "dealt")
        heard = "\n".join(ann.guest.heard)
        assert first in heard
        assert second not in heard
        assert last not in heard

    run(scene())


def test_a_restart_while_shares_are_awaited_asks_for_them_again(build: Callable[..., RunningServer]) -> None:
    server = build()

    async def scene() -> None:
        ann = Sharer(Guest(server.url))
        table = await ann.guest.make_table(ME | ann.promise, BOT)
        before = (await ann.guest.get(f"/tables/{table}/state"))["shuffle"]
        server.stop()
        server.start()
        async with ann.guest.at(table) as at_table:
            assert at_table.state["shuffle"] == before
            await give(at_table, ann)
            await at_table.until(round=1)

    run(scene())
