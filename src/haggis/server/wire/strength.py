"""How strong a level is: what was measured, in a sentence.

`strength.json` is written by `python -m experiments docs` from the matches in experiments/results.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from haggis.rules.sentences import Sentence
from haggis.server.english import say

FILE = Path(__file__).with_name("strength.json")


class Measured(TypedDict):
    """One level against its neighbour on the ladder."""

    level: str
    other: str
    players: int
    points: float
    """A round, more than the other."""
    out_first: float
    """The share of rounds in which the level went out first."""
    rounds: int
    current: bool
    """Whether the players still decide as they did then."""


MEASURED: list[Measured] = TypeAdapter(list[Measured]).validate_json(FILE.read_bytes())


def strength_words(level: str) -> dict[int, Sentence]:
    """A sentence for each number of players that was measured."""
    return {each["players"]: _words(each) for each in MEASURED if each["level"] == level}


def _words(found: Measured) -> Sentence:
    ahead = "strength.ahead" if found["players"] == 2 else "strength.ahead-of-two"
    key = ahead if found["points"] >= 0 else "strength.behind"
    said = say(
        key,
        other=say(f"level.{found['other']}"),
        share=round(100 * found["out_first"]),
        points=f"{abs(found['points']):.0f}",
        rounds=found["rounds"],
    )
    return said if found["current"] else say("strength.older", said=said)
