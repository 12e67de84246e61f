"""One seat acts at two nodes at the same moment, again and again: one action is applied, the other is refused."""

from __future__ import annotations

import asyncio
import random

from haggis.rules import record

from .guests import ME, OPEN, Connection, Guest, chosen_action
from .test_races import answers, plays_of


async def races(urls: list[str], wanted: int) -> int:
    """Play games in which Ann acts at both nodes at once, until there were so many races; how many there were."""
    done = 0
    while done < wanted:
        ann, bob, table = await at_two_nodes(urls, rounds=3)
        twin = ann.by(urls[1])
        async with ann.at(table) as first, twin.at(table) as second, bob.at(table) as other:
            while first.state["status"] != "over":
                await asyncio.gather(*(_level(each, first) for each in (second, other)))
                if first.state["ask"] == "turn":
                    done += 1
                    await _race(first, second, done)
                else:
                    actor = first if _wish(first, done) else other
                    wish = _wish(actor, done) or {}
                    await actor.ask(**{"type_": wish.pop("type")} | wish)
                    await _level(first, actor)
        assert record.read(await bob.get(f"/tables/{table}/record")).over
    return done


async def at_two_nodes(urls: list[str], *more: dict[str, str], **wishes: object) -> tuple[Guest, Guest, str]:
    """Ann at the first node, Bob at the second."""
    ann, bob = Guest(urls[0]), Guest(urls[1])
    await ann.put("/me", {"name": "Ann"})
    await bob.put("/me", {"name": "Bob"})
    table = await ann.make_table(ME, OPEN, *more, **wishes)
    await bob.post(f"/tables/{table}/sit")
    return ann, bob, table


async def _race(first: Connection, second: Connection, number: int) -> None:
    plays = plays_of(first.state)
    wishes = [plays[0], plays[-1]] if plays else [{"type": "pass", "seq": first.state["seq"]}] * 2
    before, ids = first.state["seq"], (f"{number}-a", f"{number}-b")
    await asyncio.gather(first.send(wishes[0] | {"id": ids[0]}), second.send(wishes[1] | {"id": ids[1]}))
    (one,), (two,) = await asyncio.gather(answers(first, {ids[0]}), answers(second, {ids[1]}))
    winner, loser = sorted((one, two), key=lambda answer: str(answer["type"] != "ok"))
    assert (winner["type"], winner["seq"], winner["again"]) == ("ok", before + 1, False)
    assert (loser["type"], loser["code"]) == ("error", "not-now")


def _wish(connection: Connection, seed: int) -> dict[str, object] | None:
    return chosen_action(connection.state | {"may_bet": []}, random.Random(seed))


async def _level(connection: Connection, with_: Connection) -> None:
    """Listen until one has seen what the other has."""
    while connection.state["seq"] < with_.state["seq"]:
        await connection.receive()
