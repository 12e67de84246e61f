"""Threads for study: they stand back behind everything that is played, and only so much may wait for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from haggis.server.tables.lanes import Lane, LaneOptions

Found = TypeVar("Found")
QUICK_SECONDS = 2.0
REVIEW_SECONDS = 60.0
REVIEWS_AT_ONCE = 2
MOST_QUICK, MOST_REVIEWS = 64, 16
"""That wait."""
MOST_REVIEWS_AN_OWNER = 3
"""Of those of one address; of the quick ones, so many as `Limits.answers_waiting` says."""


class Desk:
    def __init__(self, quick_an_owner: int = 0) -> None:
        quick = LaneOptions(threads=1, niceness=10, most=MOST_QUICK, most_an_owner=quick_an_owner)
        self._quick = Lane("study", quick)
        reviews = LaneOptions(
            threads=REVIEWS_AT_ONCE, niceness=15, most=MOST_REVIEWS, most_an_owner=MOST_REVIEWS_AN_OWNER
        )
        self._reviews = Lane("reviews", reviews)

    def stop(self) -> None:
        self._quick.stop()
        self._reviews.stop()

    async def quick(self, owner: str, work: Callable[[], Found]) -> Found:
        """What takes a moment: reading a record, a round of a replay, an ending."""
        return await self._quick.do(owner, QUICK_SECONDS, lambda _: work())

    async def review(self, owner: str, work: Callable[[], Found]) -> Found:
        return await self._reviews.do(owner, REVIEW_SECONDS, lambda _: work())
