"""Runs a match from its first deal to its last, or until it is clear or broken off."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Literal

from haggis.ray_cluster import Cluster, LostCluster

from .match import Match
from .sprt import Sprt, Verdict
from .tally import DealResult
from .workers import Done, Task, play_all

Stopped = Literal["sprt", "interrupted"]


@dataclass
class MatchResult:
    """The deals of a match that were played, in order."""

    match: Match
    deals: list[DealResult] = field(default_factory=list)
    stopped: Stopped | None = None
    """Why it ended before its last deal."""
    sprt: Sprt | None = None
    verdict: Verdict | None = None
    seconds: float = 0.0

    @property
    def rounds(self) -> int:
        return sum(deal.rounds for deal in self.deals)


@dataclass
class Hooks:
    """What else happens on the way."""

    on_played: Callable[[DealResult], object] = lambda _result: None
    """Called for every deal when it has been played, in any order: for a progress bar."""
    on_record: Callable[[str], object] = lambda _line: None
    """Called with every game record, in the order of deals."""


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int, deals: int) -> int:
    """How many processes play so many deals if `jobs` are asked for: one has at least a deal and a core."""
    return max(1, min(jobs, deals, all_cores()))


def play_match(
    match: Match,
    *,
    jobs: int = 1,
    cluster: Cluster | None = None,
    sprt: Sprt | None = None,
    hooks: Hooks | None = None,
) -> MatchResult:
    """Play a match in so many processes, at most one for each core; or on a cluster.

    Ctrl-C ends it early, and a cluster that goes away (`cluster.lost`); what was finished counts, if anything was.
    """
    run = _Run(MatchResult(match, sprt=sprt), hooks or Hooks())
    start = time.perf_counter()
    tasks = (Task(match, deal) for deal in range(match.deals))
    try:
        with closing(play_all(tasks, workers(jobs, match.deals), cluster)) as played:
            run.take_all(played)
    except (KeyboardInterrupt, LostCluster):
        run.interrupted()
        if not run.result.deals:
            raise
    run.result.seconds = time.perf_counter() - start
    return run.result


class _Run:
    """Puts deals that come in any order into theirs."""

    def __init__(self, result: MatchResult, hooks: Hooks) -> None:
        self.result = result
        self._hooks = hooks
        self._early: dict[int, DealResult] = {}

    def take_all(self, played: Iterator[Done]) -> None:
        for done in played:
            self._hooks.on_played(done.result)
            self._early[done.result.deal] = done.result
            if self._settled():
                self.result.stopped = "sprt" if len(self.result.deals) < self.result.match.deals else None
                return

    def _settled(self) -> bool:
        """Take in the deals whose turn it is; whether the test has its verdict."""
        while (deal := self._early.pop(len(self.result.deals), None)) is not None:
            if self._take(deal):
                return True
        return False

    def _take(self, deal: DealResult) -> bool:
        for line in deal.records:
            self._hooks.on_record(line)
        self.result.deals.append(replace(deal, records=[]))
        if self.result.sprt:
            self.result.verdict = self.result.sprt.add(deal.ahead / deal.rounds)
        return self.result.verdict is not None

    def interrupted(self) -> None:
        """Keep the deals that were finished, though others before them were not."""
        self.result.stopped = "interrupted"
        for _, deal in sorted(self._early.items()):
            self._take(deal)
