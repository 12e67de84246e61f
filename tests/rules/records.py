"""A good record, and ways to spoil it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from haggis.rules import Cards, Game, parse_action, record
from haggis.rules.deal import chosen
from tests.rules.table import QUICK_2, quick, rules

Record = dict[str, Any]


def two_rounds() -> Game:
    """Standard, two players, to 150: a quick round that Ann wins, then one that Bob wins after Ann's bet."""
    game = Game.start(rules(target=150), ("Ann", "Bob"))
    game = played(game.deal_given(chosen(tuple(map(Cards, QUICK_2)), 1, 0)), *(map(str, quick(rules()).actions)))
    game = game.deal_given(chosen(tuple(map(Cards, reversed(QUICK_2))), 0, 1))
    block = f"1 play {Cards(QUICK_2[0])} as 2x7:8"
    return played(game, "0 bet 15", block, "0 pass", "1 play J Q K as bomb:JQK")


def played(game: Game, *actions: str) -> Game:
    for action in actions:
        game = game.apply(parse_action(action))
    return game


GOOD = record.write(two_rounds())


def broken_off() -> Record:
    """The same game, broken off in its second round."""
    return record.write(record.replay_to(GOOD, 2, 2))


def spoiled(change: Callable[[Record], object], good: Record = GOOD) -> Record:
    wire = copy.deepcopy(good)
    change(wire)
    return wire


def put(*path_and_value: Any) -> Callable[[Record], None]:
    """A change that puts a value at a path."""
    *path, last, value = path_and_value

    def change(wire: Any) -> None:
        for key in path:
            wire = wire[key]
        wire[last] = value

    return change


def drop(*path: Any) -> Callable[[Record], None]:
    """A change that leaves something out."""
    *most, last = path

    def change(wire: Any) -> None:
        for key in most:
            wire = wire[key]
        del wire[last]

    return change
