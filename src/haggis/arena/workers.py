"""Plays deals on several cores. A worker is a process with a pipe: a deal goes in, a result comes out.

Workers never outlive the match. They leave when their pipe closes, when they are asked to (SIGTERM),
and when the main process is gone, however it went. They ignore Ctrl-C: the main process hears it and
ends them. Leaving, they end the external bots that they started.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import NamedTuple

from haggis.ray_cluster import Cluster

from .match import Match
from .table import Room
from .tally import DealResult

LEAVE_SECONDS = 10.0
"""How long a worker may take to leave; it may have several stubborn bots to end."""


class Task(NamedTuple):
    """One deal of a match; `pairing` tells the matches of a ladder apart."""

    match: Match
    deal: int
    pairing: int = 0


class Done(NamedTuple):
    task: Task
    result: DealResult


class ArenaFailed(RuntimeError):
    """The arena itself broke down: not a player's fault."""


def play_all(tasks: Iterable[Task], jobs: int, cluster: Cluster | None = None) -> Generator[Done, None, None]:
    """The results, as they come: from so many processes, or from a cluster. Close the iterator to stop early."""
    if cluster:
        return cluster.map(_play_one, map(_check_for_cluster, tasks))
    return _alone(tasks) if jobs == 1 else _together(tasks, jobs)


def _check_for_cluster(task: Task) -> Task:
    task.match.check_for_cluster()
    return task


def _play_one(task: Task) -> Done:
    (done,) = _alone([task])
    return done


def _alone(tasks: Iterable[Task]) -> Generator[Done, None, None]:
    runner = _Runner()
    try:
        for task in tasks:
            yield Done(task, runner.play(task))
    finally:
        runner.close()


class _Runner:
    """Plays tasks one after another, in the room of the match that is on."""

    def __init__(self) -> None:
        self._room: Room | None = None

    def play(self, task: Task) -> DealResult:
        if self._room is None or self._room.match != task.match:
            self.close()
            self._room = Room(task.match)
        return self._room.play_deal(task.deal)

    def close(self) -> None:
        if self._room:
            self._room.close()


# --- the main process ---


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._task: Task | None = None
        self._process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        self._task = task
        with suppress(ConnectionError):  # it has died: `take` will tell
            self.pipe.send(task)

    def take(self) -> Done:
        """The result of the task that it was given."""
        if self._task is None:
            raise ArenaFailed("a worker answered without a task")
        try:
            answer = self.pipe.recv()
        except (EOFError, ConnectionError) as error:
            self._process.join(LEAVE_SECONDS)
            raise ArenaFailed(f"a worker died (exit code {self._process.exitcode}) {self._where()}") from error
        if not isinstance(answer, DealResult):
            raise ArenaFailed(f"a worker failed {self._where()}:\n{answer}")
        return Done(self._task, answer)

    def _where(self) -> str:
        match, deal, _ = self._task or (None, None, None)
        return f"in deal {deal} of {' - '.join(match.names)}, seed {match.seed}" if match else "while waiting"

    def dismiss(self, *, now: bool) -> None:
        self.pipe.close()
        if now:
            self._process.terminate()

    def see_off(self) -> None:
        self._process.join(LEAVE_SECONDS)
        self._process.kill()
        self._process.join()
        self._process.close()


def _together(tasks: Iterable[Task], jobs: int) -> Generator[Done, None, None]:
    workers = _hire(jobs)
    finished = False
    try:
        yield from _share_out(iter(tasks), workers)
        finished = True
    finally:
        for worker in workers:
            worker.dismiss(now=not finished)
        for worker in workers:
            worker.see_off()


def _hire(jobs: int) -> list[_Worker]:
    """Start the workers deaf to Ctrl-C from their first moment; for us it is only put off."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return [_Worker() for _ in range(jobs)]
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _share_out(tasks: Iterator[Task], workers: list[_Worker]) -> Iterator[Done]:
    """Give every worker a task, and the next one when it has done it."""
    busy: dict[object, _Worker] = {}
    for worker, task in zip(workers, tasks, strict=False):
        worker.give(task)
        busy[worker.pipe] = worker
    while busy:
        for pipe in wait([worker.pipe for worker in busy.values()]):
            worker = busy[pipe]
            done = worker.take()
            more = next(tasks, None)
            if more:
                worker.give(more)
            else:
                del busy[pipe]
            yield done


# --- a worker ---


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_watch_the_main_process, daemon=True).start()
    runner = _Runner()
    try:
        with suppress(EOFError, ConnectionError):
            while True:
                pipe.send(_answer(runner, pipe.recv()))
    finally:
        runner.close()


def _answer(runner: _Runner, task: Task) -> DealResult | str:
    try:
        return runner.play(task)
    except Exception:  # noqa: BLE001  # sent to the main process, which stops the match
        return traceback.format_exc()


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Leave once: a second signal must not disturb the ending of the bots."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _watch_the_main_process() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
