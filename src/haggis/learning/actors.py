"""Who plays the rounds of a generation: this process with all its cores, or the workers of a Ray cluster.

Rounds are played in pieces; a piece depends on its seed and number only, so whoever plays it, it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from haggis.engine.network import Network, Positions, SelfPlay, self_play
from haggis.ray_cluster import Cluster
from haggis.rules import Ruleset


class Piece(NamedTuple):
    """Some rounds of a generation."""

    rulesets: list[Ruleset]
    network: bytes | None
    """Its file; None: the evaluation plays."""
    how: SelfPlay
    rounds: int
    seed: int
    first: int


Actors = Callable[[Iterable[Piece]], Iterator[Positions]]
"""Plays pieces, and gives their positions in the same order."""


def play_piece(piece: Piece, threads: int = 0) -> Positions:
    network = None if piece.network is None else Network(piece.network)
    return self_play(
        piece.rulesets,
        network,
        piece.how,
        rounds=piece.rounds,
        seed=piece.seed,
        first=piece.first,
        threads=threads,
    )


def here(pieces: Iterable[Piece]) -> Iterator[Positions]:
    return map(play_piece, pieces)


def on_cluster(cluster: Cluster) -> Actors:
    """Every worker of the cluster plays with one thread."""
    return partial(cluster.map, partial(play_piece, threads=1))
