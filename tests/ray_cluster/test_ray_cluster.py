"""What the workers of a Ray cluster do is what this process would do: matches, ladders, reviews and rounds of training.

All in one module, because a cluster takes long to start.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, repeat
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import ray

from haggis import ray_cluster
from haggis.arena import BadMatch, Hooks, make_match, play_match
from haggis.cli import main
from haggis.engine.network import Positions, SelfPlay
from haggis.learning.actors import ValuePiece, here, on_cluster
from haggis.ray_cluster import Cluster, LostCluster
from haggis.rules import preset
from haggis.study.budget import Budget
from haggis.study.replay import replay_game
from haggis.study.review import Cancelled, Progress, review
from tests.study.games import one_round, text_of

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own processes
HOW = SelfPlay(worlds=2, candidates=4)
NOBODY = "127.0.0.1:1"
TIMES = {"seconds", "ms_mean", "ms_p99"}


@pytest.fixture(scope="module")
def started() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")  # else Ray leaves a token in the home directory
        start()
        yield
        ray.shutdown()


def start() -> None:
    """On a busy machine Ray's own processes may need longer than the 15 seconds it gives them (its issue 65983)."""
    for _ in range(2):
        with suppress(LostCluster):
            Cluster("local")
            return
    Cluster("local")


@pytest.fixture
def cluster(started: None) -> Cluster:
    return Cluster("local")


def test_an_address_without_a_cluster_is_a_sentence() -> None:
    with pytest.raises(LostCluster, match=f"there is no Ray cluster at {NOBODY}"):
        Cluster(NOBODY)


def test_a_cluster_that_does_not_start_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(**_options: object) -> None:
        raise Exception("the node timed out during startup")  # as Ray does

    monkeypatch.setattr(ray, "init", too_slow)
    with pytest.raises(LostCluster, match="Ray can't be started here: the node timed out"):
        Cluster("local")


# --- training ---


def pieces(count: int) -> list[ValuePiece]:
    return [ValuePiece([preset("duel")], None, HOW, rounds=5, seed=3, first=5 * number) for number in range(count)]


def same(one: Positions, other: Positions) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_a_cluster_plays_the_same_rounds_in_the_same_order(cluster: Cluster) -> None:
    alone, together = list(here(pieces(9))), list(on_cluster(cluster)(pieces(9)))
    assert len(together) == 9
    assert all(same(one, other) for one, other in zip(alone, together, strict=True))


# --- commands ---


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, Any, str]:
    """A command in this process, and so on its cluster: its exit code, its JSON without times, its complaint."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["haggis", *arguments, "--json"])
        with pytest.raises(SystemExit) as end:
            main()
    said = capsys.readouterr()
    wire = json.loads(said.out, object_hook=lambda wire: {key: wire[key] for key in wire if key not in TIMES})
    return end.value.code, wire, said.err


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, wire, complaint = run(capsys, *arguments)
    assert not code, complaint
    return wire


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
    alone = told(capsys, "review", str(game), "--nodes", "5", "--html", str(here))
    assert told(capsys, "review", str(game), "--nodes", "5", "--html", str(there), "--ray", "local") == alone
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


# --- its head ---


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "KNOCK_SECONDS", 0.01)
    monkeypatch.setattr(ray_cluster, "GONE_SECONDS", 0.1)


@pytest.mark.usefixtures("impatient")
def test_a_head_that_is_gone_is_noticed_during_a_long_piece(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_head", NOBODY)
    with pytest.raises(LostCluster, match=f"its head at {NOBODY} does not answer"):
        list(cluster.map(sleep, [5]))


@pytest.mark.usefixtures("impatient")
def test_a_head_that_answers_again_is_not_gone(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    knock = Mock(side_effect=chain([ConnectionRefusedError()] * 3, repeat(None)))
    monkeypatch.setattr(ray_cluster, "_knock", knock)
    monkeypatch.setattr(ray_cluster, "GONE_SECONDS", 60)
    sleep(2 * ray_cluster.KNOCK_SECONDS)
    assert list(cluster.map(abs, [-1, 2])) == [1, 2]
    assert knock.call_count > 3


@pytest.mark.usefixtures("cluster", "impatient")
@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_what_was_finished_before_the_head_went_is_told(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    get, got = Cluster._get, []

    def lose_head(cluster: Cluster, reference: object) -> Any:
        got.append(get(cluster, reference))
        if len(got) == 3:
            monkeypatch.setattr(cluster, "_head", NOBODY)
        return got[-1]

    monkeypatch.setattr(Cluster, "_get", lose_head)
    code, wire, complaint = run(capsys, command, "greedy", "random", "--rounds", "2000", "--ray", "local")
    assert (code, wire["stopped"], 3 <= len(got) < 1000) == (2, "interrupted", True)
    assert complaint == f"haggis: Ray went away: its head at {NOBODY} does not answer; give the same command again\n"


# --- its end: the tests above need the cluster ---


def test_a_cluster_that_goes_away_is_a_sentence(cluster: Cluster) -> None:
    played = on_cluster(cluster)(pieces(40))
    next(played)
    ray.shutdown()
    with pytest.raises(LostCluster, match="give the same command again"):
        list(played)
