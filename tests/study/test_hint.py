"""Hints with reasons, and what a hand promises before the first card."""

from __future__ import annotations

import random
from math import sqrt
from typing import Any

import pytest

from haggis.players import advise
from haggis.players.advice import Advice
from haggis.rules import Game, HaggisError, preset, view_of
from haggis.rules.position import read_position
from haggis.study.budget import Budget
from haggis.study.endings import mean_values
from haggis.study.hint import hint, hint_at
from haggis.study.opening import before_the_first_card
from haggis.study.reasons import reasons
from haggis.study.replay import replay_game
from haggis.study.solved_deals import best_in_deals, try_in_deals
from tests.study.games import one_round, play
from tests.study.test_endings import FUSION
from tests.study.test_reasons import fewest_turns

QUICK = Budget(nodes=300)


def test_a_hint_has_candidates_with_the_best_first_and_reasons() -> None:
    found = hint_at(replay_game(one_round()), 1, 5, QUICK)
    told = found.to_json()
    assert set(told) == {"candidates", "bets", "reasons"}
    assert all(set(each) == {"action", "points", "error", "first_out"} for each in told["candidates"])
    state = replay_game(one_round()).before(1, 5).state
    assert all(state.can(each.action) for each in found.candidates)
    assert told["reasons"] == [str(reason.sentence) for reason in found.reasons]


def test_candidates_stand_in_the_order_of_their_points_also_near_the_end_of_a_game() -> None:
    """There points and winning the game are not the same; a hint is by points, as a review is."""
    game = play(preset("standard"), 4, rounds=9)
    last = [each for each in replay_game(game).moments if each.round_number == len(game.finished) > 1]
    found = [hint(each.view(each.state.turn), QUICK, each.action).candidates for each in last if not each.state.over]
    orders = [[each.points for each in candidates] for candidates in found if len(candidates) > 2]
    assert len(orders) > 3
    assert [points for points in orders if points != sorted(points, reverse=True)] == []


