"""A review judges by what the player could know, always the same, and says how sure it is."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise
from statistics import fmean

import pytest

from haggis.rules import Bet, Game, Pass, Play, parse_action, preset, sample_world, view_of
from haggis.rules.position import read_position
from haggis.rules.round import replay as replay_round
from haggis.study.bets import bet_moment, judge_bet
from haggis.study.budget import Budget
from haggis.study.endings import mean_values
from haggis.study.judging import THRESHOLDS, classed, judge
from haggis.study.key_moments import line_from
from haggis.study.levels import LevelLoss, level_like
from haggis.study.luck import deal_value, value_of_lead
from haggis.study.replay import replay_game
from haggis.study.review import Cancelled, Progress, Review, mean_loss, review
from haggis.study.review_words import like_words
from haggis.study.solved_deals import try_in_deals
from tests.study.games import one_round, play
from tests.study.test_endings import FUSION

QUICK = Budget(nodes=200)


def reviewed(game: Game, budget: Budget = QUICK) -> Review:
    return review(replay_game(game), budget)


@cache
def quick_review(players: int = 2) -> Review:
    """Of one round: most tests look at the same."""
    return reviewed(one_round(players))


@pytest.mark.parametrize("players", [2, 3])
def test_every_play_and_pass_is_judged_and_every_bet_apart(players: int) -> None:
    game, found = one_round(players), quick_review(players)
    actions = game.finished[0].actions
    cards = [(number, action.seat) for number, action in enumerate(actions, 1) if not isinstance(action, Bet)]
    assert [(each.action, each.seat) for each in found.decisions] == cards
    assert all(str(each.judgement.played) == str(actions[each.action - 1]) for each in found.decisions)
    assert len(found.bets) == players  # everybody bets, or plays a first card without


def test_the_json_has_what_others_rely_on() -> None:
    told = quick_review().to_json()
    player, decision = told["players"][0], told["decisions"][0]
    assert {"seat", "name", "decisions", "loss", "loss_ci95", "level", "luck", "result", "adjusted"} <= set(player)
    wanted = {"round", "action", "seat", "played", "best", "loss", "error", "class", "forced"}
    assert wanted <= set(decision)
    chosen = [each for each in told["decisions"] if each["seat"] == 0 and not each["forced"]]
    assert player["decisions"] == len(chosen)
    assert player["loss"] == pytest.approx(fmean(each["loss"] for each in chosen), abs=0.002)
    low, high = player["loss_ci95"]
    assert low <= player["loss"] <= high
    assert player["result"] == pytest.approx(player["luck"] + player["adjusted"], abs=0.02)


def test_the_same_record_seed_and_nodes_give_the_same_review() -> None:
    first = quick_review(3).to_json()
    assert reviewed(one_round(3)).to_json() == first
    assert reviewed(one_round(3), replace(QUICK, seed=2)).to_json() != first


def test_four_times_the_nodes_halve_the_error_bars() -> None:
    games = [one_round(2, seed) for seed in range(1, 4)]

    def mean_error(nodes: int) -> float:
        found = [reviewed(game, Budget(nodes=nodes)) for game in games]
        return fmean(each.judgement.error for one in found for each in one.decisions if not each.judgement.forced)

    assert mean_error(1600) / mean_error(400) == pytest.approx(0.5, abs=0.1)


def test_a_judgement_knows_only_what_the_player_could_know() -> None:
    game = one_round()
    for moment in replay_game(game).moments[4:12]:
        if isinstance(game.finished[0].actions[moment.action], Bet):
            continue
        view = moment.view(moment.state.turn)
        action = game.finished[0].actions[moment.action]
        other = sample_world(view, random.Random(5))
        elsewhere = view_of(replay_round(game.rules, other, moment.state.actions), view.seat, view.names)
        assert judge(view, action, QUICK, 1) == judge(elsewhere, action, QUICK, 1)


def test_only_choices_count() -> None:
    forced = [each.judgement for each in quick_review(3).decisions if each.judgement.forced]
    assert forced
    assert {(each.loss, each.error, each.class_) for each in forced} == {(0.0, 0.0, "fine")}


def test_the_played_action_is_always_among_the_candidates() -> None:
    for each in reviewed(play(preset("standard"), 7, level="beginner", rounds=2)).decisions:
        if not each.judgement.forced:
            candidates = [candidate.action for candidate in each.judgement.candidates]
            assert each.judgement.played in candidates
            assert each.judgement.best == candidates[0]


GOES_OUT_NEXT = {
    "players": 2,
    "preset": "standard",
    "lead": 0,
    "hands": ["2r 3r 4r 5r 6r 7r 8r 9r Tr 2o 3o 4o 5o 6o", "2y 3y 4y 5y 6y 7y 8y 9y Ty 2g 3g 4g 5g 6g"],
    "haggis": "7o 8o 9o To 7g 8g 9g Tg",
    "actions": ["0 play 2r 3r 4r 5r 6r 7r 8r 9r Tr J Q K as 1x12:K", "1 pass"],
}


def test_a_single_card_instead_of_going_out_is_a_blunder() -> None:
    view = view_of(read_position(GOES_OUT_NEXT), 0)
    judged = judge(view, parse_action("0 play 2o as 1x1:2"), QUICK, 1)
    assert str(judged.best) == "0 play 2o 3o 4o 5o 6o as 1x5:6"
    assert judged.class_ == "blunder"
    right = judge(view, parse_action("0 play 2o 3o 4o 5o 6o as 1x5:6"), QUICK, 1)
    assert (right.best, right.loss) == (right.played, 0.0)


def test_the_game_is_asked_before_a_mistake_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(read_position(GOES_OUT_NEXT), 0)
    single = parse_action("0 play 2o as 1x1:2")
    monkeypatch.setattr("haggis.study.judging._wins_the_game", lambda *_: True)
    judged = judge(view, single, QUICK, 1)
    assert (judged.best, judged.loss, judged.class_) == (single, 0.0, "fine")


def test_in_a_solved_ending_the_game_is_asked_in_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far from the end of the game what costs points for sure is no better for it, whatever rollouts may say."""
    state = read_position(FUSION)
    view = view_of(state, state.turn)
    values = mean_values(state)
    worst = min(values, key=lambda action: values[action])
    monkeypatch.setattr("haggis.study.judging.try_actions", lambda *_: pytest.fail("all nine deals are solved"))
    judged = judge(view, worst, Budget(nodes=4000), 1)
    assert (judged.loss, judged.error) == (pytest.approx(max(values.values()) - values[worst]), 0)


