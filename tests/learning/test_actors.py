"""Rounds played by the workers of a Ray cluster are the rounds that this process would play."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import ray

from haggis.engine.network import Positions, SelfPlay
from haggis.learning.actors import LostCluster, Piece, here, on_ray
from haggis.rules import preset

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray's own processes
HOW = SelfPlay(worlds=2, candidates=4)


def pieces(count: int) -> list[Piece]:
    return [Piece([preset("duel")], None, HOW, rounds=5, seed=3, first=5 * number) for number in range(count)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()


def test_an_address_without_a_cluster_is_a_sentence() -> None:
    with pytest.raises(LostCluster, match="there is no Ray cluster at"):
        on_ray("127.0.0.1:1")


def same(one: Positions, other: Positions) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


@pytest.mark.usefixtures("cluster")
def test_a_cluster_plays_the_same_rounds_in_the_same_order() -> None:
    alone, together = list(here(pieces(9))), list(on_ray("local")(pieces(9)))
    assert len(together) == 9
    assert all(same(one, other) for one, other in zip(alone, together, strict=True))


@pytest.mark.usefixtures("cluster")
def test_a_cluster_that_goes_away_is_a_sentence() -> None:
    played = on_ray("local")(pieces(40))
    next(played)
    ray.shutdown()
    with pytest.raises(LostCluster, match="go on with the same command"):
        list(played)
