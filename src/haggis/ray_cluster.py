"""The workers of a Ray cluster: pieces of work in, results out, in the same order.

A piece says all that its result depends on, its seed above all. So the result is the same wherever the piece is done:
here (`map`) or there (`Cluster.map`).
"""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from haggis.rules import HaggisError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 2
"""Pieces that wait for each worker of a cluster, so that none is idle."""
KNOCK_SECONDS = 5.0


class LostCluster(HaggisError):
    """Ray can't be reached, or went away."""


class Map(Protocol):
    """Who does the work: Python's `map` does it here, `Cluster.map` on a cluster."""

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]: ...


class Cluster:
    """The cluster at an address; `local` starts one on this machine, or takes the one that this process has started."""

    def __init__(self, address: str) -> None:
        import ray  # noqa: PLC0415  # the extra `ray`

        try:
            _knock(address)
            if not (address == "local" and ray.is_initialized()):
                ray.init(address=address, log_to_driver=False, include_dashboard=False, logging_level=logging.WARNING)
        except (OSError, ValueError, RuntimeError) as error:
            raise LostCluster(f"there is no Ray cluster at {address}: {error}") from error
        self._ray: Any = ray

    def map(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        """Do every piece on some worker. What a piece raises is raised here; close the iterator to stop early."""
        errors = self._ray.exceptions
        waiting: deque[Any] = deque()
        try:
            yield from self._share_out(work, pieces, waiting)
        except errors.RayTaskError as error:
            raise error.cause from error
        except (errors.RayError, ConnectionError) as error:
            raise _went_away(str(error)) from error
        finally:
            self._cancel(waiting)

    def _share_out(self, work: Any, pieces: Iterable[Any], waiting: deque[Any]) -> Iterator[Any]:
        self._check()
        remote = self._ray.remote(num_cpus=1)(_do)
        most = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        for piece in pieces:
            self._check()
            waiting.append(remote.remote(work, piece))
            if len(waiting) >= most:
                yield self._get(waiting)
        while waiting:
            yield self._get(waiting)

    def _get(self, waiting: deque[Any]) -> Any:
        self._check()
        result = self._ray.get(waiting[0])
        waiting.popleft()
        return result

    def _check(self) -> None:
        """Ray would start another cluster by itself and know nothing of our pieces there."""
        if not self._ray.is_initialized():
            raise _went_away("this process has left the cluster")

    def _cancel(self, waiting: deque[Any]) -> None:
        if self._ray.is_initialized():
            for each in waiting:
                self._ray.cancel(each)


def _do(work: Callable[[Piece], Result], piece: Piece) -> Result:
    """Ray takes plain functions only."""
    return work(piece)


def _went_away(reason: str) -> LostCluster:
    return LostCluster(f"Ray went away: {reason}; give the same command again")


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
