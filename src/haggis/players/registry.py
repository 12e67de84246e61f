"""The players by name: the levels that people choose from, and yardsticks for the arena."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol, TypeGuard

from haggis.engine.network import Network
from haggis.engine.policy import Policy
from haggis.rules import HaggisError, Round
from haggis.rules.sentences import Catalogue

from .advice import STRONG_MILLIS
from .external import PREFIX, External
from .greedy import Greedy
from .heuristic import Heuristic
from .levels import EXPERT_MILLIS, PERSONS, SKILLED_NODES
from .options import Options, parse_options
from .person import Habits, Person
from .player import Clock, Player
from .policy_player import PolicyPlayer
from .random_player import RandomPlayer
from .searcher import Clairvoyant, Searcher

SEARCHERS: dict[str, tuple[type[Searcher], Options]] = {
    "skilled": (Searcher, Options(clock=Clock(nodes=SKILLED_NODES))),
    "strong": (Searcher, Options(clock=Clock(millis=STRONG_MILLIS))),
    "expert": (Searcher, Options(clock=Clock(millis=EXPERT_MILLIS))),
    "clairvoyant": (Clairvoyant, Options(clock=Clock(millis=STRONG_MILLIS))),
}
"""With what they usually do. In the arena their names carry options: `strong:nodes=500,equity=off`."""


def _searcher(name: str, seed: int) -> Player:
    base, _, text = name.partition(":")
    kind, usual = SEARCHERS[base]
    return kind(name, seed, parse_options(base, text, usual))


def _network(name: str, seed: int) -> Player:
    """The network in the package, or one in a file: `network:FILE`."""
    _, colon, file = name.partition(":")
    return Person(name, seed, Habits(), Network.load(Path(file)) if colon else None)


def _policy(name: str, _seed: int) -> Player:
    """The policy in the package, or one in a file: `policy:FILE`."""
    _, colon, file = name.partition(":")
    return PolicyPlayer(name, Policy.load(Path(file)) if colon else None)


def _person(name: str) -> Callable[[int], Player]:
    return lambda seed: Person(name, seed, PERSONS[name])


LEVELS = (*PERSONS, "skilled", "strong", "expert")
"""From the weakest to the strongest; `careful`, `daring` and `hoarder` are about equal."""
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": lambda _seed: Greedy(),
    **{name: _person(name) for name in PERSONS},
    **{name: partial(_searcher, name) for name in ("skilled", "strong", "expert")},
}
"""The levels, and two that are simpler than any."""

YARDSTICKS: dict[str, Callable[[int], Player]] = {
    "heuristic": lambda _seed: Heuristic(),
    "network": partial(_network, "network"),
    "policy": partial(_policy, "policy"),
    "clairvoyant": partial(_searcher, "clairvoyant"),
}
"""Players that show what an idea is worth, or what knowing all cards would be. For the arena only."""


WITH_OPTIONS: dict[str, Callable[[str, int], Player]] = {
    "network": _network,
    "policy": _policy,
    **dict.fromkeys(SEARCHERS, _searcher),
}
"""Makers of the players whose names may be longer."""

sentence = Catalogue(
    {
        "player.unknown": "there is no player {given}; there are {players}",
        "player.yardstick": "{name} is a yardstick: it plays in the arena only",
        "player.sees-all": "{name} sees all cards: it plays in the arena only",
        "player.no-options": "{name} takes no options",
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

    Only the arena lets in programs of the user's (`cmd:PROGRAM ARGS`), players with options and players that cheat: a
    server must never run a command, or a search as long as somebody likes, because somebody sent it.
    """
    if arena and name.startswith(PREFIX):
        return External(name.removeprefix(PREFIX))
    if not arena and name in YARDSTICKS:
        raise ArenaOnly(sentence("player.yardstick", name=name))
    known = PLAYERS | YARDSTICKS if arena else PLAYERS
    base, colon, _ = name.partition(":")
    if (base if arena else name) not in known:
        raise UnknownPlayer(sentence("player.unknown", given=repr(name[:40]), players=tuple(known)))
    if colon and base not in WITH_OPTIONS:
        raise UnknownPlayer(sentence("player.no-options", name=base))
    player = WITH_OPTIONS[base](name, seed) if colon else known[name](seed)
    if cheats(player) and not arena:
        raise ArenaOnly(sentence("player.sees-all", name=name))
    return player


def cheats(player: Player) -> TypeGuard[Cheat]:
    """Whether a player asks to see all cards; the arena then shows it the round with `peek`."""
    return getattr(player, "cheats", False)
