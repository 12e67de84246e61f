"""What level plays like that: the average loss of each level, as `python -m experiments.review_levels` measured it."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import NamedTuple
from zlib import crc32


class LevelLoss(NamedTuple):
    level: str
    loss: float
    """Mean points lost an unforced decision, in games of the level against itself."""


@cache
def _written() -> str:
    return (resources.files("haggis.study") / "level_losses.json").read_text()


def fingerprint() -> int:
    """24 bits that change with what was measured."""
    return crc32(_written().encode()) & 0xFFFFFF


@cache
def measured(players: int) -> tuple[LevelLoss, ...]:
    """The levels with their average loss, the weakest first."""
    found = json.loads(_written())[str(players)]
    return tuple(sorted((LevelLoss(level, loss) for level, loss in found.items()), key=lambda each: -each.loss))


def level_like(loss: float, players: int) -> str:
    """The strongest level that loses at least as much; with a + if the loss is nearer to the next level's.

    Whoever loses more than the weakest level is like the weakest.
    """
    levels = measured(players)
    place = max((place for place, each in enumerate(levels) if each.loss >= loss), default=0)
    here = levels[place]
    if place + 1 == len(levels) or loss > here.loss:
        return here.level
    halfway = (here.loss + levels[place + 1].loss) / 2
    return f"{here.level}+" if loss < halfway else here.level
