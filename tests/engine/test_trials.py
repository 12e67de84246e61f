"""Given actions tried in the same worlds, and what is expected after them."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

from haggis.engine.search import Settings, expect, search, standard_error, try_actions
from haggis.rules import Bet, Game, HaggisError, Pass, Round, View, preset, view_of
from haggis.rules.scoring import points_ahead

QUICK = Settings(nodes=600)


def dealt(players: int = 2, seed: int = 1) -> tuple[Round, View]:
    state = Game.start(preset("standard", players=players)).deal(random.Random(seed)).round
    assert state
    return state, view_of(state, state.turn)


def test_every_action_gets_the_same_visits_in_the_same_worlds() -> None:
    _, view = dealt()
    actions = view.legal_actions()[:3]
    trials = try_actions(view, actions, QUICK, 1)
    assert [trial.action for trial in trials] == actions
    assert [len(trial.worths) for trial in trials] == [200] * 3
    alone = try_actions(view, actions[1:2], Settings(nodes=200), 1)
    assert alone[0] == trials[1]


def test_one_action_is_worth_what_search_says() -> None:
    _, view = dealt()
    best = search(view, Settings(nodes=4000), 1)[0]
    (tried,) = try_actions(view, [best.action], Settings(nodes=2000), 2)
    assert fmean(tried.worths) == pytest.approx(best.worth, abs=4 * best.error + 1)
    assert tried.points == pytest.approx(best.points, abs=4 * best.error + 1)


def test_a_standard_error_is_the_usual_one_where_every_visit_has_a_world_of_its_own() -> None:
    values = [random.Random(5).gauss(0, 3) for _ in range(40)]
    assert standard_error(values, range(40)) == pytest.approx(stdev(values) / 40**0.5)
    assert standard_error(values, [7] * 40) == pytest.approx(stdev(values) / 40**0.5)  # the hands are known
    assert standard_error([1.0], [0]) == 0


def test_visiting_the_same_worlds_again_makes_nothing_surer() -> None:
    rng = random.Random(5)
    values = [rng.gauss(0, 3) for _ in range(40)]
    again = standard_error(values * 4, [*range(40)] * 4)
    assert again == pytest.approx(standard_error(values, range(40)), rel=0.02)
    with pytest.raises(HaggisError, match="every value must be of a world"):
        standard_error(values, range(39))


def test_likely_worlds_come_again_and_say_so() -> None:
    state, _ = dealt()
    for _ in range(3):
        state = state.apply(state.legal_actions()[0])
    view = view_of(state, state.turn)
    (weighed,) = try_actions(view, view.legal_actions()[:1], Settings(nodes=200), 1)
    (alike,) = try_actions(view, view.legal_actions()[:1], Settings(nodes=200, inference=0), 1)
    assert len(set(weighed.worlds)) < 100 < len(set(alike.worlds)) == 200


def test_what_is_expected_of_all_seats_is_in_the_deck() -> None:
    for players in (2, 3):
        state, view = dealt(players)
        now, after = expect(view, view.legal_actions()[:1], worlds=20)
        assert sum(now.first_out) == pytest.approx(1, abs=0.001)
        assert sum(after.first_out) == pytest.approx(1, abs=0.001)
        (true,) = expect(view, truth=state)
        assert sum(points_ahead(true.points, seat) for seat in range(players)) == pytest.approx(0, abs=0.01)


def test_a_bet_is_expected_to_bring_its_amount_as_often_as_the_seat_goes_out_first() -> None:
    state, view = dealt()
    now, after = expect(view, [Bet(view.seat, 30)], truth=state)
    assert after.points[view.seat] - now.points[view.seat] == pytest.approx(30 * now.first_out[view.seat], abs=0.01)


def test_the_end_of_a_round_is_expected_as_it_comes() -> None:
    rng = random.Random(3)
    done, _ = dealt()
    while not done.over:
        before, done = done, done.apply(rng.choice(done.legal_actions()))
    _, after = expect(view_of(before, before.turn), [done.actions[-1]], truth=before)
    assert after.points == [score.total for score in done.scores]


def test_what_the_seat_may_not_do_is_refused() -> None:
    _, view = dealt()
    with pytest.raises(HaggisError, match="must play a combination"):
        try_actions(view, [Pass(view.seat)], QUICK, 1)
    with pytest.raises(HaggisError, match="an action to try"):
        try_actions(view, [], QUICK, 1)


def test_a_truth_that_the_seat_can_t_be_in_is_refused() -> None:
    state, view = dealt()
    later = state.apply(state.legal_actions()[0])
    for truth in (later, dealt(players=3)[0]):
        with pytest.raises(HaggisError, match="the true round is another"):
            expect(view, truth=truth)
        with pytest.raises(HaggisError, match="the true round is another"):
            search(view, QUICK, 1, truth=truth)


def test_only_the_seat_that_is_asked_can_act() -> None:
    state, view = dealt()
    with pytest.raises(HaggisError, match="another seat is asked"):
        expect(view_of(state, 1 - view.seat), [state.legal_actions()[0]])
