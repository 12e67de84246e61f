"""What the workers of a Ray cluster do is what this process would do: matches, ladders, reviews and rounds of training.

All in one module, because a cluster takes long to start.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray

from haggis.arena import BadMatch, Hooks, make_match, play_match
from haggis.cli import main
from haggis.engine.network import Positions, SelfPlay
from haggis.learning.actors import Piece, here, on
from haggis.ray_cluster import Cluster, LostCluster
from haggis.rules import preset
from haggis.study.budget import Budget
from haggis.study.replay import replay_game
from haggis.study.review import Cancelled, Progress, review
from tests.study.games import one_round, text_of

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own processes
HOW = SelfPlay(worlds=2, candidates=4)
TIMES = {"seconds", "ms_mean", "ms_p99"}


@pytest.fixture(scope="module")
def started() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()


@pytest.fixture
def cluster(started: None) -> Cluster:
    return Cluster("local")


def test_an_address_without_a_cluster_is_a_sentence() -> None:
    with pytest.raises(LostCluster, match="there is no Ray cluster at"):
        Cluster("127.0.0.1:1")


# --- training ---


def pieces(count: int) -> list[Piece]:
    return [Piece([preset("duel")], None, HOW, rounds=5, seed=3, first=5 * number) for number in range(count)]


def same(one: Positions, other: Positions) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_a_cluster_plays_the_same_rounds_in_the_same_order(cluster: Cluster) -> None:
    alone, together = list(here(pieces(9))), list(on(cluster)(pieces(9)))
    assert len(together) == 9
    assert all(same(one, other) for one, other in zip(alone, together, strict=True))


# --- commands ---


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command run in this process, and so on its cluster, prints as JSON, without times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["haggis", *arguments, "--json"])
        with pytest.raises(SystemExit) as end:
            main()
    said = capsys.readouterr()
    assert not end.value.code, said.err
    return json.loads(said.out, object_hook=lambda wire: {key: wire[key] for key in wire if key not in TIMES})


@pytest.mark.usefixtures("cluster")
def test_a_match_is_the_same_with_its_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    match = ("arena", "strong", "casual", "--nodes", "20", "--rounds", "4", "--seed", "5")
    alone = told(capsys, *match, "--jobs", "2", "--record", str(here))
    assert told(capsys, *match, "--ray", "local", "--record", str(there)) == alone
    assert here.read_text() == there.read_text()


@pytest.mark.usefixtures("cluster")
def test_a_ladder_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    ladder = ("ladder", "random", "greedy", "casual", "--rounds", "4")
    assert told(capsys, *ladder, "--ray", "local") == told(capsys, *ladder, "--jobs", "1")


@pytest.mark.usefixtures("cluster")
def test_a_review_is_the_same_also_as_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    here, there, game = tmp_path / "here.html", tmp_path / "there.html", tmp_path / "game.json"
    game.write_text(text_of(one_round()))
    alone = told(capsys, "review", str(game), "--nodes", "20", "--html", str(here))
    assert told(capsys, "review", str(game), "--nodes", "20", "--html", str(there), "--ray", "local") == alone
    assert here.read_text() == there.read_text()


# --- the way there ---


def test_ctrl_c_keeps_what_was_finished(cluster: Cluster) -> None:
    played = []

    def interrupt(result: object) -> None:
        played.append(result)
        if len(played) == 3:
            raise KeyboardInterrupt

    match = make_match(("greedy", "random"), preset("standard"), 2000, seed=1)
    result = play_match(match, cluster=cluster, hooks=Hooks(on_played=interrupt))
    assert (result.stopped, len(result.deals)) == ("interrupted", 2)


def test_a_review_tells_of_progress_and_can_be_cancelled(cluster: Cluster) -> None:
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        review(
            replay_game(one_round()),
            Budget(nodes=60),
            on_progress=seen.append,
            cancelled=lambda: len(seen) == 4,
            run=cluster.map,
        )
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert seen[-1].decision


def test_a_program_of_the_user_s_stays_here(cluster: Cluster) -> None:
    match = make_match(("cmd:cat", "random"), preset("standard"), 2)
    with pytest.raises(BadMatch, match="cmd:cat runs on this machine only, not on a Ray cluster"):
        play_match(match, cluster=cluster)


def divide(number: int) -> float:
    return 1 / number


def test_what_a_piece_raises_is_raised_here(cluster: Cluster) -> None:
    answers = cluster.map(divide, [2, 1, 0])
    assert [next(answers), next(answers)] == [0.5, 1]
    with pytest.raises(ZeroDivisionError):
        next(answers)


# --- its end: the tests above need the cluster ---


def test_a_cluster_that_goes_away_is_a_sentence(cluster: Cluster) -> None:
    played = on(cluster)(pieces(40))
    next(played)
    ray.shutdown()
    with pytest.raises(LostCluster, match="give the same command again"):
        list(played)
