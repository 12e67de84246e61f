"""Hints: what a strong player thinks of, ready to be shown and sent."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from haggis.players import Advice
from haggis.rules import Action, Bet, Give, Play, View
from haggis.rules.words import action_words

HINT_LEVEL = "strong"
MOST_HINTS = 5


class HintAction(TypedDict):
    """An action that can be sent as it is, without `words` and `points`."""

    type: Literal["play", "pass", "bet", "give"]
    cards: NotRequired[str]
    reading: NotRequired[str]
    amount: NotRequired[int]
    to: NotRequired[int]
    words: str
    points: float | None


class Hint(TypedDict):
    level: str
    actions: list[HintAction]


def hint_view(advice: Advice, view: View) -> Hint:
    """The best few; a bet comes first where it should be placed first."""
    hints = [_hint(choice.action, view, round(choice.points, 1)) for choice in advice.candidates[:MOST_HINTS]]
    bet = [_hint(advice.bet, view, None)] if advice.bet else []
    return Hint(level=HINT_LEVEL, actions=[*bet, *hints])


def _hint(action: Action, view: View, points: float | None) -> HintAction:
    words = action_words(action, view.names).removeprefix(f"{view.names[view.seat]} ")
    match action:
        case Play(_, cards, reading):
            words = words.removeprefix("plays ")
            return {"type": "play", "cards": str(cards), "reading": str(reading), "words": words, "points": points}
        case Bet(_, amount):
            return {"type": "bet", "amount": amount, "words": words, "points": points}
        case Give(_, to):
            return {"type": "give", "to": to, "words": words, "points": points}
        case _:
            return {"type": "pass", "words": words, "points": points}
