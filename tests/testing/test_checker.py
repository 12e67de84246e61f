"""The checker passes the rules as they are and catches them when they are broken on purpose."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from haggis import testing
from haggis.rules import Cards, Round, Ruleset, View, preset
from haggis.rules import round as rounds
from haggis.rules.game import Game
from haggis.rules.ruleset import PRESET_PLAYERS
from haggis.rules.view import view_of

TABLES = [(name, players) for name, counts in PRESET_PLAYERS.items() for players in counts]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_every_preset_hold(name: str, players: int, seed: int) -> None:
    report = testing.check_game(preset(name, players=players, rounds=2), seed)
    assert report.rounds >= 2
    assert min(report.actions, report.legal, report.refused) > 20


@pytest.mark.parametrize("option", ["sets=none", "points=flat", "courts=number", "lost_bet=first-out"])
def test_single_options_hold(option: str) -> None:
    name, _, value = option.partition("=")
    testing.check_game(preset("standard", players=3, rounds=1).with_rule(name, value), seed=4)


def dealt(rules: Ruleset, seed: int = 1) -> Round:
    state = Game.start(rules).deal(random.Random(seed)).round
    assert state
    return state


def test_a_doubled_card_is_caught() -> None:
    state = dealt(preset())
    doubled = replace(state, hands=(state.hands[0] | state.hands[1], state.hands[1]))
    with pytest.raises(testing.CheckFailed, match="lost or doubled"):
        testing.check_conservation(doubled)


def test_a_view_that_shows_a_hidden_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: Round, seat: int) -> View:
        return replace(view_of(state, seat), courts=state.hands)

    state = dealt(preset())
    monkeypatch.setattr(testing, "view_of", leaky)
    monkeypatch.setattr(View, "from_json", staticmethod(lambda _wire: leaky(state, 0)))
    with pytest.raises(testing.CheckFailed, match="changes with cards it can't see"):
        testing.check_view(state, 0, random.Random(1))


def test_a_refused_legal_play_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "readings", lambda _cards, _rules: [])
    with pytest.raises(testing.CheckFailed, match="offered but refused"):
        testing.check_legal(dealt(preset()))


def test_an_accepted_illegal_play_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "_verify_turn", lambda _self, _seat, _ask: None)
    with pytest.raises(testing.CheckFailed, match="illegal but accepted"):
        testing.check_illegal(dealt(preset()), random.Random(1))


def test_wrong_card_points_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "round_lines", lambda _state, _captor: [])
    with pytest.raises(testing.CheckFailed, match="don't add up"):
        testing.check_game(preset(rounds=1), seed=1)


def test_swapping_unseen_cards_changes_the_hidden_hand_and_nothing_else() -> None:
    state = dealt(preset("standard", players=3))
    swapped = testing.swap_unseen(state, 0, random.Random(5))
    assert swapped.hands[0] == state.hands[0]
    assert swapped != state
    testing.check_conservation(swapped)
    swapped.deal.verify()


def test_a_failure_gives_the_position_to_replay() -> None:
    state = dealt(preset())
    broken = replace(state, hands=(Cards(), state.hands[1]))
    with pytest.raises(testing.CheckFailed, match='"hands"'):
        testing.check_conservation(broken)
