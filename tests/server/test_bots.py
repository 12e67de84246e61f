"""Bots that misbehave never stop a table, and the limits count as they should."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from haggis.players import Player
from haggis.players.greedy import Greedy
from haggis.players.host import default_action
from haggis.rules import Action, Bet, Game, preset
from haggis.server.english import say
from haggis.server.errors import NotNow, TooMany
from haggis.server.limits import MOST_MOVES, Rate
from haggis.server.tables.events import Acted, Handed, Left, Returned
from haggis.server.tables.play_commands import ActUnlessChanged
from haggis.server.tables.seat_commands import GiveToBot, Leave, Sit
from haggis.server.tables.table_state import TableState, fold
from haggis.server.tables.thinkers import Thinkers
from haggis.server.web.rate_limits import Buckets, ConnectionCounter, address_key
from tests.players.bad_players import Broken, Cheat

from .test_state_view import dealt, seated

SLOWLY = say("limit.requests")


def ask(player: Broken | Cheat, game: Game) -> tuple[Action, Bet | None]:
    """What the table gets from a player who is asked to play, and from the same player while she waits."""
    assert game.round
    turn = game.round.turn
    thinkers = Thinkers(1)

    async def both() -> tuple[Action, Bet | None]:
        action = await thinkers.choose(player, game.view(turn), game.verify)
        return action, await thinkers.bet(player, game.view(1 - turn), game.verify)

    try:
        return asyncio.run(both())
    finally:
        thinkers.stop()


@pytest.mark.parametrize("player", [Broken(), Cheat()])
def test_for_a_bad_bot_the_host_plays_low_and_bets_nothing(
    player: Broken | Cheat, caplog: pytest.LogCaptureFixture
) -> None:
    game = Game.start(preset("standard")).deal(random.Random(1))
    assert game.round
    action, bet = ask(player, game)
    assert (action, bet) == (default_action(game.view(game.round.turn)), None)
    assert len(caplog.messages) == 2
    cards = [str(card) for hand in game.round.hands for card in hand if not card.is_court]
    assert not any(f" {card}" in message for card in cards for message in caplog.messages)


@pytest.mark.parametrize("player", [Greedy(), Broken(), Cheat()])
def test_what_a_bot_does_or_is_done_for_it_is_verified_once(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    state = dealt(seated(2), random.Random(1))
    assert state.game
    assert state.round
    verified: list[Action] = []
    verify = Game.verify
    monkeypatch.setattr(Game, "verify", lambda game, action: verified.append(action) or verify(game, action))
    thinkers = Thinkers(1)
    action = asyncio.run(thinkers.choose(player, state.game.view(state.round.turn), state.game.verify))
    thinkers.stop()
    assert ActUnlessChanged(state.round, action, "bot").events(state) == [Acted(action=action, by="bot")]
    assert verified == [action]


def test_a_bot_does_nothing_about_a_round_that_has_moved_on() -> None:
    state = dealt(seated(2), random.Random(1))
    assert state.round
    late = ActUnlessChanged(state.round, state.round.legal_actions()[0], "bot")
    moved = fold(state, Acted(action=late.action, by="player"), 0)
    assert late.events(moved) == []


def test_a_bot_does_not_act_for_somebody_who_has_come_back() -> None:
    state = dealt(seated(2), random.Random(1))
    assert state.round
    seat = state.round.turn
    thought = ActUnlessChanged(state.round, state.round.legal_actions()[0], "bot")
    owned = (*state.seats[:seat], replace(state.seats[0], left=False), *state.seats[seat + 1 :])
    assert replace(state, seats=owned).round is state.round
    assert thought.events(replace(state, seats=owned)) == []
    by_the_clock = replace(thought, by="clock")
    assert by_the_clock.events(replace(state, seats=owned)) == [Acted(action=thought.action, by="clock")]


def handed(*, asked: bool) -> tuple[TableState, int]:
    """A person's seat that has just gone to a bot, in her turn or before it."""
    state = dealt(seated(3), random.Random(1))
    assert state.round
    while state.round.turn == 2:
        state = fold(state, Acted(action=state.round.legal_actions()[0], by="bot"), 0)
    seat = state.round.turn if asked else 1 - state.round.turn
    return fold(state, Handed(seat=seat, level="greedy", name="Hamish", by=1 - seat), 0), seat


