"""Bots that misbehave never stop a table, and the limits count as they should."""

from __future__ import annotations

import random

import pytest

from haggis.players import Clock
from haggis.rules import Action, Bet, Game, Pass, View, preset
from haggis.server import bots
from haggis.server.errors import TooMany
from haggis.server.limits import Buckets, Counter, address_key
from haggis.server.settings import Rate


class Broken:
    name = "broken"

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError("no idea")

    def bet(self, view: View, clock: Clock) -> Bet | None:
        raise RuntimeError("no idea")


class Cheat:
    name = "cheat"

    def choose(self, view: View, clock: Clock) -> Action:
        return Pass((view.seat + 1) % view.players)

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return Bet(view.seat, 7)


@pytest.mark.parametrize("player", [Broken(), Cheat()])
def test_a_plain_player_acts_in_the_place_of_a_bad_bot(player: Broken | Cheat) -> None:
    game = Game.start(preset("standard")).deal(random.Random(1))
    assert game.round
    view = game.view(game.round.turn)
    assert bots._choose(player, view) in (*view.legal_actions(), *view.legal_bets())
    assert bots._bet(player, game.view(1 - game.round.turn)) is None


def test_a_bucket_empties_and_fills_again() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 3), "slowly", lambda: now)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(TooMany, match="slowly") as caught:
        buckets.take("a")
    assert caught.value.retry_after == 1
    buckets.take("b")
    now = 1.0
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(TooMany):
        buckets.take("a")


def test_buckets_don_t_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis.server.limits.MOST_BUCKETS", 100)
    buckets = Buckets(Rate(0.001, 5), "slowly", lambda: 0.0)
    for number in range(1000):
        buckets.take(f"address {number}")
    assert len(buckets._left) <= 101


def test_a_counter_counts_who_is_inside() -> None:
    counter = Counter(2, "full")
    counter.enter("a")
    counter.enter("a")
    with pytest.raises(TooMany, match="full"):
        counter.enter("a")
    counter.enter("b")
    counter.leave("a")
    counter.enter("a")


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:9::1", "2001:db8:1:2::/64"),
        (None, "unknown"),
        ("testclient", "testclient"),
    ],
)
def test_one_customer_s_network_is_one_address(host: str | None, key: str) -> None:
    assert address_key(host) == key
