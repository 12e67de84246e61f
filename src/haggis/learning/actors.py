"""Who plays the rounds of a generation: this process with all its cores, or the workers of a Ray cluster.

Rounds are played in pieces; a piece depends on its seed and number only, so whoever plays it, it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from haggis.engine.network import Network, Positions, SelfPlay, self_play
from haggis.engine.policy import Decisions, Policy, policy_play
from haggis.ray_cluster import Cluster
from haggis.rules import Ruleset

Rows = TypeVar("Rows", Positions, Decisions)
"""What is learnt from: of values, or of policies."""
Played_co = TypeVar("Played_co", covariant=True)


class Piece(Protocol[Played_co]):
    """Some rounds of a generation."""

    @property
    def rounds(self) -> int: ...

    def play(self, threads: int) -> Played_co: ...


class ValuePiece(NamedTuple):
    """Rounds for the value network to learn from."""

    rulesets: list[Ruleset]
    network: bytes | None
    """Its file; None: the evaluation plays."""
    how: SelfPlay
    rounds: int
    seed: int
    first: int

    def play(self, threads: int) -> Positions:
        network = None if self.network is None else Network(self.network)
        return self_play(
            self.rulesets,
            network,
            self.how,
            rounds=self.rounds,
            seed=self.seed,
            first=self.first,
            threads=threads,
        )


class PolicyPiece(NamedTuple):
    """Rounds for the policy to learn from."""

    rulesets: list[Ruleset]
    network: bytes
    """The value network's file."""
    policy: bytes | None
    """The file of the policy before; None: nobody searches."""
    nodes: int
    rounds: int
    seed: int
    first: int

    def play(self, threads: int) -> Decisions:
        return policy_play(
            self.rulesets,
            Network(self.network),
            None if self.policy is None else Policy(self.policy),
            nodes=self.nodes,
            rounds=range(self.first, self.first + self.rounds),
            seed=self.seed,
            threads=threads,
        )


class Actors(Protocol):
    """Plays pieces, and gives their rows in the same order."""

    def __call__(self, pieces: Iterable[Piece[Rows]]) -> Iterator[Rows]: ...


def play_piece(piece: Piece[Rows], threads: int = 0) -> Rows:
    return piece.play(threads)


def here(pieces: Iterable[Piece[Rows]]) -> Iterator[Rows]:
    return map(play_piece, pieces)


def on_cluster(cluster: Cluster) -> Actors:
    """Every worker of the cluster plays with one thread."""

    def played(pieces: Iterable[Piece[Rows]]) -> Iterator[Rows]:
        alone: Callable[[Piece[Rows]], Rows] = partial(play_piece, threads=1)
        return cluster.map(alone, pieces)

    return played
