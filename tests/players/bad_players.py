"""Players that do what no player should."""

from __future__ import annotations

from haggis.players import Clock
from haggis.rules import Action, Bet, IllegalAction, Pass, View


class Broken:
    """Says its cards when it fails."""

    name = "broken"

    def choose(self, view: View, clock: Clock) -> Action:
        raise RuntimeError(f"no idea what to do with {view.hand}")

    def bet(self, view: View, clock: Clock) -> Bet | None:
        raise IllegalAction(f"no bet with {view.hand}")


class Cheat:
    name = "cheat"

    def choose(self, view: View, clock: Clock) -> Action:
        return Pass((view.seat + 1) % view.players)

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return Bet(view.seat, 7)
