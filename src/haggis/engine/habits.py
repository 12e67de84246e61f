"""What searching players usually do (native/evaluation/opponent_model.hpp), how likely that finds a decision, and what it tells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from haggis import _native
from haggis.rules import Pass, Play, Round, View

from . import border
from .convert import action_to_native, round_to_native
from .search import Settings, known


class Habit(NamedTuple):
    """A softmax over what the judge would think with another taste."""

    taste: list[int]
    heat: int
    """Hundredths of a point: a value so much lower is taken e times less often."""


def habit(players: int) -> Habit:
    """The one in use."""
    return Habit(*_native.habit(border.whole(players, "the number of players", 2, 3)))


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

    def chances(self, by: Habit) -> list[float]:
        """How likely a habit finds each of them."""
        return _native.chances(self._rounds, self._words, by.taste, by.heat)


def insight(view: View, truth: Round, settings: Settings, seed: int) -> float:
    """By how much the history makes the true hands likelier than chance does: nats; below 0 it misleads."""
    return _native.insight(
        known(view),
        round_to_native(truth),
        worlds=settings.worlds,
        trust=settings.trust,
        habits=settings.habits,
        seed=border.seed(seed),
    )
