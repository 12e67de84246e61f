"""No message to a client ever contains a card that it may not see.

Fifty games are played, with people, bots and a spectator. Everything that each client receives
is kept and then searched, message by message, for cards that were still hidden from it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

from .guests import BOT, ME, OPEN, Guest, play_to_the_end

GAMES = 50
AT_ONCE = 8
NUMBER_CARD = re.compile(r"(?<![\w-])[2-9T][roygb](?![\w-])")
"""A card stands alone; the random name of a table or a player may end in -7g."""
SEATINGS = ([ME, OPEN], [ME, BOT], [ME, OPEN, BOT], [ME, OPEN, OPEN], [ME, BOT, BOT])
PRESETS = {2: ("standard", "rogers-2024", "duel"), 3: ("standard", "tournament", "rogers-2024", "rogers-2025")}


def deck(players: int) -> set[str]:
    return {rank + suit for rank in "23456789T" for suit in "roygb"[: players + 2]}


def test_nobody_receives_a_card_that_she_may_not_see(url: str) -> None:
    asyncio.run(play_games(url))


async def play_games(url: str) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(seed: int) -> int:
        async with gate:
            return await play_and_search(url, seed)

    searched = await asyncio.gather(*(one(seed) for seed in range(GAMES)))
    assert sum(searched) > 5000, "far fewer messages than fifty games must have"


async def play_and_search(url: str, seed: int) -> int:
    rng = random.Random(seed)
    seats = rng.choice(SEATINGS)
    people = [Guest(url) for seat in seats if seat is not BOT]
    spectator = Guest(url)
    wishes = {"preset": rng.choice(PRESETS[len(seats)]), "rounds": 2, "unseen": True, "takeback": False}
    table = await people[0].make_table(*seats, **wishes)
    for friend in people[1:]:
        await friend.post(f"/tables/{table}/sit")
    await asyncio.gather(
        *(take_part(guest, table, random.Random(f"{seed} {place}")) for place, guest in enumerate(people)),
        watch(spectator, table),
    )
    truth = Truth(
        await spectator.get(f"/tables/{table}/rounds"), await spectator.get(f"/tables/{table}/events?limit=1000")
    )
    spectator.heard = spectator.heard[:-2]
    return sum(truth.search(guest) for guest in [*people, spectator])


async def take_part(guest: Guest, table: str, rng: random.Random) -> None:
    async with guest.at(table) as connection:
        if rng.random() < 0.2:  # a hint takes its time
            await connection.ask("hint")
        await connection.ask("describe", cards=connection.state["hand"].split()[0] if connection.state["hand"] else "")
        for path in ("", "/state", "/events?limit=1000", "/rounds", "/record"):
            await guest.get(f"/tables/{table}{path}")
        await play_to_the_end(connection, rng)


async def watch(guest: Guest, table: str) -> None:
    async with guest.at(table) as connection:
        await guest.get(f"/tables/{table}/state")
        await guest.get(f"/tables/{table}/record")
        await connection.until(status="over")


def message_seq(message: dict[str, Any], latest: int) -> int:
    """Up to which event a message knows: by its state, by its events, or else the latest there was."""
    state = message.get("state", message)
    if "ask" in state:
        return int(state["seq"])
    return max([latest, *(event["seq"] for event in message.get("events", []))])


class Truth:
    """What really lay where, and when each round began and ended."""

    def __init__(self, rounds: dict[str, Any], log: dict[str, Any]) -> None:
        assert not log["more"]
        self.sheets = rounds["rounds"]
        self.events = log["events"]
        self.deck = deck(len(self.sheets[0]["dealt"]))

    def round_at(self, seq: int) -> int | None:
        """The round in play after event `seq`; None between rounds."""
        current = None
        for event in self.events[:seq]:
            if event["kind"] == "dealt":
                current = event["round"]
            if any(then["kind"] == "scored" for then in event.get("then", [])):
                current = None
        return current

    def played(self, number: int, seq: int) -> set[str]:
        """The number cards played in a round up to event `seq`."""
        found: set[str] = set()
        current = 0
        for event in self.events[:seq]:
            current = event.get("round", current)
            if current == number and event.get("type") == "play":
                found |= set(NUMBER_CARD.findall(event["cards"]))
        return found

    def search(self, guest: Guest) -> int:
        """Look through all that a guest received; returns how much that was."""
        latest = 0
        seat: int | None = None
        for text in guest.heard:
            message = json.loads(text)
            state = message.get("state", message)
            seat = state["seat"] if "ask" in state else seat
            seq = message_seq(message, latest)
            latest = max(latest, seq)
            self.search_one(message, seat, seq)
        return len(guest.heard)

    def search_one(self, message: dict[str, Any], seat: int | None, seq: int) -> None:
        number = self.round_at(seq)
        if number is None:
            return
        sheet = self.sheets[number - 1]
        own = set(sheet["dealt"][seat].split()) if seat is not None else set()
        may_see = own | self.played(number, seq)
        state = message.get("state", message)
        unseen = state.pop("unseen", None)
        assert unseen is None or set(unseen.split()) == self.deck - may_see
        if isinstance(message.get("rounds"), list):  # a record or score sheets: finished rounds only
            assert len(message["rounds"]) < number
            return
        text = json.dumps(message | {"events": self.of_this_round(message.get("events", []), number)})
        assert set(NUMBER_CARD.findall(text)) <= may_see, f"hidden cards in {text[:200]}"
        assert sheet["salt"] not in text

    def of_this_round(self, events: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
        """Events of earlier rounds name cards of earlier deals."""
        begins = [event["seq"] for event in self.events if event["kind"] == "dealt" and event["round"] == number]
        return [event for event in events if event["seq"] >= begins[0]]


def test_the_search_finds_a_leak() -> None:
    """The searcher itself: a message with another seat's card is caught."""
    dealt = {"seq": 1, "kind": "dealt", "round": 1}
    sheet = {"dealt": ["2r", "3r"], "salt": "salt"}
    truth = Truth({"rounds": [sheet]}, {"events": [dealt], "more": False})
    truth.search_one({"state": {"hand": "2r"}}, 0, 1)
    for leak in ({"state": {"hand": "3r"}}, {"words": "Bob holds 3r."}, {"x": [{"y": "salt"}]}):
        caught = False
        try:
            truth.search_one(dict(leak), 0, 1)
        except AssertionError:
            caught = True
        assert caught, leak
