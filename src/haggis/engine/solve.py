"""The exact solver: best play of both sides when every card is known, proven.

Two rivals play for the difference of their whole round scores: hands, cards and bets, points
scored before the position included. With two players they are the two; with three, the two who
are left once somebody is out, each of whom wants her own total less the other's, whatever the
third gets. Bets already placed count; no new ones are placed. See docs/solver.md.

>>> from haggis.rules.position import read_position
>>> state = read_position({
...     "players": 2, "preset": "standard", "lead": 0,
...     "hands": ["2r 3r 4r 5r 6r 7r 8r 9r Tr 2o 3o 4o 5o 6o", "2y 3y 4y 5y 6y 7y 8y 9y Ty 2g 3g 4g 5g 6g"],
...     "haggis": "7o 8o 9o To 7g 8g 9g Tg",
...     "actions": ["0 play 2r 3r 4r 5r 6r 7r 8r 9r Tr J Q K as 1x12:K", "1 pass"],
... })
>>> solution = solve(state)
>>> solution.value, [str(action) for action in solution.line]
(121, ['0 play 2o 3o 4o 5o 6o as 1x5:6'])
"""

from __future__ import annotations

from dataclasses import dataclass

from haggis import _native
from haggis.rules import Action, HaggisError, Round

from . import border
from .convert import action_from_native, round_to_native

MOST_NODES = 10**12
MOST_SECONDS = 1_000_000
MOST_MEGABYTES = 65_536


@dataclass(frozen=True)
class Solution:
    """What was proven. Values are the first rival's points less the second's, over the whole round."""

    rivals: tuple[int, int]
    """The two seats that play against each other, the lower first."""
    lower: int
    upper: int
    """The value lies between the two; they are equal if the position was solved."""
    action: Action | None
    """The best action; if not solved, the one that reaches the bound of its seat, if there is one."""
    line: tuple[Action, ...]
    """Best play of both, to the end of the round unless the limits cut it short; empty if not solved."""
    nodes: int
    """Positions looked at."""

    @property
    def solved(self) -> bool:
        return self.lower == self.upper and self.action is not None

    @property
    def value(self) -> int | None:
        return self.lower if self.solved else None

    def bounds_for(self, seat: int) -> tuple[int, int]:
        """The same bounds as a rival sees them: her points less the other's."""
        if seat not in self.rivals:
            raise HaggisError(f"seat {seat} is not one of the two who play against each other")
        return (self.lower, self.upper) if seat == self.rivals[0] else (-self.upper, -self.lower)


def solve(position: Round, *, nodes: int = 0, seconds: float = 0, line: bool = True, megabytes: int = 256) -> Solution:
    """Solve a position, or prove what the limits allow; a limit of 0 is none.

    The same number of nodes gives the same answer every time. `megabytes` is the most memory for
    positions met before; hardly any is used for small endings. Ctrl-C stops a long call.
    """
    most_nodes = border.whole(nodes, "nodes", 0, MOST_NODES)
    most_seconds = border.seconds(seconds, "the time")
    if most_seconds > MOST_SECONDS:
        raise HaggisError(f"the time must be at most {MOST_SECONDS:,} seconds")
    memory = border.whole(megabytes, "megabytes", 0, MOST_MEGABYTES)
    millis = max(1, round(1000 * most_seconds)) if most_seconds else 0
    return _solution(_native.solve(round_to_native(position), most_nodes, millis, bool(line), memory))


def _solution(found: _native.SolveResult) -> Solution:
    return Solution(
        rivals=(found.first, found.second),
        lower=found.lower,
        upper=found.upper,
        action=None if found.action is None else action_from_native(found.action),
        line=tuple(map(action_from_native, found.line)),
        nodes=found.nodes,
    )
