"""Puzzles for everybody: which comes next, whether an answer is right, and how somebody does.

Progress belongs to the player's identity and is stored: only first answers count.
"""

from __future__ import annotations

import datetime
import json
import logging
import secrets
from random import Random
from typing import NamedTuple

from haggis.rules import Action, HaggisError
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.storage.database import Batch, Conflict, Database
from haggis.server.storage.study_rows import PuzzleRow
from haggis.study.puzzle_progress import PuzzleProgress
from haggis.study.puzzles import Kind, Puzzle, puzzle

log = logging.getLogger(__name__)
ATTEMPTS = 10


class Answered(NamedTuple):
    solved: bool
    counted: bool
    """Whether it was the first answer, ever or to the puzzle of the day on its day."""
    progress: PuzzleProgress


def today() -> datetime.date:
    return datetime.datetime.now(tz=datetime.UTC).date()


def find_puzzle(name: str) -> Puzzle:
    try:
        return puzzle(name)
    except HaggisError as error:
        raise NotFound(say("puzzle.unknown")) from error


class Puzzling:
    """Used from the event loop only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def progress(self, player: str) -> PuzzleProgress:
        return _progress_in(await self._database.puzzles_of(player))

    async def next(self, player: str, kind: Kind | None) -> Puzzle:
        """Of about her rating, and not tried yet."""
        return (await self.progress(player)).next_puzzle(Random(secrets.randbits(62)), kind)

    async def answer(self, player: str, asked: Puzzle, action: Action | None) -> Answered:
        """Judge an answer (None: she wants to see the solution); what the rules refuse raises and does not count."""
        solved = action is not None and asked.is_solved_by(action)
        for _ in range(ATTEMPTS):
            stored = await self._database.puzzles_of(player)
            before = _progress_in(stored)
            after = before.after_answer(asked, today(), solved=solved)
            try:
                if after != before:
                    row = PuzzleRow(player, json.dumps(after.to_json()), instead_of=stored.body if stored else None)
                    await self._database.append(Batch(table="", puzzles=row))
            except Conflict:  # another answer of hers, here or at another node, was stored meanwhile
                continue
            return Answered(solved, counted=after != before, progress=after)
        raise NotNow(say("puzzle.crowd"))


def _progress_in(row: PuzzleRow | None) -> PuzzleProgress:
    if row is None:
        return PuzzleProgress()
    try:
        return PuzzleProgress.from_json(json.loads(row.body))
    except (ValueError, KeyError, TypeError):
        log.error("somebody's progress with puzzles is damaged: it begins anew")
        return PuzzleProgress()
