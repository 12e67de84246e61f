"""The one way to ask a player: whatever it answers, the table gets a legal action."""

from __future__ import annotations

import random

import pytest

from haggis.players import AS_IT_LIKES
from haggis.players.host import ask_bet, ask_turn, default_action
from haggis.rules import Game, Pass, Play, View, preset
from tests.players.bad_players import Broken, Cheat


def game() -> Game:
    return Game.start(preset("standard")).deal(random.Random(1))


def leader(of: Game) -> View:
    assert of.round
    return of.view(of.round.turn)


def test_on_the_lead_the_default_is_the_lowest_single() -> None:
    view = leader(game())
    action = default_action(view)
    assert isinstance(action, Play)
    assert (action.cards, len(action.cards)) == (view.hand & action.cards, 1)
    assert min(card.rank for card in view.hand) == next(iter(action.cards)).rank


def test_in_a_trick_the_default_is_to_pass() -> None:
    table = game()
    table = table.apply(default_action(leader(table)))
    assert default_action(leader(table)) == Pass(leader(table).seat)


@pytest.mark.parametrize("player", [Broken(), Cheat()])
def test_for_a_bad_player_the_default_is_played_and_nothing_is_bet(player: Broken | Cheat) -> None:
    table = game()
    view = leader(table)
    answer = ask_turn(player, view, AS_IT_LIKES, table.verify)
    assert answer.fault
    assert answer.action == default_action(view)
    silence = ask_bet(player, table.view(1 - view.seat), AS_IT_LIKES, table.verify)
    assert silence.fault
    assert silence.bet is None


def test_a_fault_says_why_and_apart_from_that_where() -> None:
    """Only the reason may name cards: the place goes into the server's log."""
    table = game()
    view = leader(table)
    for fault in (
        ask_turn(Broken(), view, AS_IT_LIKES, table.verify).fault,
        ask_bet(Broken(), view, AS_IT_LIKES, table.verify).fault,
    ):
        assert fault
        assert str(view.hand) in fault.reason
        assert "line" in fault.place
        assert not any(f" {card}" in fault.place for card in view.hand)
