"""Players that tests put at a table, to see what the arena tells them and makes of them."""

from __future__ import annotations

from typing import Any, ClassVar

from haggis.players import Clock
from haggis.players.host import default_action
from haggis.rules import Action, Bet, Pass, Round, View


class Plain:
    """Does what the host would do for a player that fails. It never bets."""

    name = "plain"

    def choose(self, view: View, clock: Clock) -> Action:
        return default_action(view)

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return None


class Bettor(Plain):
    """Bets 15 out of turn as soon as it is asked, and notes when that was."""

    asked: ClassVar[list[View]] = []

    def bet(self, view: View, clock: Clock) -> Bet | None:
        self.asked.append(view)
        return Bet(view.seat, 15)


class Shy(Bettor):
    """Notes when it is asked for a bet, and says nothing."""

    def bet(self, view: View, clock: Clock) -> Bet | None:
        self.asked.append(view)
        return None


class Cheat(Plain):
    """Notes what it is shown."""

    cheats = True
    seen: ClassVar[list[Round]] = []

    def peek(self, state: Round) -> None:
        self.seen.append(state)

    def choose(self, view: View, clock: Clock) -> Action:
        assert self.seen[-1].turn == view.seat
        assert self.seen[-1].actions == view.actions
        return default_action(view)


class Raises(Plain):
    def choose(self, view: View, clock: Clock) -> Action:
        raise LookupError("I have lost my glasses")


class PassesAlways(Plain):
    def choose(self, view: View, clock: Clock) -> Action:
        return Pass(view.seat)


class AnswersWith(Plain):
    """Answers with whatever it was given, an action or not."""

    def __init__(self, answer: Any = None) -> None:
        self._answer = answer

    def choose(self, view: View, clock: Clock) -> Action:
        return self._answer  # type: ignore[no-any-return]


class BadBettor(Plain):
    """Its bets out of turn are no bets."""

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return Bet(view.seat, 7)