def test_near_its_end_an_ending_is_for_the_game() -> None:
    """Who leads by far needs no more than to end it: two actions that reach the target are worth the same."""
    state = read_position(FUSION)
    view = replace(view_of(state, state.turn), totals=(349, 0) if state.turn == 0 else (0, 349))
    actions = state.legal_actions()
    points = try_in_deals(view, actions, 9, seed=1)
    game = try_in_deals(view, actions, 9, seed=1, for_the_game=True)
    assert points
    assert game
    assert [each.points for each in game.trials] == [each.points for each in points.trials]
    assert len({fmean(each.worths) for each in points.trials}) > len({fmean(each.worths) for each in game.trials}) == 1


def test_classes_go_by_points_beyond_the_noise() -> None:
    assert [classed(loss, 0.1) for loss in (0, 1.9, 2, 5, 12, 99)] == [
        "fine",
        "fine",
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]
    assert classed(20, 11) == "fine"
    assert list(THRESHOLDS.values()) == sorted(THRESHOLDS.values(), reverse=True)


def test_progress_is_told_and_a_review_can_be_cancelled() -> None:
    told: list[Progress] = []
    game = replay_game(one_round())
    review(game, QUICK, on_progress=told.append)
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].done == told[-1].total
    assert any(each.decision for each in told[:3])
    with pytest.raises(Cancelled, match="stopped"):
        review(game, QUICK, cancelled=lambda: True)


def test_progress_ends_with_all_judged_in_a_game_with_bets() -> None:
    game = Game.start(preset("standard")).deal(random.Random(3)).apply(Bet(0, 15)).apply(Bet(1, 0))
    leader = game.round.turn if game.round else 0
    game = game.apply(game.view(leader).legal_actions()[0])
    told: list[Progress] = []
    review(replay_game(game), QUICK, on_progress=told.append)
    assert (told[-1].done, told[-1].total) == (1, 1)


def test_a_game_broken_off_is_reviewed_as_far_as_it_went() -> None:
    moments = replay_game(one_round()).moments[:8]
    found = reviewed(moments[-1].game)
    assert [each.action for each in found.decisions] == [
        place for place in range(1, 8) if not isinstance(moments[place].last, Bet)
    ]
    assert [player.luck.result for player in found.players] == [0.0, 0.0]


