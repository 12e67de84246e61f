"""The value network (native/value): what a whole state of a round is worth, and rounds of self-play to learn from."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from haggis import _native
from haggis.rules import Action, Cards, HaggisError, Round, Ruleset, View

from . import checks
from .convert import action_from_native, knowledge_of, round_to_native, rules_to_native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


NOTHING = Cards()


class BadNetwork(HaggisError):
    """A file that holds no network, or one of another version."""


class Value(NamedTuple):
    """By seat."""

    leads: list[float]
    """Points still to come, less the mean of the others'."""
    first_out: list[float]
    """The chance to go out first."""


class Look(NamedTuple):
    action: Action
    lead: float
    """By how much the seat will be ahead at the end of the round."""


class Network:
    """Reads its file once; it never changes and can be asked by many threads."""

    def __init__(self, data: bytes, name: str = "the network") -> None:
        try:
            self.native = _native.Network(data)
        except HaggisError as error:
            raise BadNetwork(f"{name} can't be used: {error}") from error

    @staticmethod
    def load(path: Path) -> Network:
        try:
            return Network(path.read_bytes(), str(path))
        except OSError as error:
            raise BadNetwork(f"{path} can't be read: {error.strerror}") from error

    @property
    def players(self) -> int:
        return self.native.players

    @property
    def hidden(self) -> int:
        """How wide its first layer is."""
        return self.native.hidden

    def value(self, state: Round) -> Value:
        """The value of a round, all hands known, in which somebody is to play."""
        return Value(*self.native.value(round_to_native(state)))

    def look_ahead(
        self, view: View, *, worlds: int, candidates: int, seed: int, forgotten: Cards = NOTHING
    ) -> list[Look]:
        """What the network expects after each action of the seat that is asked, the best first. No search.

        Who has `forgotten` cards that were played thinks that anybody may still hold them.
        """
        found = self.native.look_ahead(knowledge_of(view), worlds, candidates, checks.seed(seed), forgotten.bits)
        return [Look(action_from_native(action), lead) for action, lead in found]


@cache
def shipped(players: int) -> Network:
    """The network in the package (docs/network.md) for so many players."""
    file = resources.files("haggis.engine") / "networks" / f"{players}.bin"
    return Network(file.read_bytes(), file.name)


def features(state: Round) -> list[int]:
    """What a network is told of a round in which somebody is to play."""
    return _native.features(round_to_native(state))


def feature_count(players: int) -> int:
    return _native.feature_count(players)


class Positions(NamedTuple):
    """Rows to learn from, seen by the seat to act: she comes first, the player on her left next."""

    features: NDArray[np.uint16]
    """Of all positions, one after the other."""
    sizes: NDArray[np.uint16]
    """How many of them belong to each position."""
    leads: NDArray[np.float32]
    """Positions x players, in hundreds of points."""
    first_out: NDArray[np.uint8]
    """Who goes out first."""


class SelfPlay(NamedTuple):
    """How rounds are played for learning (native/learning/self_play.hpp)."""

    worlds: int = 8
    candidates: int = 20
    temperature: float = 1.0
    stray: float = 0.04
    lambda_: float = 1.0


def self_play(
    rulesets: list[Ruleset],
    network: Network | None,
    how: SelfPlay,
    *,
    rounds: int,
    seed: int,
    first: int = 0,
    threads: int = 0,
) -> Positions:
    """Rounds number `first` and up; the same seed gives the same rows, whatever the number of threads (0: all)."""
    found = _native.self_play(
        [rules_to_native(rules) for rules in rulesets],
        None if network is None else network.native,
        rounds=rounds,
        seed=checks.seed(seed),
        first=first,
        threads=threads,
        **how._asdict(),
    )
    features, sizes, leads, first_out = found
    return Positions(features, sizes, leads.reshape(len(sizes), -1), first_out)
