"""A training of a policy: broken off by force it ends with the same policies, and they beat chance."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from haggis.learning.generations import BadFolder
from haggis.learning.policies import PolicyConfiguration, PolicyTraining
from haggis.learning.values import ValueConfiguration, ValueTraining
from haggis.players import AS_IT_LIKES, Player, make_player
from haggis.players.policy_player import PolicyPlayer
from haggis.rules import Game, preset
from haggis.rules.scoring import points_ahead
from tests.learning.trainings import killed_when, quiet

SMALL = {"rounds": 600, "hidden": 32, "epochs": 3.0, "nodes": 8, "rate": 0.004}
RUN = """
import json, sys
from pathlib import Path
from haggis.learning.policies import PolicyConfiguration, PolicyTraining
configuration = PolicyConfiguration(**json.loads(sys.argv[2]))
PolicyTraining(Path(sys.argv[1]), configuration).run(2, lambda what, done, of: print(what, done))
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> PolicyTraining:
    training = PolicyTraining(tmp_path_factory.mktemp("whole"), PolicyConfiguration(**SMALL))  # type: ignore[arg-type]
    training.run(2, quiet)
    return training


def test_a_training_that_was_killed_ends_with_the_same_policies(trained: PolicyTraining, tmp_path: Path) -> None:
    for line in ("generation 1: rounds 500", "generation 1: fitting 3", "generation 2: fitting 2"):
        killed_when(RUN, tmp_path, json.dumps(SMALL), line)
    again = PolicyTraining(tmp_path, trained.configuration)
    again.run(2, quiet)
    for name in ("network-1.bin", "network-2.bin"):
        assert (tmp_path / name).read_bytes() == (trained.folder / name).read_bytes()
    assert again.curve == trained.curve


def test_the_policy_alone_beats_random(trained: PolicyTraining) -> None:
    ahead = 0.0
    for deal in range(40):
        seat = deal % 2
        players: list[Player] = [make_player("random", deal), PolicyPlayer("policy", trained.policy(2))]
        ahead += points_of(players if seat else players[::-1], seat, deal)
    assert ahead / 40 > 15  # greedy, without any learning, is 50 points ahead


def points_of(players: list[Player], seat: int, deal: int) -> float:
    """By how much the seat is ahead after a round."""
    game = Game.start(preset("standard", players=2), ("a", "b")).deal(random.Random(deal))
    while game.round:
        game = game.apply(players[game.round.turn].choose(game.view(game.round.turn), AS_IT_LIKES))
    return points_ahead(game.totals, seat)


def test_the_curve_says_how_well_it_foretells(trained: PolicyTraining) -> None:
    assert [point["generation"] for point in trained.curve] == [1, 2]
    assert all(0 < point["agreement"] < 1 < 2 + point["divergence"] for point in trained.curve)
    assert "agrees in" in trained.described(trained.curve[0])
    assert not list(trained.folder.glob("rows-*")), "no later generation learns from them"


def test_another_configuration_is_refused(tmp_path: Path) -> None:
    PolicyTraining(tmp_path, PolicyConfiguration(**SMALL))  # type: ignore[arg-type]
    with pytest.raises(BadFolder, match="holds a training with another seed; choose another folder"):
        PolicyTraining(tmp_path, PolicyConfiguration(**SMALL | {"seed": 9}))  # type: ignore[arg-type]
    with pytest.raises(BadFolder, match="holds a training of another kind; choose another folder"):
        ValueTraining(tmp_path, ValueConfiguration())
