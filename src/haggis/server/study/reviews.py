"""Reviews in the background: asked for twice, made once, at whatever node; stored with the table's game, so that they
stay made. Only the node that makes a review knows how far it is.

What clients get is written in the threads that judge, once; the event loop only sends it. A review that was cut off, by
a restart too, leaves nothing behind: it can be asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from haggis.rules import Game
from haggis.server.english import say
from haggis.server.errors import NotNow, Refusal, Trouble
from haggis.server.storage.database import Batch, Conflict, Database
from haggis.server.storage.study_rows import ReviewRow
from haggis.server.tables.sharing import Sharing
from haggis.study.budget import Budget
from haggis.study.levels import fingerprint
from haggis.study.replay import Replay, moments_of_round, rounds_of
from haggis.study.review import Cancelled, Decision, Progress, Review, decision_count, review

from .desk import Desk
from .games import StudyGame

log = logging.getLogger(__name__)
LAYOUT = 3
"""How reviews are written."""
MOST_REVIEWED_ROUNDS = 60
MOST_KEPT_BYTES = 16 * 2**20
"""Of finished reviews, as they are sent: a long game's takes about 100 kB. Those of records are kept nowhere else."""
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)
"""What reading a stored review that is damaged raises."""
Status = Literal["none", "waiting", "running", "done", "stopped"]


def version() -> int:
    """Of what is stored: a review of another version is made anew. It names levels, so it goes with their numbers."""
    return LAYOUT << 24 | fingerprint()


class Writing(NamedTuple):
    """How reviews are written; called in threads."""

    decision: Callable[[Decision, StudyGame], bytes]
    """As it is sent while the rest is being judged."""
    review: Callable[[Review, StudyGame], str]
    """As it is stored."""
    answer: Callable[[str], bytes]
    """As it is sent, made of what is stored."""


class Finished(NamedTuple):
    """A review as it is stored, and as it is sent."""

    stored: str
    answer: bytes


@dataclass(eq=False)
class ReviewJob:
    """One review on its way; the thread that makes it only adds to it."""

    study: StudyGame
    budget: Budget
    writing: Writing
    total: int
    """Decisions to judge."""
    askers: set[str] = field(default_factory=set)
    decisions: list[bytes] = field(default_factory=list)
    status: Status = "waiting"
    stopped: bool = False
    task: asyncio.Task[None] | None = None

    def work(self) -> Finished:
        self.status = "running"
        game = replay_of(self.study.game)
        made = review(game, self.budget, on_progress=self._note, cancelled=lambda: self.stopped)
        stored = self.writing.review(made, self.study)
        return Finished(stored, self.writing.answer(stored))

    def _note(self, progress: Progress) -> None:
        self.total = progress.total
        if progress.decision is not None:
            self.decisions.append(self.writing.decision(progress.decision, self.study))

    def stop(self) -> None:
        self.stopped = True
        self.status = "stopped"
        if self.task:
            self.task.cancel()


def replay_of(game: Game) -> Replay:
    """Every moment of a game, judged by the game itself: it may be one of an earlier reading of the rules."""
    numbers = range(1, len(rounds_of(game)) + 1)
    return Replay(tuple(moment for number in numbers for moment in moments_of_round(game, number)))


class Found(NamedTuple):
    """A review as far as it is: on its way, or made and ready to be sent."""

    status: Status
    job: ReviewJob | None = None
    answer: bytes | None = None


