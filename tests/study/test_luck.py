"""Luck is reckoned by costs that favour nobody: no noise that always counts against the player, and points alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from haggis.engine.search import Choice, search
from haggis.rules import Game, Round, View, parse_action, preset, view_of
from haggis.rules.position import read_position
from haggis.study import judging
from haggis.study.bets import judge_bet
from haggis.study.budget import Budget
from haggis.study.judging import judge
from haggis.study.luck import Luck, deal_value, round_luck, value, value_of_lead
from tests.study.games import one_round
from tests.study.test_review import GOES_OUT_NEXT

FEW = Budget(nodes=40)


def opening(seed: int, players: int = 2) -> View:
    game = Game.start(preset("standard", players=players)).deal(random.Random(seed))
    assert game.round
    return game.view(game.round.turn)


def choices(view: View) -> list[Choice]:
    return search(view, FEW.half(view), FEW.chance(1))


def test_the_first_choice_of_search_costs_nothing_whatever_the_noise() -> None:
    lost = 0
    for seed in range(30):
        view = opening(seed)
        judged = judge(view, choices(view)[0].action, FEW)
        assert judged.cost == 0
        lost += judged.loss > 0
    assert lost > 0  # for a review noise counts


def test_another_choice_costs_what_it_is_behind_with_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_wins_the_game", lambda *_: False)
    found = []
    for seed in range(30):
        view = opening(seed)
        judged = judge(view, choices(view)[1].action, FEW)
        assert judged.loss == max(0.0, judged.cost)
        found.append(judged.cost)
    assert min(found) < 0 < max(found)


def test_points_given_up_to_win_the_game_are_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_wins_the_game", lambda *_: True)
    judged = judge(view_of(read_position(GOES_OUT_NEXT), 0), parse_action("0 play 2o as 1x1:2"), Budget(nodes=200), 1)
    assert judged.loss == 0
    assert judged.cost > 12


@pytest.mark.parametrize("players", [2, 3])
def test_a_bet_costs_points_whatever_they_are_worth_for_the_game(players: int) -> None:
    views = [opening(seed, players) for seed in range(20)]
    early = [judge_bet(view, 30, 1) for view in views]
    late = [judge_bet(replace(view, totals=(240,) + (0,) * (players - 1)), 30, 1) for view in views]
    assert [each.cost for each in late] == [each.cost for each in early]
    assert [each.loss for each in late] != pytest.approx([each.loss for each in early])


@pytest.mark.parametrize(("players", "of_a_point"), [(2, 1.0), (3, 8 / 9)])
def test_far_from_the_end_a_bet_costs_what_it_loses(players: int, of_a_point: float) -> None:
    """A point of an even game, in which losses are told, is less than a point ahead of two others."""
    for seed in range(10):
        view = opening(seed, players)
        judged = judge_bet(replace(view, rules=replace(view.rules, target=10_000)), 30, 1)
        assert judged.loss == pytest.approx(of_a_point * judged.cost)


@pytest.mark.parametrize("players", [2, 3])
def test_who_leads_is_ahead_and_all_seats_are_alike(players: int) -> None:
    rules = preset("standard", players=players)
    first = value_of_lead(rules, 0)
    assert first[0] == max(first) > 3
    assert sum(first) == pytest.approx(0, abs=0.01)
    for lead in range(players):
        assert [value_of_lead(rules, lead)[(seat + lead) % players] for seat in range(players)] == list(first)


def test_what_the_lead_is_worth_is_no_luck() -> None:
    """Whoever is behind leads, so the better player seldom does: that must not look like bad luck."""
    done = one_round().finished[0]
    dealt = Round.start(done.rules, done.deal)
    for seat, luck in enumerate(round_luck(dealt, done, [5.0, 1.0])):
        assert luck.deal + luck.lead == pytest.approx(value(dealt)[seat])
        assert luck.deal == deal_value(dealt)[seat]
        assert luck.adjusted == pytest.approx(luck.lead + (-4.0, 4.0)[seat])
        assert luck.result == pytest.approx(luck.luck + luck.adjusted)


def test_rounds_add_up_part_by_part() -> None:
    assert Luck(1, 2, 3, 4, 5) + Luck(10, 20, 30, 40, 50) == Luck(11, 22, 33, 44, 55)
