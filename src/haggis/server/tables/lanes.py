"""Lanes of work for threads: each lane has threads of its own, so that no kind of work waits behind another.

Within a lane the owners (addresses) take turns, however much one of them asks for. Each job has a time that it would
like to take and one by which it must be answered; where many wait, each is given less, so that all are answered
in time.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from haggis.server.english import say
from haggis.server.errors import TooMany
from haggis.server.metrics import LANE_WAIT_SECONDS, LANE_WAITING, LANE_WORK_SECONDS

LATE = 1.7
"""A job is to be answered within so many times the time that it would like to take."""
LEAST_SECONDS = 0.025
RETRY_SECONDS = 2

Found = TypeVar("Found")
Work = Callable[[float | None], Found]
"""Told the seconds that it may take; None: as long as it likes."""
Interrupt = Callable[[], None]
"""Called, by another thread than the work's, once nobody wants its result."""


@dataclass(frozen=True, kw_only=True)
class LaneOptions:
    threads: int
    niceness: int = 0
    """How far the lane's threads stand back for others, as with `nice`."""
    most: int = 0
    """Jobs that may wait; 0: any number."""
    most_an_owner: int = 0


@dataclass(eq=False)
class _Job:
    owner: str
    seconds: float
    until: float
    work: Work[Any]
    number: int
    asked: float = field(default_factory=time.perf_counter)
    began: float = 0.0
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Lane:
    """Used from the event loop only; the work itself runs in threads."""

    def __init__(self, name: str, options: LaneOptions) -> None:
        self._options = options
        self._waiting_now, self._waited = LANE_WAITING.labels(name), LANE_WAIT_SECONDS.labels(name)
        self._worked = LANE_WORK_SECONDS.labels(name)
        self._pool = ThreadPoolExecutor(
            options.threads, f"haggis-{name}", initializer=_stand_back, initargs=(options.niceness,)
        )
        self._waiting: list[_Job] = []
        self._running = 0
        self._numbers = itertools.count(1)
        self._served: dict[str, int] = {}
        """When each owner who waits had her last turn."""

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def do(self, owner: str, seconds: float, work: Work[Found], interrupt: Interrupt = lambda: None) -> Found:
        """The work's result; refuses if too much waits already. Who wants it no more interrupts it."""
        self._check(owner)
        now = asyncio.get_running_loop().time()
        job = _Job(owner, seconds, now + LATE * seconds, work, next(self._numbers))
        self._waiting.append(job)
        self._waiting_now.inc()
        self._start()
        try:
            found: Found = await job.done
        except asyncio.CancelledError:
            if job in self._waiting:
                self._forget(job)
            else:
                interrupt()
            raise
        return found

    def _check(self, owner: str) -> None:
        most, own = self._options.most, self._options.most_an_owner
        waiting = sum(job.owner == owner for job in self._waiting)
        if (most and len(self._waiting) >= most) or (own and waiting >= own):
            raise TooMany(say("limit.thinking"), RETRY_SECONDS)

    def _start(self) -> None:
        """Give free threads their next jobs."""
        while self._waiting and self._running < self._options.threads:
            job = min(self._waiting, key=lambda job: (self._served.get(job.owner, job.number), job.number))
            seconds = self._share(job)
            self._served[job.owner] = next(self._numbers)
            self._forget(job)
            self._running += 1
            job.began = time.perf_counter()
            self._waited.observe(job.began - job.asked)
            working = asyncio.get_running_loop().run_in_executor(self._pool, job.work, seconds)
            working.add_done_callback(partial(self._finished, job))

    def _share(self, job: _Job) -> float | None:
        """How long a job may take: owners share what is left of the time, then each owner's jobs share hers."""
        waiting = Counter(each.owner for each in self._waiting)
        left = job.until - asyncio.get_running_loop().time()
        share = left * self._options.threads / (len(waiting) * waiting[job.owner])
        return None if share >= job.seconds else max(share, LEAST_SECONDS)

    def _forget(self, job: _Job) -> None:
        self._waiting.remove(job)
        self._waiting_now.dec()
        if not any(other.owner == job.owner for other in self._waiting):
            self._served.pop(job.owner, None)

    def _finished(self, job: _Job, working: asyncio.Future[Any]) -> None:
        self._running -= 1
        self._worked.observe(time.perf_counter() - job.began)
        if not working.cancelled():
            _hand_over(working, job.done)
        self._start()


def _hand_over(working: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
    error = working.exception()  # looked at even if nobody waits any more: asyncio logs those that nobody looked at
    if done.done():
        return
    if error is None:
        done.set_result(working.result())
    else:
        done.set_exception(error)


def _stand_back(niceness: int) -> None:
    """Threads that think long let the others go first: on Linux each thread has a niceness of its own."""
    if niceness and hasattr(os, "setpriority"):
        present = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(19, present + niceness))
