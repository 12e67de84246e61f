"""The workers of a Ray cluster: pieces of work in, results out, in the same order.

A piece says all that its result depends on, its seed above all. So the result is the same wherever the piece is done:
here (`map`) or there (`Cluster.map`).
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from time import monotonic, sleep
from typing import Any, Protocol, TypeVar

from haggis.rules import HaggisError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 2
"""Pieces that wait for each worker of a cluster, so that none is idle."""
KNOCK_SECONDS = 5.0
"""How long the head may take to answer, and how often it is asked."""
GONE_SECONDS = 20.0
"""A head that does not answer for so long is gone; before, it may have been the network."""
STAY = ("RAY_gcs_rpc_server_reconnect_timeout_s", "3600")
"""Ray would end this process, whatever it does, when the head has been gone for 60 seconds."""


class LostCluster(HaggisError):
    """Ray can't be reached, or went away."""


class Map(Protocol):
    """Who does the work: Python's `map` does it here, `Cluster.map` on a cluster."""

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece], /) -> Iterator[Result]: ...


class Cluster:
    """The cluster at an address; `local` starts one on this machine, or takes the one that this process has started."""

    lost: LostCluster | None = None
    """How it went away, if it did."""

    def __init__(self, address: str) -> None:
        import ray  # noqa: PLC0415  # the extra `ray`

        os.environ.setdefault(*STAY)
        try:
            _knock(address)
            if not (address == "local" and ray.is_initialized()):
                ray.init(address=address, log_to_driver=False, include_dashboard=False, logging_level=logging.WARNING)
        except Exception as error:  # Ray raises bare ones, too
            what = "Ray can't be started here" if address == "local" else f"there is no Ray cluster at {address}"
            raise LostCluster(f"{what}: {error}") from error
        self._ray: Any = ray
        self._head: str = ray.get_runtime_context().gcs_address
        self._answered = monotonic()

    def map(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        """Do every piece on some worker. What a piece raises is raised here; close the iterator to stop early.

        Pieces that are being done then are left alone: `ray.cancel` may abort this process if one ends at that moment.
        """
        errors = self._ray.exceptions
        try:
            yield from self._share_out(work, pieces)
        except errors.RayTaskError as error:
            raise error.cause from error
        except (errors.RayError, ConnectionError) as error:
            raise self._went_away(str(error)) from error

    def _share_out(self, work: Any, pieces: Iterable[Any]) -> Iterator[Any]:
        self._check()
        waiting: deque[Any] = deque()
        remote = self._ray.remote(num_cpus=1)(_do)
        most = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        for piece in pieces:
            self._check()
            waiting.append(remote.remote(work, piece))
            if len(waiting) >= most:
                yield self._get(waiting.popleft())
        while waiting:
            yield self._get(waiting.popleft())

    def _get(self, reference: Any) -> Any:
        self._check()
        while not self._ray.wait([reference], timeout=KNOCK_SECONDS)[0]:
            self._check()
        return self._ray.get(reference)

    def _check(self) -> None:
        """Raise if the cluster is gone: Ray would wait for its head, or start a cluster that knows nothing of ours."""
        if not self._ray.is_initialized():
            raise self._went_away("this process has left the cluster")
        if monotonic() > self._answered + KNOCK_SECONDS:
            self._wait_for_head()

    def _wait_for_head(self) -> None:
        until = monotonic() + GONE_SECONDS
        while monotonic() > self._answered + KNOCK_SECONDS:
            try:
                _knock(self._head)
                self._answered = monotonic()
            except OSError as error:
                if monotonic() > until:
                    raise self._went_away(f"its head at {self._head} does not answer") from error
                sleep(KNOCK_SECONDS)

    def _went_away(self, reason: str) -> LostCluster:
        self.lost = LostCluster(f"Ray went away: {reason}; give the same command again")
        return self.lost


def _do(work: Callable[[Piece], Result], piece: Piece) -> Result:
    """Ray takes plain functions only."""
    return work(piece)


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
