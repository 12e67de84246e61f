"""The opponent model: chances that add up, and histories that tell of the hands they were played with."""

from __future__ import annotations

from statistics import mean

import pytest

from experiments.opponent_model import fit, play_round, surprise
from haggis.engine.evaluation import tuned_weights
from haggis.engine.opponent_model import Decisions, OpponentModel, fitted_opponent_model, insight
from haggis.engine.search import Settings
from haggis.rules import HaggisError, Pass, Play, Round, view_of


def played(players: int, seed: int, nodes: int = 60) -> list[tuple[Round, Play | Pass]]:
    """The plays and passes of a round of searching players."""
    made: list[tuple[Round, Play | Pass]] = play_round(players, nodes, seed)
    return made


@pytest.mark.parametrize("players", [2, 3])
def test_searching_players_do_what_the_opponent_model_expects(players: int) -> None:
    made = Decisions(each for seed in range(4) for each in played(players, seed))
    indifferent = OpponentModel([0] * len(fitted_opponent_model(players).weights), 1)
    assert all(0 < chance <= 1 for chance in made.chances(fitted_opponent_model(players)))
    assert mean(made.chances(fitted_opponent_model(players))) > mean(made.chances(indifferent)) + 0.1


def test_an_indifferent_model_finds_all_answers_equally_likely() -> None:
    indifferent = OpponentModel([0] * len(fitted_opponent_model(2).weights), 1)
    chances = Decisions(played(2, 1)).chances(indifferent)
    assert all(round(1 / chance) == pytest.approx(1 / chance) for chance in chances if chance < 1)


def test_a_fit_foretells_rounds_that_it_has_not_seen() -> None:
    lessons, exam = (
        Decisions(each for seed in seeds for each in played(2, seed)) for seeds in (range(16), range(16, 24))
    )
    start = OpponentModel(tuned_weights(2), 800)
    fitted = fit(lessons, start, steps=24, batch=300, seed=1)
    assert surprise(exam, fitted) < surprise(exam, start) - 0.1


@pytest.mark.parametrize("players", [2, 3])
def test_histories_tell_of_the_hands(players: int) -> None:
    settings = Settings(worlds=100, opponent_model=True)
    nats = [
        insight(view_of(state, state.turn), state, settings, seed)
        for seed in range(6)
        for state, _ in played(players, seed)[6::3]
    ]
    assert mean(nats) > 0.3


def test_with_three_players_nothing_is_told_without_an_opponent_model() -> None:
    state, _ = played(3, 1)[12]
    assert insight(view_of(state, state.turn), state, Settings(worlds=10), 1) == pytest.approx(0)


def test_a_decision_that_the_rules_forbid_is_refused() -> None:
    (first, _), (_, second) = played(2, 1)[:2]
    with pytest.raises(HaggisError):
        Decisions([(first, second)]).chances(fitted_opponent_model(2))


def test_the_truth_must_be_of_the_round_that_is_known() -> None:
    one, other = (played(3, seed)[6][0] for seed in (1, 2))
    with pytest.raises(HaggisError, match="another round"):
        insight(view_of(one, one.turn), other, Settings(opponent_model=True), 1)


@pytest.mark.parametrize("temperature", [0, -1, 10**9])
def test_a_temperature_that_is_none_is_refused(temperature: int) -> None:
    with pytest.raises(HaggisError, match="temperature"):
        Decisions(played(2, 1)[:1]).chances(OpponentModel(fitted_opponent_model(2).weights, temperature))
