"""Hints: what a strong player thinks of, ready to be shown and sent."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from haggis.rules import Action, Bet, Give, Play, View
from haggis.rules.words import hint_words
from haggis.server.tables.thinkers import HINT_LEVEL, Counsel

from .review_view import ReasonView, reason_view
from .sentence_view import SentenceView, sentence_view

MOST_HINTS = 5


class Advised(TypedDict):
    words: str
    points: float | None
    """None for a bet, and for an only action: nothing was weighed."""


class PlayHint(Advised):
    type: Literal["play"]
    cards: str
    reading: str


class PassHint(Advised):
    type: Literal["pass"]


class BetHint(Advised):
    type: Literal["bet"]
    amount: int


class GiveHint(Advised):
    type: Literal["give"]
    to: int


HintAction = TypeAliasType("HintAction", PlayHint | PassHint | BetHint | GiveHint)
"""An action that can be sent as it is, without `words` and `points`."""


class Hint(TypedDict):
    level: str
    actions: list[HintAction]
    sentences: list[SentenceView]
    """The words of the actions without English, in the same order."""
    reasons: list[ReasonView]
    """Why the first action that is no bet is the best."""


def hint_view(counsel: Counsel, view: View) -> Hint:
    """The best few, with reasons for the best; a bet comes first where it should be placed first."""
    advice = counsel.advice
    chosen: list[tuple[Action, float | None]] = [(advice.bet, None)] if advice.bet else []
    found = advice.candidates[:MOST_HINTS]
    chosen += [(each.action, round(each.points, 1) if len(found) > 1 else None) for each in found]
    words = [hint_words(action, view.names) for action, _ in chosen]
    actions = [_hint(action, points, said) for (action, points), said in zip(chosen, words, strict=True)]
    return Hint(
        level=HINT_LEVEL,
        actions=actions,
        sentences=[sentence_view(said) for said in words],
        reasons=[reason_view(each) for each in counsel.reasons],
    )


def _hint(action: Action, points: float | None, words: str) -> HintAction:
    advised = Advised(words=words, points=points)
    match action:
        case Play(_, cards, reading):
            return {"type": "play", "cards": str(cards), "reading": str(reading), **advised}
        case Bet(_, amount):
            return {"type": "bet", "amount": amount, **advised}
        case Give(_, to):
            return {"type": "give", "to": to, **advised}
        case _:
            return {"type": "pass", **advised}
