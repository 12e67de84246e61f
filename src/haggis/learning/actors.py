"""Who plays the rounds of a generation: this process with all its cores, or the workers of a Ray cluster.

Rounds are played in pieces; a piece depends on its seed and number only, so whoever plays it, it is the same.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from haggis.engine.network import Network, Positions, SelfPlay, self_play
from haggis.rules import HaggisError, Ruleset

AHEAD = 2
"""Pieces that wait for each worker of a cluster, so that none is idle."""
KNOCK_SECONDS = 5.0


class LostCluster(HaggisError):
    """Ray can't be reached, or went away."""


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


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()


def on_ray(address: str) -> Actors:
    """The workers of the cluster at that address; `local` starts one on this machine."""
    import ray  # noqa: PLC0415  # the extra `ray`

    try:
        _knock(address)
        if not (address == "local" and ray.is_initialized()):
            ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (OSError, ValueError, RuntimeError) as error:
        raise LostCluster(f"there is no Ray cluster at {address}: {error}") from error
    remote: Any = ray.remote(num_cpus=1)(play_piece)

    def play(pieces: Iterable[Piece]) -> Iterator[Positions]:
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        waiting: deque[Any] = deque()
        try:
            for piece in pieces:
                waiting.append(remote.remote(piece, threads=1))
                if len(waiting) >= most:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        except (ray.exceptions.RayError, ConnectionError, ValueError) as error:  # the last: another cluster answers
            raise LostCluster(f"Ray went away: {error}; go on with the same command") from error

    return play
