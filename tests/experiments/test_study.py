"""The experiments on study: what is drawn by chance has the right mean, and results don't depend on the processes."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from experiments import hint_endings, luck, review_levels
from experiments.hint_endings import Ending
from experiments.jobs import do_all
from experiments.review_levels import Judged, Task, judge_game
from haggis.rules import preset
from haggis.study.budget import Budget
from haggis.study.luck import Luck
from haggis.study.replay import replay_game
from haggis.study.review import review
from tests.study.games import play

TASKS = [Task("casual", 2, seed, nodes=20, closely=0.3, rounds=1) for seed in range(4)]


def test_the_number_of_processes_changes_nothing() -> None:
    assert do_all(judge_game, TASKS, 1, "games") == do_all(judge_game, TASKS, 2, "games")


# --- levels ---


def test_only_decisions_are_looked_at_and_few_of_them_closely() -> None:
    found = [each for task in TASKS for each in judge_game(task)]
    closely = [each for each in found if each.loss is not None]
    assert 0.1 < len(closely) / len(found) < 0.6
    assert all(each.class_ for each in closely)
    assert min(each.look for each in found) == 0 < max(each.look for each in found)


def test_whoever_judges_all_decisions_closely_gets_their_mean() -> None:
    games = [[Judged(3.0, 1.0, "fine"), Judged(0.0, 4.0, "inaccuracy")], [Judged(9.0, 2.0, "inaccuracy")]]
    found = review_levels.summary(games, seed=1)
    assert found["loss"] == pytest.approx(7 / 3, abs=0.001)
    assert (found["decisions"], found["looked_at"], found["games"]) == (3, 3, 2)
    assert found["classes"] == {"fine": 0.3333, "inaccuracy": 0.6667, "mistake": 0.0, "blunder": 0.0}


def sampled(games: int, closely: float, rng: random.Random) -> list[list[Judged]]:
    """Decisions that lose 3 points on average; a look has noise, and sees 1 point less. Fewer where it sees none."""

    def decision() -> Judged:
        loss = rng.expovariate(1 / 3)
        look = max(0.0, loss - 1 + rng.gauss(0, 1))
        share = review_levels.share_of(look, closely)
        return Judged(look, loss, "fine", share) if rng.random() < share else Judged(look)

    return [[decision() for _ in range(20)] for _ in range(games)]


def test_the_interval_holds_the_mean_loss_though_most_is_only_looked_at() -> None:
    found = [review_levels.summary(sampled(100, 0.1, random.Random(seed)), seed) for seed in range(60)]
    assert fmean(each["loss"] for each in found) == pytest.approx(3, abs=0.05)
    inside = sum(each["loss_ci95"][0] <= 3 <= each["loss_ci95"][1] for each in found)
    assert inside >= 51  # 57 of 60 are expected; fewer than 51 come about once in two hundred times


def test_a_class_is_as_frequent_as_among_all_though_some_are_seldom_drawn() -> None:
    drawn = [Judged(5.0, 6.0, "mistake", share=0.5)] * 2 + [Judged(0.0, 0.0, "fine", share=0.25)] * 3
    assert review_levels.class_shares(drawn)["mistake"] == 0.25  # 4 of 16


def test_nothing_is_said_if_nothing_was_judged_closely() -> None:
    with pytest.raises(SystemExit, match="more games"):
        review_levels.summary([[Judged(1.0)], [Judged(2.0)]], seed=1)


def test_a_cheap_look_narrows_the_interval() -> None:
    games = sampled(200, 0.1, random.Random(1))
    closely = [[each for each in game if each.loss is not None] for game in games]
    wide = review_levels.summary([game for game in closely if game], seed=1)["loss_ci95"]
    low, high = review_levels.summary(games, seed=1)["loss_ci95"]
    assert high - low < 0.75 * (wide[1] - wide[0])


# --- luck ---


def test_luck_is_that_of_the_review_without_its_other_work() -> None:
    game = play(preset("standard"), 3, rounds=2)
    budget = Budget(nodes=50)
    reviewed = [player.luck for player in review(replay_game(game), budget).players]
    for found, expected in zip(luck.lucks_of(game, budget), reviewed, strict=True):
        assert found.to_json() == expected.to_json()


def test_the_first_player_named_sits_at_every_seat_once() -> None:
    assert luck.seatings(("a", "b", "b")) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert luck.seatings(("a", "a", "a")) == [("a", "a", "a")]


def test_variances_are_shares_of_that_of_the_result() -> None:
    lucks = [[Luck(side * 8, side * 4, 0, side * 2), Luck(-side * 8, -side * 4, 0, -side * 2)] for side in (1.0, 2.0)]
    found = luck.summary(lucks, games=2)
    assert found["result_sd"] == pytest.approx((64 * 2.5) ** 0.5, abs=0.01)
    assert (found["variance_without_deal"], found["variance_left"]) == (0.25, 0.0625)
    assert (found["result_mean"], found["rest_mean"]) == (0, 0)


# --- endings ---


def test_endings_too_large_are_counted_apart() -> None:
    found = hint_endings.summary([Ending(4, 0.0), Ending(12, 1.0), Ending(17, None)], seed=1)
    assert (found["endings"], found["too_large"], found["loss"], found["best"]) == (2, 1, 0.5, 0.5)


def test_every_seed_has_an_ending_with_few_hidden_cards() -> None:
    for seed in range(5):
        state = hint_endings.ending_of(seed)
        assert hint_endings.is_ending(state, hint_endings.MOST_HIDDEN)
        assert state == hint_endings.ending_of(seed)