def test_key_moments_are_the_three_that_cost_most() -> None:
    found = reviewed(play(preset("standard"), 5, level="beginner", rounds=2))
    losses = sorted((each.judgement.loss for each in found.decisions if each.judgement.class_ != "fine"), reverse=True)
    assert [each.loss for each in found.key_moments] == losses[:3]
    assert len(losses) > 3
    judged = {(each.round_number, each.action): each.judgement for each in found.decisions}
    for moment in found.key_moments:
        told, of = moment.to_json(), judged[moment.round_number, moment.action]
        assert (moment.error, told["error"], told["class"]) == (of.error, round(of.error, 2), of.class_)
        assert moment.line[0] == moment.best != moment.played
        assert moment.to_json()["reasons"] == [str(reason.sentence) for reason in moment.reasons]
        assert moment.truth


def test_the_line_goes_on_where_the_better_action_ends_the_trick() -> None:
    """A pass alone shows nothing of what it is good for."""
    moments = replay_game(one_round()).moments
    passes = [
        (before.game, after.last)
        for before, after in pairwise(moments)
        if isinstance(after.last, Pass) and not after.state.over
    ]
    for before, action in passes[:3]:
        game, line = before, line_from(before, action, 1)
        assert line[0] == action
        assert len(line) >= 3
        for each in line:
            game = game.apply(each)
        assert game.round is None or not game.round.trick or len(line) == 8


def test_a_mean_loss_is_never_likely_to_be_below_nothing() -> None:
    few = mean_loss([59.0, 0.0, 0.0, 0.2])
    assert few.ci95
    assert few.ci95[0] == 0 < few.mean < few.ci95[1]
    assert mean_loss([3.0]) == (3.0, None)
    enough = mean_loss([5.0, 6.0] * 10)
    assert enough.ci95
    assert enough.ci95[0] > 5


def test_from_almost_nothing_no_level_is_named() -> None:
    few, enough = quick_review().players[0], quick_review(3).players[0]
    assert 0 < few.decisions < 10 <= enough.decisions
    assert few.to_json()["level"] == ""
    assert like_words(few) == "too few decisions to name a level"
    assert enough.to_json()["level"] == like_words(enough) != ""


# --- bets ---


def test_a_bet_on_the_best_hand_is_right_and_on_the_worst_wrong() -> None:
    games = [Game.start(preset("standard")).deal(random.Random(seed)) for seed in range(40)]
    views = [game.view(game.round.turn) for game in games if game.round]
    judged = [judge_bet(view, 30, 1) for view in views]
    best = max(judged, key=lambda each: each.chance)
    worst = min(judged, key=lambda each: each.chance)
    assert (best.best, best.loss, best.class_) == (30, 0.0, "fine")
    assert worst.best == 0
    assert worst.loss > 5
    assert judge_bet(views[judged.index(best)], 0, 1).loss > 5


def test_the_moment_of_a_bet_is_the_bet_or_the_first_card() -> None:
    game = one_round()
    states = [moment.state for moment in replay_game(game).moments]
    for seat in range(2):
        actions = [
            number
            for number, action in enumerate(game.finished[0].actions, 1)
            if action.seat == seat and isinstance(action, Bet | Play)
        ]
        assert bet_moment(states, seat) == actions[0]


# --- luck and levels ---


@pytest.mark.parametrize("players", [2, 3])
def test_luck_and_play_add_up_to_the_result(players: int) -> None:
    found = quick_review(players)
    for player in found.players:
        luck = player.luck
        assert luck.result == pytest.approx(luck.deal + luck.rest + luck.lead + luck.given - luck.own)
    assert sum(player.luck.result for player in found.players) == pytest.approx(0)
    assert sum(player.luck.deal for player in found.players) == pytest.approx(0, abs=0.01)


def test_a_deal_is_worth_as_much_to_one_as_it_costs_the_other_and_nothing_on_average() -> None:
    rules = preset("standard")
    first, second = value_of_lead(rules, 0)
    assert first == pytest.approx(-second, abs=0.01)
    dealt = Game.start(rules).deal(random.Random(1)).round
    assert dealt
    assert sum(deal_value(dealt)) == pytest.approx(0, abs=0.01)


def test_a_level_is_like_the_one_that_loses_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = (LevelLoss("weak", 5.0), LevelLoss("middling", 3.0), LevelLoss("strong", 1.0))
    monkeypatch.setattr("haggis.study.levels.measured", lambda players: levels)
    found = [level_like(loss, 2) for loss in (9.0, 5.0, 4.5, 3.5, 3.0, 2.5, 1.5, 1.0, 0.0)]
    assert found == ["weak", "weak", "weak", "weak+", "middling", "middling", "middling+", "strong", "strong"]
