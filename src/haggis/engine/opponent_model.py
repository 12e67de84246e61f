"""The opponent model (native/evaluation): what searching players do, how likely that is, and what it tells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from haggis import _native
from haggis.rules import Pass, Play, Round, View

from . import checks
from .convert import action_to_native, knowledge_of, round_to_native
from .search import Settings


class OpponentModel(NamedTuple):
    """A softmax over the evaluation with weights of its own."""

    weights: list[int]
    temperature: int
    """Hundredths of a point: a value so much lower is taken e times less often."""


def fitted_opponent_model(players: int) -> OpponentModel:
    """The one in use."""
    return OpponentModel(*_native.fitted_opponent_model(checks.whole(players, "the number of players", 2, 3)))


class Decisions:
    """Rounds in which somebody played or passed, ready to be asked about many times."""

    def __init__(self, made: Iterable[tuple[Round, Play | Pass]]) -> None:
        self._rounds: list[_native.Round] = []
        self._words: list[int] = []
        for state, action in made:
            self._rounds.append(round_to_native(state))
            self._words.append(action_to_native(action)[2])

    def __len__(self) -> int:
        return len(self._rounds)

    def some(self, numbers: Iterable[int]) -> Decisions:
        """Those with these numbers."""
        few = Decisions(())
        for number in numbers:
            few._rounds.append(self._rounds[number])
            few._words.append(self._words[number])
        return few

    def chances(self, model: OpponentModel) -> list[float]:
        """How likely the model finds each of them."""
        return _native.chances(self._rounds, self._words, model.weights, model.temperature)


def insight(view: View, truth: Round, settings: Settings, seed: int) -> float:
    """By how much the history makes the true hands likelier than chance does: nats; below 0 it misleads."""
    return _native.insight(knowledge_of(view), round_to_native(truth), settings, checks.seed(seed))
