"""The players by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeGuard

from haggis.rules import HaggisError, Round

from .casual import Casual
from .external import PREFIX, External
from .greedy import Greedy
from .heuristic import Heuristic
from .player import Player
from .searcher import Clairvoyant, Searcher
from .uniform import Uniform

STRONG_MILLIS = 200
EXPERT_MILLIS = 1000

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": Uniform,
    "greedy": lambda _seed: Greedy(),
    "heuristic": lambda _seed: Heuristic(),
    "casual": Casual,
    "strong": lambda seed: Searcher("strong", seed, STRONG_MILLIS),
    "strong-no-bets": lambda seed: Searcher("strong-no-bets", seed, STRONG_MILLIS, bets=False),
    "expert": lambda seed: Searcher("expert", seed, EXPERT_MILLIS),
    "clairvoyant": lambda seed: Clairvoyant("clairvoyant", seed, STRONG_MILLIS),
}


class UnknownPlayer(HaggisError):
    """A name that nobody has."""


class Cheat(Player, Protocol):
    """A player that is shown the whole round before it is asked: a yardstick for the arena."""

    cheats: bool

    def peek(self, state: Round) -> None: ...


class CheatRefused(HaggisError):
    """A player that sees all cards sits down only in the arena."""


def make_player(name: str, seed: int, *, arena: bool = False) -> Player:
    """The player of that name; `seed` fixes whatever chance it uses.

    Only the arena lets in programs of the user's (`cmd:PROGRAM ARGS`) and players that cheat: a
    server must never run a command that somebody sent to it.
    """
    if arena and name.startswith(PREFIX):
        return External(name.removeprefix(PREFIX))
    if name not in PLAYERS:
        raise UnknownPlayer(f"there is no player {name[:40]!r}; there are {', '.join(PLAYERS)}")
    player = PLAYERS[name](seed)
    if cheats(player) and not arena:
        raise CheatRefused(f"{name} sees all cards: it plays in the arena only")
    return player


def cheats(player: Player) -> TypeGuard[Cheat]:
    """Whether a player asks to see all cards; the arena then shows it the round with `peek`."""
    return getattr(player, "cheats", False)
