"""The decisions that cost most: the better play, why it is better, and the line that follows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from haggis.players import Clock, advise
from haggis.rules import Action, Game

from .judging import Class
from .reasons import Reason
from .truth import Truth

LINE_NODES = 100
SHORTEST_LINE = 3
"""Where the better action ends the trick, as a pass may, the line goes on into the next one."""
LONGEST_LINE = 8


@dataclass(frozen=True)
class KeyMoment:
    round_number: int
    action: int
    """The action that cost so much, from 1; the moment before it is `action - 1`."""
    seat: int
    played: Action
    best: Action
    loss: float
    error: float
    """The standard error of `loss`."""
    class_: Class
    reasons: tuple[Reason, ...]
    line: tuple[Action, ...]
    """What would probably have followed in the deal as it was: strong play of everybody to the end of a trick."""
    truth: Truth | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round_number,
            "action": self.action,
            "seat": self.seat,
            "played": str(self.played),
            "best": str(self.best),
            "loss": round(self.loss, 2),
            "error": round(self.error, 2),
            "class": self.class_,
            "reasons": [str(reason.sentence) for reason in self.reasons],
            "line": [str(action) for action in self.line],
            "truth": None if self.truth is None else self.truth.to_json(),
        }


def line_from(before: Game, best: Action, seed: int) -> tuple[Action, ...]:
    """The best action and what strong players, each by her own view, would do after it."""
    game = before.apply(best)
    line = [best]
    while (state := game.round) and len(line) < LONGEST_LINE and (state.trick or len(line) < SHORTEST_LINE):
        advice = advise(game.view(state.turn), Clock(nodes=LINE_NODES), seed=seed + len(line))
        line.append(advice.candidates[0].action)
        game = game.apply(line[-1])
    return tuple(line)
