"""What another answer to a puzzle than its solution leads to, in the same points as the solution."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any

from haggis.engine.search import try_actions
from haggis.rules import Action

from .budget import Budget
from .endings import TooLarge, open_value, possible_deals, rivals
from .judging import NOISE, difference
from .puzzles import Puzzle

SEED = 1
"""The same answer is always told the same."""


@dataclass(frozen=True)
class Outcome:
    """Of a legal action that is not the solution."""

    points: float
    """In points ahead of the other, as `Puzzle.points`."""
    behind: float
    """By how much that is less than the solution."""
    error: float
    """The standard error of both; 0: they are exact."""

    def to_json(self) -> dict[str, Any]:
        return {part: round(number, 2) for part, number in vars(self).items()}


def outcome_of(puzzle: Puzzle, action: Action) -> Outcome | None:
    """Solved as the puzzle was; for an opening tried in fresh worlds. None if nothing is known."""
    if puzzle.kind == "opening":
        return _tried(puzzle, action)
    try:
        points = _solved(puzzle, action)
    except TooLarge:
        return None
    return Outcome(points, puzzle.points - points, 0.0)


def _solved(puzzle: Puzzle, action: Action) -> float:
    state = puzzle.state
    seat = state.turn
    (other,) = (rival for rival in rivals(state) if rival != seat)
    deals = [state] if puzzle.kind == "open" else possible_deals(state, seat)
    return fmean(open_value(deal.apply_unchecked(action), seat, other) for deal in deals)


def _tried(puzzle: Puzzle, action: Action) -> Outcome | None:
    """Nothing is told that chance alone might say."""
    view = puzzle.view
    best, mine = try_actions(view, [puzzle.solution, action], Budget().half(view), SEED)
    behind, error = difference(best, mine)
    return Outcome(puzzle.points - behind, behind, error) if behind > NOISE * error else None
