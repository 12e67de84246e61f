"""The players by name: the levels that people choose from, and yardsticks for the arena."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeGuard

from haggis.engine.search import Settings
from haggis.rules import HaggisError, Round
from haggis.rules.sentences import Catalogue

from .advice import STRONG_MILLIS
from .casual import Casual
from .external import PREFIX, External
from .greedy import Greedy
from .heuristic import Heuristic
from .player import Player
from .random_player import RandomPlayer
from .searcher import USUAL, Clairvoyant, Searcher

EXPERT_MILLIS = 1000
DEEP = {2: Settings(worlds=1024, exact=12, breadth=12, wide=True), 3: Settings(worlds=8192, opponent_model=True)}
"""What pays with more time: more worlds; between two also longer endings proven and plays that split groups,
among three also an opponent model."""


def _expert(name: str, settings: Mapping[int, Settings]) -> Callable[[int], Player]:
    return lambda seed: Searcher(name, seed, EXPERT_MILLIS, settings=settings)


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda _seed: Greedy(),
    "casual": Casual,
    "strong": lambda seed: Searcher("strong", seed, STRONG_MILLIS),
    "expert": _expert("expert", DEEP),
}
"""The levels, from the weakest to the strongest."""


def _without(idea: str, settings: Settings) -> Callable[[int], Player]:
    return lambda seed: Searcher(f"strong-{idea}", seed, STRONG_MILLIS, settings=dict.fromkeys(USUAL, settings))


YARDSTICKS: dict[str, Callable[[int], Player]] = {
    "heuristic": lambda _seed: Heuristic(),
    "clairvoyant": lambda seed: Clairvoyant("clairvoyant", seed, STRONG_MILLIS),
    "strong-no-bets": lambda seed: Searcher("strong-no-bets", seed, STRONG_MILLIS, bets=False),
    "strong-no-inference": _without("no-inference", Settings(inference=0)),
    "strong-no-equity": _without("no-equity", Settings(equity=False)),
    "strong-no-tree": _without("no-tree", Settings(tree=False)),
    "strong-no-solver": _without("no-solver", Settings(exact=0)),
    "expert-no-opponent-model": _expert(
        "expert-no-opponent-model", {n: deep.replace(opponent_model=False) for n, deep in DEEP.items()}
    ),
    "strong-random-playouts": _without("random-playouts", Settings(random_playouts=True)),
}
"""Players that show what an idea is worth, or what knowing all cards would be. For the arena only."""


sentence = Catalogue(
    {
        "player.unknown": "there is no player {given}; there are {players}",
        "player.yardstick": "{name} is a yardstick: it plays in the arena only",
        "player.sees-all": "{name} sees all cards: it plays in the arena only",
    }
)


class UnknownPlayer(HaggisError):
    """A name that nobody has."""


class Cheat(Player, Protocol):
    """A player that is shown the whole round before it is asked: a yardstick for the arena."""

    cheats: bool

    def peek(self, state: Round) -> None: ...


class ArenaOnly(HaggisError):
    """A yardstick, or a player that sees all cards, sits down only in the arena."""


def make_player(name: str, seed: int, *, arena: bool = False) -> Player:
    """The player of that name; `seed` fixes whatever chance it uses.

    Only the arena lets in programs of the user's (`cmd:PROGRAM ARGS`) and players that cheat: a
    server must never run a command that somebody sent to it.
    """
    if arena and name.startswith(PREFIX):
        return External(name.removeprefix(PREFIX))
    if not arena and name in YARDSTICKS:
        raise ArenaOnly(sentence("player.yardstick", name=name))
    known = PLAYERS | YARDSTICKS if arena else PLAYERS
    if name not in known:
        raise UnknownPlayer(sentence("player.unknown", given=repr(name[:40]), players=tuple(known)))
    player = known[name](seed)
    if cheats(player) and not arena:
        raise ArenaOnly(sentence("player.sees-all", name=name))
    return player


def cheats(player: Player) -> TypeGuard[Cheat]:
    """Whether a player asks to see all cards; the arena then shows it the round with `peek`."""
    return getattr(player, "cheats", False)
