"""Which hands are likely, by what the others did: the true ones must be likelier than others, to whoever asks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from haggis import sample_world
from haggis.engine.search import Settings, likelihood, search
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, HaggisError, Round, View, preset
from haggis.rules.round import replay

WORLDS = 30


def decisions(players: int, rounds: int, level: str) -> Iterator[tuple[View, Round]]:
    """Moments in which everybody has acted, as the one to act sees them and as they are."""
    rng = random.Random(players)
    seats = [make_player(level, seat, arena=True) for seat in range(players)]
    for _ in range(rounds):
        game = Game.start(preset("standard", players=players)).deal(rng)
        while state := game.round:
            view = game.view(state.turn)
            if len(state.actions) >= 2 * players and len(view.legal_actions()) > 1:
                yield view, state
            game = game.apply(seats[state.turn].choose(view, AS_IT_LIKES))


def world_of(view: View, seed: int) -> Round:
    """The round with the unseen cards dealt anew."""
    return replay(view.rules, sample_world(view, random.Random(seed)), view.actions)


def gain(view: View, state: Round) -> float:
    """By how much likelier the true hands are than others, as a logarithm."""
    true = likelihood(view, state)
    others = [likelihood(view, world_of(view, seed)) for seed in range(WORLDS)]
    return math.log(true * WORLDS / sum(others))


@pytest.mark.parametrize(("players", "rounds"), [(2, 12), (3, 5)])
def test_the_true_hands_are_likelier_than_others(players: int, rounds: int) -> None:
    gains = [gain(view, state) for view, state in list(decisions(players, rounds, "careful"))[::3]]
    mean = sum(gains) / len(gains)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in gains) / len(gains))
    assert mean > 3 * deviation / math.sqrt(len(gains)), (mean, deviation, len(gains))


def test_what_nobody_did_tells_nothing() -> None:
    game = Game.start(preset("standard")).deal(random.Random(1))
    assert game.round is not None
    assert likelihood(game.view(game.round.turn), game.round) == 1


def test_a_world_of_another_round_is_refused() -> None:
    (view, _), *_ = decisions(2, 1, "casual")
    (_, other), *_ = decisions(3, 1, "casual")
    with pytest.raises(HaggisError, match="another than the one that the seat knows"):
        likelihood(view, other)


def test_search_is_told_by_the_likely_worlds() -> None:
    view, _ = list(decisions(2, 2, "casual"))[-4]
    told, untold = (search(view, Settings(nodes=300, inference=inference), 1) for inference in (300, 0))
    assert [each.worth for each in told] != [each.worth for each in untold]
