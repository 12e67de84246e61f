"""What a player must be able to do."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from haggis.rules import Action, Bet, View


class Clock(NamedTuple):
    """How long a player may think: by time, by positions visited, or (both None) as it likes.

    With `nodes` the same view and seed give the same answer on every machine.
    """

    millis: int | None = None
    nodes: int | None = None


AS_IT_LIKES = Clock()


class Player(Protocol):
    """Somebody who can sit at a table."""

    name: str

    def choose(self, view: View, clock: Clock) -> Action:
        """An action for a seat that is asked to play (a bet first is fine) or to give."""
        ...

    def bet(self, view: View, clock: Clock) -> Bet | None:
        """A bet out of turn, while another seat is asked; None for silence."""
        ...
