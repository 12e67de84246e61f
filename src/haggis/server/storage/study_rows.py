"""Rows about study: reviews, one a table, and how somebody does with puzzles."""

from __future__ import annotations

from typing import NamedTuple


class ReviewRow(NamedTuple):
    """The review of a table's game; the columns of `schema.reviews`."""

    table_id: str
    version: int
    body: str


class PuzzleRow(NamedTuple):
    """Somebody's progress with puzzles; the columns of `schema.puzzle_progress`."""

    player_id: str
    body: str
    instead_of: str | None = None
    """The progress on which this one builds; if another is stored by now, nothing is written."""
