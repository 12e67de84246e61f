"""A training: broken off by force it ends with the same networks, and they beat chance."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from haggis.learning.generations import BadFolder
from haggis.learning.values import ValueConfiguration, ValueTraining
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, preset
from haggis.rules.scoring import points_ahead
from tests.learning.trainings import killed_when, quiet

SMALL = {"rounds": 1200, "hidden": 32, "epochs": 6.0, "batch": 1024, "worlds": 2, "candidates": 8, "rate": 0.005}
RUN = """
import json, sys
from pathlib import Path
from haggis.learning.values import ValueConfiguration, ValueTraining
configuration = ValueConfiguration(**json.loads(sys.argv[2]))
ValueTraining(Path(sys.argv[1]), configuration).run(2, lambda what, done, of: print(what, done))
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> ValueTraining:
    training = ValueTraining(tmp_path_factory.mktemp("whole"), ValueConfiguration(**SMALL))  # type: ignore[arg-type]
    training.run(2, quiet)
    return training


def test_a_training_that_was_killed_ends_with_the_same_networks(trained: ValueTraining, tmp_path: Path) -> None:
    for line in ("generation 1: rounds 500", "generation 1: fitting 3", "generation 2: fitting 2"):
        killed_when(RUN, tmp_path, json.dumps(SMALL), line)
    again = ValueTraining(tmp_path, trained.configuration)
    again.run(2, quiet)
    for name in ("network-1.bin", "network-2.bin"):
        assert (tmp_path / name).read_bytes() == (trained.folder / name).read_bytes()
    assert again.curve == trained.curve


def test_the_network_alone_beats_random(trained: ValueTraining) -> None:
    rules = preset("standard", players=2)
    ahead = 0.0
    for deal in range(30):
        seat = deal % 2
        chance, network = make_player("random", deal), trained.network(2)
        game = Game.start(rules, ("a", "b")).deal(random.Random(deal))
        while game.round:
            view = game.view(game.round.turn)
            if view.seat == seat:
                game = game.apply(network.look_ahead(view, worlds=4, candidates=20, seed=deal)[0].action)
            else:
                game = game.apply(chance.choose(view, AS_IT_LIKES))
        ahead += points_ahead(game.totals, seat)
    assert ahead / 30 > 20  # greedy, without any learning, is 50 points ahead


def test_the_curve_is_kept_and_positions_are_forgotten(trained: ValueTraining) -> None:
    assert [point["generation"] for point in trained.curve] == [1, 2]
    assert all(0 < point["explained"] < 1 for point in trained.curve)
    ValueTraining(trained.folder, trained.configuration).run(2, quiet)  # nothing is left to do


def test_another_configuration_is_refused(trained: ValueTraining) -> None:
    with pytest.raises(BadFolder, match="holds a training with another hidden, seed; choose another folder"):
        ValueTraining(trained.folder, ValueConfiguration(**SMALL | {"hidden": 64, "seed": 9}))  # type: ignore[arg-type]


def test_a_damaged_folder_says_where(tmp_path: Path) -> None:
    (tmp_path / "configuration.json").write_text("{")
    with pytest.raises(BadFolder, match=r"configuration\.json is damaged"):
        ValueTraining(tmp_path, ValueConfiguration())
