"""The policy network (native/policy): what players of some styles are likely to do, and decisions to learn from."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from haggis import _native
from haggis.rules import Action, HaggisError, Ruleset, View

from . import checks
from .convert import action_from_native, knowledge_of, rules_to_native
from .network import BadNetwork, Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STYLES = ("search", "lookahead", "evaluation", "careless")
CANDIDATES = 16


class Policy:
    """Reads its file once; it never changes and can be asked by many threads."""

    def __init__(self, data: bytes, name: str = "the policy") -> None:
        try:
            self.native = _native.Policy(data)
        except HaggisError as error:
            raise BadNetwork(f"{name} can't be used: {error}") from error

    @staticmethod
    def load(path: Path) -> Policy:
        try:
            return Policy(path.read_bytes(), str(path))
        except OSError as error:
            raise BadNetwork(f"{path} can't be read: {error.strerror}") from error

    @property
    def players(self) -> int:
        return self.native.players

    def logits(self, view: View, *, candidates: int = CANDIDATES) -> list[tuple[Action, list[float]]]:
        """The likely actions of the seat that is asked to play, each with what every style thinks of it."""
        found = self.native.logits(knowledge_of(view), candidates)
        return [(action_from_native(action), logits) for action, logits in found]


@cache
def shipped_policy(players: int) -> Policy:
    """The policy in the package (docs/network.md) for so many players."""
    file = resources.files("haggis.engine") / "networks" / f"policy-{players}.bin"
    return Policy(file.read_bytes(), file.name)


def view_features(view: View, *, candidates: int = CANDIDATES) -> tuple[list[int], list[list[int]]]:
    """What a policy is told: what all likely actions share, and the features of each."""
    return _native.view_features(knowledge_of(view), candidates)


class FeaturePlaces(NamedTuple):
    """How many features a view has, and where those of single cards begin."""

    size: int
    cards: int
    """Of the hand that an action leaves."""
    unseen: int


def feature_places(players: int) -> FeaturePlaces:
    return FeaturePlaces(*_native.view_feature_places(players))


class Decisions(NamedTuple):
    """Rows to learn from."""

    shared: NDArray[np.uint16]
    """Features that all actions of a decision share, of all decisions one after the other."""
    shared_sizes: NDArray[np.uint16]
    """How many of them belong to each decision."""
    features: NDArray[np.uint16]
    """The same of all actions."""
    sizes: NDArray[np.uint16]
    actions: NDArray[np.uint16]
    """How many each decision has."""
    styles: NDArray[np.uint8]
    """Whose decision it is."""
    targets: NDArray[np.float32]
    """How likely each action ought to be."""


def policy_play(
    rulesets: list[Ruleset],
    network: Network,
    policy: Policy | None,
    *,
    rounds: range,
    seed: int,
    nodes: int,
    threads: int = 0,
) -> Decisions:
    """Rounds of these numbers; the same seed gives the same rows, whatever the number of threads (0: all).

    Without a policy those who search look one step ahead instead.
    """
    found = _native.policy_play(
        [rules_to_native(rules) for rules in rulesets],
        network.native,
        None if policy is None else policy.native,
        rounds=len(rounds),
        seed=checks.seed(seed),
        first=rounds.start,
        nodes=nodes,
        candidates=CANDIDATES,
        threads=threads,
    )
    return Decisions(*found)
