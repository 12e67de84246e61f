"""Puzzles: positions from self-play in which one play is clearly best. They come with the package.

What is proved depends on the kind:

- `open`: all cards are known. The solver has solved the position after every legal action: one of them, and no other,
  leads to the best result.
- `hidden`: the other hand is hidden. Every deal of the unseen cards was solved after every legal action. On average
  over all deals, against an opponent who sees everything, the solution guarantees more by one strategy that does not
  see the cards than any other action can guarantee, even if the cards were opened after it (`endings`). Against an
  opponent who errs, or can't see the hand, another action may get more than it can guarantee.
- `opening`: many cards are hidden, and nothing is proved. Two searches with different chance found the same play, all
  other candidates are behind by the gap, and in fresh worlds it beats the closest of them by far more than the error.
"""

from __future__ import annotations

import datetime
import gzip
import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from haggis.rules import Action, HaggisError, Round, View, parse_action, view_of
from haggis.rules.position import read_position

from .english import say

Kind = Literal["open", "hidden", "opening"]
KINDS: tuple[Kind, ...] = ("open", "hidden", "opening")
FILE = "puzzles.jsonl.gz"
STRIDE = 7919
"""A prime: the puzzles of following days have nothing to do with each other."""


@dataclass(frozen=True)
class Puzzle:
    name: str
    kind: Kind
    position: dict[str, Any]
    """As in docs/notation.md."""
    solution: Action
    points: float
    """What the solution leads to, in points ahead of the other: in the end (`open`), on average over all deals with
    open cards (`hidden`), or as expected (`opening`)."""
    second: float
    """The same for the best of the other actions."""
    deals: int
    """How many deals were solved; 0: nothing is proved."""
    fails: float
    """How often the levels fail, each asked several times."""
    rating: int
    """How difficult it is."""

    @property
    def state(self) -> Round:
        return read_position(self.position)

    @property
    def view(self) -> View:
        """What the player sees."""
        state = self.state
        return view_of(state, state.turn)

    def is_solved_by(self, action: Action) -> bool:
        """Whether an action is the solution; raises if it isn't legal."""
        return self.state.verify(action) == self.solution

    def question_json(self) -> dict[str, Any]:
        """What may be told before the answer: the player's view, and the position only if all cards are open."""
        return {
            "name": self.name,
            "kind": self.kind,
            "position": self.position if self.kind == "open" else None,
            "view": self.view.to_json(),
            "solution": None,
            "deals": self.deals,
            "fails": self.fails,
            "rating": self.rating,
        }

    def to_json(self) -> dict[str, Any]:
        return vars(self) | {"solution": str(self.solution)}

    @staticmethod
    def from_json(wire: dict[str, Any]) -> Puzzle:
        return Puzzle(**(wire | {"solution": parse_action(wire["solution"])}))


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle in the package."""
    data = (resources.files("haggis.study") / FILE).read_bytes()
    return tuple(Puzzle.from_json(json.loads(line)) for line in gzip.decompress(data).decode().splitlines())


def puzzle(name: str) -> Puzzle:
    """The puzzle of that name."""
    for each in all_puzzles():
        if each.name == name:
            return each
    raise HaggisError(say("puzzle.unknown", given=repr(name[:40])))


def puzzle_of_the_day(day: datetime.date) -> Puzzle:
    """The same for everybody; none comes again before all the others."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() * STRIDE % len(puzzles)]
