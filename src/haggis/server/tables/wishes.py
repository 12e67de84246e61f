"""The wish of somebody at a table of people to take her last action back, and what becomes of it."""

from __future__ import annotations

from typing import NamedTuple

from .events import Handed, Left, Replaced, Returned, TableEvent, TakeBackAgreed, TakeBackAsked, TakeBackRefused


class TakeBackWish(NamedTuple):
    """Somebody would like to take her last action back: the others may agree, or play on."""

    seat: int
    actions: int
    """How many actions the round would have then."""
    asked: int
    """The number of the event that asked."""
    agreed: frozenset[int] = frozenset()
    refused: bool = False
    """It is not asked for again."""


def wish_after_reseating(wish: TakeBackWish | None, event: TableEvent) -> TakeBackWish | None:
    """Others play now, so a wish ends; but who was refused does not ask again by going out and in."""
    if wish and wish.refused and not isinstance(event, Replaced):
        return wish
    return None if isinstance(event, Left | Handed | Returned | Replaced) else wish


def wish_after(
    wish: TakeBackWish | None, event: TakeBackAsked | TakeBackAgreed | TakeBackRefused, seq: int
) -> TakeBackWish:
    if isinstance(event, TakeBackAsked):
        return TakeBackWish(event.seat, event.actions, seq)
    if wish is None:
        raise ValueError("nobody asked to take anything back")
    if isinstance(event, TakeBackRefused):
        return wish._replace(refused=True)
    return wish._replace(agreed=wish.agreed | {event.seat})
