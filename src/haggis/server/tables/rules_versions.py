"""Which reading of the rules judges a table: the one that it was begun with, for ever.

A change of the rules that decides an old game differently gets the next number here, and the earlier reading stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from haggis.rules import Game, Round


class Judge(NamedTuple):
    """One reading of the rules."""

    version: int
    game: type[Game]
    round: type[Round]
    """What the rounds of such a game are."""


LATEST = 1
JUDGES: Mapping[int, Judge] = {1: Judge(1, Game, Round)}


def finished_part(game: Game) -> Game:
    """A game without the round in play, whose cards are still secret; judged as it was."""
    return replace(game, round=None, events=())
