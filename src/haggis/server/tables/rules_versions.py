"""Which reading of the rules judges a table: the one that it was begun with, for ever.

A change of the rules that decides an old game differently gets the next number here, and the earlier reading stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from haggis.rules import Game

LATEST = 1
GAMES: Mapping[int, type[Game]] = {1: Game}
