"""Reviews in the background: asked for twice, made once, at whatever node; stored with the table's game, so that they
stay made. Only the node that makes a review knows how far it is.

A review that was cut off, by a restart too, leaves nothing behind: it can be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from haggis.rules import Round
from haggis.server.english import say
from haggis.server.errors import NotNow, Refusal, Trouble
from haggis.server.storage.database import Batch, Conflict, Database
from haggis.server.storage.study_rows import ReviewRow
from haggis.server.tables.sharing import Sharing
from haggis.study.budget import Budget
from haggis.study.replay import replay_game, rounds_of
from haggis.study.review import Cancelled, Decision, Progress, Review, review

from .desk import Desk
from .games import StudyGame

log = logging.getLogger(__name__)
VERSION = 1
"""Of what is stored: a review of another version is made anew."""
MOST_REVIEWED_ROUNDS = 60
MOST_FINISHED = 32
"""Reviews of records that are kept in memory."""
Status = Literal["none", "waiting", "running", "done", "stopped"]
Write = Callable[[Review, StudyGame], str]


@dataclass(eq=False)
class ReviewJob:
    """One review on its way; the thread that makes it only adds to it."""

    study: StudyGame
    budget: Budget
    total: int
    """Decisions to judge."""
    askers: set[str] = field(default_factory=set)
    decisions: list[Decision] = field(default_factory=list)
    status: Status = "waiting"
    stopped: bool = False
    task: asyncio.Task[None] | None = None

    def work(self) -> Review:
        self.status = "running"
        game = replay_game(self.study.game)
        return review(game, self.budget, on_progress=self._note, cancelled=lambda: self.stopped)

    def _note(self, progress: Progress) -> None:
        self.total = progress.total
        if progress.decision is not None:
            self.decisions.append(progress.decision)

    def stop(self) -> None:
        self.stopped = True
        self.status = "stopped"
        if self.task:
            self.task.cancel()


def _actions(rounds: Sequence[Round]) -> int:
    return sum(len(each.actions) for each in rounds)


class Found(NamedTuple):
    """A review as far as it is: on its way, or made and written."""

    status: Status
    job: ReviewJob | None = None
    written: str | None = None


class Reviews:
    """Used from the event loop only."""

    def __init__(self, database: Database, desk: Desk, write: Write, nodes: int, sharing: Sharing) -> None:
        self._budget = Budget(nodes=nodes)
        self._database = database
        self._sharing = sharing
        self._desk = desk
        self._write = write
        self._jobs: dict[str, ReviewJob] = {}
        self._written: OrderedDict[str, str] = OrderedDict()

    def stop(self) -> None:
        for job in list(self._jobs.values()):
            job.stop()

    async def ask(self, study: StudyGame, player: str, owner: str) -> Found:
        """Begin a review, or join the one on its way; refuses who may not have it, and what is too much."""
        found = await self.look(study, player)
        if found.status == "done":
            return found
        rounds = rounds_of(study.game)
        if len(rounds) > MOST_REVIEWED_ROUNDS:
            raise NotNow(say("review.too-long", rounds=len(rounds), most=MOST_REVIEWED_ROUNDS))
        if study.table and not await self._sharing.begin_review(study.id):
            return Found("running")
        job = self._jobs.get(study.id) or self._begin(study, owner, _actions(rounds))
        job.askers.add(player)
        await asyncio.sleep(0)  # a lane that is full refuses at once
        if job.task and job.task.done() and not job.task.cancelled() and (refusal := job.task.exception()):
            raise refusal
        return Found(job.status, job)

    def _begin(self, study: StudyGame, owner: str, actions: int) -> ReviewJob:
        job = self._jobs[study.id] = ReviewJob(study, self._budget, actions)
        job.task = asyncio.create_task(self._make(job, owner), name="haggis-review")
        # Not at the end of `_make`: a task that is stopped before it began never gets there.
        job.task.add_done_callback(lambda _: self._ended(study))
        return job

    def _ended(self, study: StudyGame) -> None:
        del self._jobs[study.id]
        if study.table:
            self._sharing.end_review(study.id)

    async def look(self, study: StudyGame, player: str) -> Found:
        """How far a review is; `none` if nobody asked for it, or if it was cut off."""
        study.check_review(player)
        written = self._written.get(study.id) or await self._stored(study)
        if written is not None:
            return Found("done", written=written)
        job = self._jobs.get(study.id)
        if job:
            return Found(job.status, job)
        return Found("running" if study.table and await self._sharing.is_reviewed(study.id) else "none")

    def leave(self, study: StudyGame, player: str) -> Found:
        """Somebody wants it no more; the last of them stops it."""
        study.check_review(player)
        job = self._jobs.get(study.id)
        if job is None:
            return Found("none")
        job.askers.discard(player)
        if not job.askers:
            job.stop()
        return Found("stopped")

    async def _stored(self, study: StudyGame) -> str | None:
        row = await self._database.review_of(study.id) if study.table else None
        return row.body if row and row.version == VERSION else None

    async def _make(self, job: ReviewJob, owner: str) -> None:
        try:
            made = await self._desk.review(owner, job.work)
            await self._keep(job.study, self._write(made, job.study))
            job.status = "done"
        except (Cancelled, asyncio.CancelledError):
            job.status = "stopped"
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001  # whoever waits finds no review, and can ask again
            log.error("a review failed: %s", type(error).__name__)

    async def _keep(self, study: StudyGame, written: str) -> None:
        """Stored first: what was told as done is there after a restart. What can't be stored is kept in memory."""
        if study.table:
            try:
                await self._database.append(Batch(table="", review=ReviewRow(study.id, VERSION, written)))
            except (Conflict, Trouble) as error:
                log.warning("a review was not stored: %s", type(error).__name__)
        self._written[study.id] = written
        while len(self._written) > MOST_FINISHED:
            self._written.popitem(last=False)