class Reviews:
    """Used from the event loop only."""

    def __init__(self, database: Database, desk: Desk, writing: Writing, nodes: int, sharing: Sharing) -> None:
        self._budget = Budget(nodes=nodes)
        self._database = database
        self._sharing = sharing
        self._desk = desk
        self._writing = writing
        self._jobs: dict[str, ReviewJob] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def stop(self) -> None:
        for job in list(self._jobs.values()):
            job.stop()

    async def ask(self, study: StudyGame, player: str, owner: str) -> Found:
        """Begin a review, or join the one on its way; refuses who may not have it, and what is too much."""
        found = await self.look(study, player, owner)
        if found.status == "done":
            return found
        rounds = rounds_of(study.game)
        if len(rounds) > MOST_REVIEWED_ROUNDS:
            raise NotNow(say("review.too-long", rounds=len(rounds), most=MOST_REVIEWED_ROUNDS))
        if study.table and not await self._sharing.begin_review(study.id):
            return Found("running")
        if study.id not in self._jobs and (answer := await self._made_meanwhile(study, owner)) is not None:
            return Found("done", answer=answer)
        job = self._jobs.get(study.id) or self._begin(study, owner, decision_count(rounds))
        job.askers.add(player)
        await asyncio.sleep(0)  # a lane that is full refuses at once
        if job.task and job.task.done() and not job.task.cancelled() and (refusal := job.task.exception()):
            raise refusal
        return self._so_far(job)

    async def _made_meanwhile(self, study: StudyGame, owner: str) -> bytes | None:
        """A review that another server has finished just now. Its lease goes back unless a job will."""
        try:
            answer = await self._finished(study, owner)
        except BaseException:
            self._give_back(study)
            raise
        if answer is not None:
            self._give_back(study)
        return answer

    def _begin(self, study: StudyGame, owner: str, decisions: int) -> ReviewJob:
        job = self._jobs[study.id] = ReviewJob(study, self._budget, self._writing, decisions)
        job.task = asyncio.create_task(self._make(job, owner), name="haggis-review")
        # Not at the end of `_make`: a task that is stopped before it began never gets there.
        job.task.add_done_callback(lambda _: self._ended(study))
        return job

    def _ended(self, study: StudyGame) -> None:
        del self._jobs[study.id]
        self._give_back(study)

    def _give_back(self, study: StudyGame) -> None:
        if study.table and study.id not in self._jobs:
            self._sharing.end_review(study.id)

    async def look(self, study: StudyGame, player: str, owner: str) -> Found:
        """How far a review is; `none` if nobody asked for it, or if it was cut off."""
        study.check_review(player)
        answer = await self._finished(study, owner)
        if answer is not None:
            return Found("done", answer=answer)
        job = self._jobs.get(study.id)
        if job:
            return self._so_far(job)
        return Found("running" if await self._made_elsewhere(study) else "none")

    def _so_far(self, job: ReviewJob) -> Found:
        answer = self._kept.get(job.study.id)
        return Found(job.status, job) if answer is None else Found("done", answer=answer)

    async def leave(self, study: StudyGame, player: str) -> Found:
        """Somebody wants it no more. The last of them stops it, unless other servers may have askers of their own."""
        study.check_review(player)
        job = self._jobs.get(study.id)
        if job is None:
            return Found("stopped" if await self._made_elsewhere(study) else "none")
        job.askers.discard(player)
        if not job.askers and not (study.table and self._database.shared):
            job.stop()
        return Found("stopped")

    async def _made_elsewhere(self, study: StudyGame) -> bool:
        """Asked anew each time: a server that died, or gave up, makes nothing."""
        return study.table and await self._sharing.is_reviewed(study.id)

    async def _finished(self, study: StudyGame, owner: str) -> bytes | None:
        if study.id in self._kept:
            self._kept.move_to_end(study.id)
            return self._kept[study.id]
        row = await self._database.review_of(study.id) if study.table else None
        if row is None or row.version != version():
            return self._kept.get(study.id)  # it may have been finished while the database was asked
        body = row.body
        try:
            answer = await self._desk.quick(owner, lambda: self._writing.answer(body))
        except UNREADABLE as error:  # it is made anew when somebody asks for it
            log.error("the review of table %s is damaged: %s", study.id, type(error).__name__)
            return self._kept.get(study.id)
        self._keep(study, answer)
        return answer

    async def _make(self, job: ReviewJob, owner: str) -> None:
        try:
            made = await self._desk.review(owner, job.work)
            await self._store(job.study, made.stored)
            self._keep(job.study, made.answer)
            job.status = "done"
        except (Cancelled, asyncio.CancelledError):
            job.status = "stopped"
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001  # whoever waits finds no review, and can ask again
            log.error("a review failed: %s", type(error).__name__)

    async def _store(self, study: StudyGame, written: str) -> None:
        """Before it is told as done: then it is there after a restart. What can't be stored is kept in memory."""
        if not study.table:
            return
        try:
            await self._database.append(Batch(table="", review=ReviewRow(study.id, version(), written)))
        except (Conflict, Trouble) as error:
            log.warning("a review was not stored: %s", type(error).__name__)

    def _keep(self, study: StudyGame, answer: bytes) -> None:
        """The latest, as far as there is room."""
        self._kept[study.id] = answer
        self._kept.move_to_end(study.id)
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > MOST_KEPT_BYTES:
            self._kept.popitem(last=False)