@pytest.mark.parametrize("players", [2, 3])
def test_an_action_that_shows_more_points_than_the_choice_of_search_is_tried_in_the_same_worlds(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search gives some up early; what it thought of them then says little. The reasons speak of the first."""
    moment = replay_game(one_round(players)).before(1, 4)
    view = moment.view(moment.state.turn)

    def spoiled_advice(*args: Any, **kwargs: Any) -> Advice:
        advice = advise(*args, **kwargs)
        first, second, *rest = advice.candidates
        return advice._replace(candidates=[first, second._replace(points=first.points + 1), *rest])

    right = hint(view, QUICK, 1)
    monkeypatch.setattr("haggis.study.hint.advise", spoiled_advice)
    found = hint(view, QUICK, 1)
    points = [each.points for each in found.candidates]
    assert points == sorted(points, reverse=True)
    assert {each.action for each in found.candidates} == {each.action for each in right.candidates}
    assert right.candidates[0].points + 1 not in points
    first, second, *_ = found.candidates
    assert list(found.reasons) == reasons(view, first.action, second.action, seed=QUICK.seed)


def test_in_a_solved_ending_the_points_are_those_of_the_solved_deals() -> None:
    """One card is hidden: nine deals, each solved with open cards."""
    state = read_position(FUSION)
    exact = mean_values(state)
    found = hint(view_of(state, state.turn), Budget(nodes=4000), 1).candidates
    assert found[0].action == next(iter(exact))
    for each in found:
        assert (each.points, each.error) == (pytest.approx(exact[each.action]), 0), "of all deals: nothing was drawn"
    points = [each.points for each in found]
    assert points == sorted(points, reverse=True)


def test_a_hint_by_time_solves_no_longer_than_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ending that takes too long is searched like any other decision."""
    state = read_position(FUSION)
    view = view_of(state, state.turn)
    assert hint(view, Budget(millis=60_000), 1).candidates[0].error == 0, "all deals were solved"
    clock = iter(range(0, 10**6, 10))
    monkeypatch.setattr("haggis.study.endings.time.monotonic", lambda: next(clock))
    assert try_in_deals(view, state.legal_actions(), 9, seed=1, seconds=5) is None
    assert best_in_deals(view, 9, seed=1, seconds=5) is None
    assert hint(view, Budget(millis=100), 1).candidates[0].error > 0


def test_of_drawn_deals_the_error_is_the_less_the_fewer_are_left() -> None:
    state = read_position(FUSION)
    view, action = view_of(state, state.turn), state.legal_actions()[0]
    doubts = [tried.doubt for most in (1, 5, 9, 99) if (tried := try_in_deals(view, [action], most, seed=1))]
    assert doubts == [1, pytest.approx(sqrt(4 / 8)), 0, 0], "there are nine"


def test_the_same_seed_and_nodes_give_the_same_hint() -> None:
    game = replay_game(one_round(3))
    assert hint_at(game, 1, 4, QUICK).to_json() == hint_at(game, 1, 4, QUICK).to_json()


def test_an_only_action_has_its_points_too() -> None:
    game = replay_game(one_round(3))
    only = next(each for each in game.moments if not each.state.over and len(each.state.legal_actions()) == 1)
    (candidate,) = hint(only.view(only.state.turn), QUICK, 1).candidates
    assert candidate.error > 0
    assert candidate.points != 0


@pytest.mark.parametrize(
    ("place", "words"), [((1, 999), "no action 999 in round 1"), ((7, 1), "no round 7: the game has 1 round")]
)
def test_where_nothing_is_decided_there_is_no_hint(place: tuple[int, int], words: str) -> None:
    with pytest.raises(HaggisError, match=words):
        hint_at(replay_game(one_round()), *place, QUICK)
    size = len(one_round().finished[0].actions)
    with pytest.raises(HaggisError, match="nobody is asked"):
        hint_at(replay_game(one_round()), 1, size + 1, QUICK)


def test_a_better_hand_goes_out_first_more_often_and_justifies_more() -> None:
    games = [Game.start(preset("standard")).deal(random.Random(seed)) for seed in range(25)]
    found = [before_the_first_card(game.view(0)) for game in games]
    best, worst = max(found, key=lambda each: each.first_out), min(found, key=lambda each: each.first_out)
    assert best.points > worst.points
    assert best.bet > 0 == worst.bet
    assert best.to_json()["bets"][0]["chance"] > 0.5


def test_the_combinations_are_a_plan_of_the_whole_dealt_hand() -> None:
    for seed in range(10):
        view = Game.start(preset("standard", players=3)).deal(random.Random(seed)).view(1)
        found = before_the_first_card(view)
        cards = [card for combo in found.combos for card in combo.cards]
        assert len(cards) == len(set(cards)) == len(view.hand)
        assert set(cards) == set(view.hand)
        assert found.to_json()["turns"] == len(found.combos) == fewest_turns(view.hand, view)


def test_only_bombs_that_not_every_hand_has_are_told() -> None:
    """Every dealt hand has J, Q and K."""
    position = {
        "players": 2,
        "preset": "standard",
        "lead": 0,
        "hands": ["3r 5r 7r 9r 2o 3o 4o 5y 6o 7o 8o 9g To Ty", "2y 3y 4y 5o 6y 7y 8y 9y 2g 3g 4g 5g 6g 7g"],
        "haggis": "2r 4r 6r 8r Tr 9o 8g Tg",
        "actions": [],
    }
    view = view_of(read_position(position), 0)
    bombs = {str(combo) for combo in before_the_first_card(view).bombs}
    assert bombs == {f"{cards} as bomb:rainbow" for cards in ("3r 5y 7o 9g", "3o 5y 7r 9g")} | {
        "3r 5r 7r 9r as bomb:suited"
    }
    assert before_the_first_card(view_of(read_position(position), 1)).bombs == ()
