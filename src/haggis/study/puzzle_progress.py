"""How somebody does with puzzles: a rating, streaks, and the next puzzle. It never changes: each try gives the next."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from .puzzles import Kind, Puzzle, all_puzzles, puzzle_of_the_day

START = 1200
FIRST_STEP, LAST_STEP = 60.0, 20.0
"""Most points that one puzzle moves the rating: fewer with every puzzle, as it is known better."""
SETTLED = 30
NEAREST = 20
"""The next puzzle is one of so many whose rating is nearest."""


@dataclass(frozen=True)
class PuzzleProgress:
    rating: float = START
    solved: int = 0
    failed: int = 0
    streak: int = 0
    """Solved in a row."""
    best_streak: int = 0
    days: int = 0
    """Days in a row with the puzzle of the day solved."""
    last_day: str = ""
    """The last of them."""
    tried_day: str = ""
    """The last day whose puzzle was answered on it."""
    seen: tuple[str, ...] = ()
    """Puzzles that were tried."""

    @property
    def tried(self) -> int:
        return self.solved + self.failed

    def after_answer(self, puzzle: Puzzle, day: datetime.date, *, solved: bool) -> PuzzleProgress:
        """After an answer: the first one counts, and for the days in a row the first one on the puzzle's own day."""
        after = self.after(puzzle, solved=solved)
        return after.after_day(day, solved=solved) if puzzle == puzzle_of_the_day(day) else after

    def counts(self, puzzle: Puzzle, day: datetime.date) -> bool:
        """Whether an answer would change anything."""
        return puzzle.name not in self.seen or (puzzle == puzzle_of_the_day(day) and self._is_open(day))

    def after(self, puzzle: Puzzle, *, solved: bool) -> PuzzleProgress:
        """After a first answer; a puzzle that was tried before changes nothing."""
        if puzzle.name in self.seen:
            return self
        streak = self.streak + 1 if solved else 0
        return replace(
            self,
            rating=self.rating + self._step() * (solved - self.expected(puzzle)),
            solved=self.solved + solved,
            failed=self.failed + (not solved),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            seen=(*self.seen, puzzle.name),
        )

    def expected(self, puzzle: Puzzle) -> float:
        """The chance to solve it, by the ratings (Elo)."""
        return float(1 / (1 + 10 ** ((puzzle.rating - self.rating) / 400)))

    def _step(self) -> float:
        share = min(1.0, self.tried / SETTLED)
        return FIRST_STEP + (LAST_STEP - FIRST_STEP) * share

    def after_day(self, day: datetime.date, *, solved: bool) -> PuzzleProgress:
        """After an answer to the puzzle of the day, whether or not the puzzle was met before."""
        if not self._is_open(day):
            return self
        tried = replace(self, tried_day=day.isoformat())
        if not solved:
            return tried
        in_a_row = self.last_day == (day - datetime.timedelta(days=1)).isoformat()
        return replace(tried, days=self.days + 1 if in_a_row else 1, last_day=day.isoformat())

    def _is_open(self, day: datetime.date) -> bool:
        return day.isoformat() not in (self.tried_day, self.last_day)

    def next_puzzle(self, rng: Random, kind: Kind | None = None) -> Puzzle:
        """One of about the same rating that was not tried; when all were, any of them again."""
        wanted = [each for each in all_puzzles() if kind in (None, each.kind)]
        seen = set(self.seen)
        fresh = [each for each in wanted if each.name not in seen] or wanted
        near = sorted(fresh, key=lambda each: (abs(each.rating - self.rating), each.name))
        return rng.choice(near[:NEAREST])

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"rating": round(self.rating, 1), "seen": list(self.seen)}

    @staticmethod
    def from_json(wire: dict[str, Any]) -> PuzzleProgress:
        return PuzzleProgress(**(wire | {"seen": tuple(wire["seen"])}))