def test_a_bot_that_took_over_from_the_asked_acts_before_she_comes_back() -> None:
    state, seat = handed(asked=True)
    assert state.round
    back = Sit(f"p{seat}", "Ann")
    with pytest.raises(NotNow, match="Hamish acts once"):
        back.events(state)
    acted = fold(state, Acted(action=state.round.legal_actions()[0], by="bot"), 0)
    assert back.events(acted) == [Returned(seat=seat, name="Ann")]


def test_who_was_not_asked_comes_back_at_once_even_if_her_bot_is_asked_by_now() -> None:
    state, seat = handed(asked=False)
    assert Sit(f"p{seat}", "Ann").events(state)
    while state.round and state.round.turn != seat:
        state = fold(state, Acted(action=state.round.legal_actions()[0], by="player"), 5)
    back = fold(state, *Sit(f"p{seat}", "Ann").events(state), 70)
    assert (state.asked_at, back.asked_at) == (5, 70), "her clock does not run while the bot thinks"


def test_a_crowded_round_can_still_go_on_without_somebody() -> None:
    """Else whoever crowds a round could hold it up for ever."""
    crowded = dealt(seated(3), random.Random(1))
    for _ in range(MOST_MOVES // 2):
        crowded = fold(fold(crowded, Left(seat=0), 0), Returned(seat=0, name="Ann"), 0)
    with pytest.raises(NotNow, match="play on first"):
        Leave("p0").events(crowded)
    assert Leave("p1").events(crowded)
    (event,) = GiveToBot("p1", 0, "greedy", lambda: {0}).events(crowded)
    with pytest.raises(NotNow, match="in the next"):
        Sit("p0", "Ann").events(replace(fold(crowded, event, 0), moment=crowded.seq))


@pytest.mark.parametrize(
    ("wished", "level"), [("random", "casual"), ("beginner", "casual"), ("casual", "casual"), ("strong", "strong")]
)
def test_an_opponent_can_t_choose_a_bot_that_is_too_weak(wished: str, level: str) -> None:
    left = fold(dealt(seated(3), random.Random(1)), Left(seat=0), 0)
    (event,) = GiveToBot("p1", 0, wished, least="casual").events(left)
    assert isinstance(event, Handed)
    assert event.level == level


def test_leaving_and_coming_back_gives_nobody_more_time() -> None:
    state = dealt(seated(2), random.Random(1))
    assert state.round
    if state.round.turn == 1:
        state = fold(state, Acted(action=state.round.legal_actions()[0], by="bot"), 5)
    gone = fold(state, Left(seat=0), 6)
    assert fold(gone, Returned(seat=0, name="Ann"), 70).asked_at == state.asked_at


def test_a_bucket_empties_and_fills_again() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 3), SLOWLY, lambda: now)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(TooMany, match="wait a moment") as caught:
        buckets.take("a")
    assert caught.value.retry_after == 1
    buckets.take("b")
    now = 1.0
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(TooMany):
        buckets.take("a")


def test_buckets_don_t_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis.server.web.rate_limits.MOST_BUCKETS", 100)
    buckets = Buckets(Rate(0.001, 5), SLOWLY, lambda: 0.0)
    for number in range(1000):
        buckets.take(f"address {number}")
    assert len(buckets._left) <= 101


def test_a_counter_counts_who_is_inside() -> None:
    counter = ConnectionCounter(2, say("limit.connections"))
    counter.enter("a")
    counter.enter("a")
    with pytest.raises(TooMany, match="close one first"):
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
