"""The players by name."""

from __future__ import annotations

from collections.abc import Callable

from haggis.rules import HaggisError

from .greedy import Greedy
from .player import Player
from .uniform import Uniform

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": Uniform,
    "greedy": lambda _seed: Greedy(),
}


class UnknownPlayer(HaggisError):
    """A name that nobody has."""


def make_player(name: str, seed: int) -> Player:
    """The player of that name; `seed` fixes whatever chance it uses."""
    if name not in PLAYERS:
        raise UnknownPlayer(f"there is no player {name[:40]!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)
