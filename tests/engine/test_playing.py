"""Playouts and the sensible policy through the Python face, and the benchmark's command."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import numpy as np
import pytest
from lockstep import PAIRS, Lockstep

from haggis.engine.bench import Figures, generation_cost, signature
from haggis.engine.playouts import playouts, rounds, sensible_action
from haggis.rules import HaggisError, IllegalAction, preset

STYLES = ["random", "sensible"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_threads_and_portions_do_not_matter(name: str, players: int, style: str) -> None:
    rules = preset(name, players=players)
    whole = rounds(rules, 200, seed=5, style=style)
    assert whole.totals.shape == (200, players)
    shared = rounds(rules, 200, seed=5, style=style, threads=3)
    assert (whole.totals == shared.totals).all()
    assert (whole.actions == shared.actions).all()
    tail = rounds(rules, 50, seed=5, style=style, first=150)
    assert (tail.totals == whole.totals[150:]).all()


@pytest.mark.parametrize("style", STYLES)
def test_playouts_of_one_position(style: str) -> None:
    *_, state, _end = Lockstep(preset("standard", players=3), random.Random(2)).positions()
    totals = playouts(state, 500, seed=1, style=style)
    assert totals.shape == (500, 3)
    assert (totals == playouts(state, 500, seed=1, style=style, threads=2)).all()
    assert (totals[400:] == playouts(state, 100, seed=1, style=style, first=400)).all()


def test_a_finished_round_has_only_its_own_score() -> None:
    *_, over = Lockstep(preset("standard"), random.Random(3)).positions()
    assert (playouts(over, 3, seed=1) == [score.total for score in over.scores]).all()
    with pytest.raises(IllegalAction, match="the round is over"):
        sensible_action(over)


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_the_sensible_action_is_always_legal(name: str, players: int) -> None:
    rng = random.Random(6)
    for _ in range(3):
        round_ = Lockstep(preset(name, players=players), rng)
        while not round_.rules.over:
            round_.act(sensible_action(round_.rules, seed=rng.randrange(100)))
        round_.compare_scores()


def test_sensible_rounds_are_shorter_than_random_ones() -> None:
    rules = preset("standard")
    assert np.mean(rounds(rules, 500, seed=1, style="sensible").actions) < np.mean(rounds(rules, 500, seed=1).actions)


def test_bench_tells_every_figure_and_the_signature() -> None:
    command = [sys.executable, "-m", "haggis", "bench", "--effort", "1"]
    said = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
    assert set(said) == set(Figures._fields)
    assert said["signature"] == signature() == "b271782d74741d7c"
    assert all(value > 0 for name, value in said.items() if name != "signature")
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "signature b271782d74741d7c" in plain
    assert "random rounds, two players" in plain


def test_generation_costs_more_with_more_cards() -> None:
    costs = [generation_cost(cards, effort=1) for cards in (1, 5, 17)]
    assert [cost.plays for cost in costs][::2] == [1.0, 902.05]
    assert costs[0].list_us < costs[1].list_us < costs[2].list_us
    with pytest.raises(HaggisError, match="the number of cards must be a whole number from 1 to 17"):
        generation_cost(18)
