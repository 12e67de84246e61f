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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from haggis import _native
from haggis.rules import Action, Cards, HaggisError, Round, Ruleset

from . import checks
from .convert import action_from_native, round_to_native, rules_to_native

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
    return _solved(round_to_native(position), Limits(nodes, seconds, megabytes), line=line)


def solve_lead(
    rules: Ruleset, hands: Sequence[Cards], *, lead: int = 0, nodes: int = 0, seconds: float = 0, megabytes: int = 256
) -> Solution:
    """Solve an ending of two players that was thought up: these cards in hand, nothing scored, no haggis, no bets.

    >>> from haggis.rules import preset
    >>> solution = solve_lead(preset("standard"), [Cards("4r 9o K"), Cards("Tr Q")])
    >>> solution.value, str(solution.action)
    (14, '0 play 4r as 1x1:4')
    """
    if checks.instance(rules, Ruleset, "the rules").players != 2:
        raise HaggisError("an ending can be thought up for two players only")
    position = _native.Round.position(
        rules_to_native(rules),
        hands=[checks.instance(hand, Cards, "a hand").bits for hand in hands],
        haggis=0,
        turn=checks.whole(lead, "the lead", 0, 1),
        **_NOTHING_HAPPENED,
    )
    return _solved(position, Limits(nodes, seconds, megabytes), line=True)


_NOTHING_HAPPENED: dict[str, Any] = {
    "phase": "play",
    "top": 0,
    "owner": -1,
    "runner_up": -1,
    "passes": 0,
    "trick_worth": 0,
    "captured": [0, 0],
    "hand_score": [0, 0],
    "bets": [-1, -1],
    "out": [],
    "has_played": 0b11,
    "final_trick": -1,
}


class Limits(NamedTuple):
    nodes: int
    seconds: float
    megabytes: int


def _solved(position: _native.Round, limits: Limits, *, line: bool) -> Solution:
    nodes = checks.whole(limits.nodes, "nodes", 0, MOST_NODES)
    seconds = checks.seconds(limits.seconds, "the time")
    if seconds > MOST_SECONDS:
        raise HaggisError(f"the time must be at most {MOST_SECONDS:,} seconds")
    millis = max(1, round(1000 * seconds)) if seconds else 0
    megabytes = checks.whole(limits.megabytes, "megabytes", 0, MOST_MEGABYTES)
    return _solution(_native.solve(position, nodes, millis, bool(line), megabytes))


def _solution(found: _native.SolveResult) -> Solution:
    return Solution(
        rivals=(found.first, found.second),
        lower=found.lower,
        upper=found.upper,
        action=None if found.action is None else action_from_native(found.action),
        line=tuple(map(action_from_native, found.line)),
        nodes=found.nodes,
    )
