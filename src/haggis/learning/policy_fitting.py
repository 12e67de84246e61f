"""Fits a policy to decisions: what players of each style thought of their actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from haggis.engine.policy import Decisions, feature_places

from .fitting import Fitting, batches, divided, exchanged_suits, learner
from .policy_model import PolicyModel

Numbers = NDArray[np.int64]


class PolicyExam(NamedTuple):
    """How well a policy foretells decisions that it was not fitted to."""

    divergence: float
    """By how much they surprise it more than those who took them (Kullback and Leibler, in nats)."""
    agreement: float
    """How often its likeliest action is theirs."""

    @property
    def words(self) -> str:
        return f"agrees in {self.agreement:.1%}, divergence {self.divergence:.3f}"


class _Batch(NamedTuple):
    shared: Tensor
    shared_starts: Tensor
    features: Tensor
    starts: Tensor
    decisions: Tensor
    """Of every action."""
    styles: Tensor
    """Of every decision."""
    targets: Tensor
    """Of every action."""


class _Rows:
    """The decisions of several files, to be drawn from one by one."""

    def __init__(self, files: Sequence[Decisions]) -> None:
        together = Decisions(*(np.concatenate(columns) for columns in zip(*files, strict=True)))
        self._rows = together
        self._shared_starts = _starts(together.shared_sizes)
        self._starts = _starts(together.sizes)
        self._action_starts = _starts(together.actions)
        self.fitted, self.held_back = divided(np.array([len(each.actions) for each in files]))

    def batch(self, decisions: Numbers, renamed: Numbers | None) -> _Batch:
        rows = self._rows
        counts = rows.actions[decisions].astype(np.int64)
        actions = _places(self._action_starts[decisions], counts)
        shared = _gathered(rows.shared, self._shared_starts[decisions], rows.shared_sizes[decisions], renamed)
        features = _gathered(rows.features, self._starts[actions], rows.sizes[actions], renamed)
        whose = np.repeat(np.arange(len(decisions)), counts)
        styles = rows.styles[decisions].astype(np.int64)
        return _Batch(*map(torch.from_numpy, (*shared, *features, whose, styles, rows.targets[actions])))


def _starts(sizes: NDArray[np.uint16]) -> Numbers:
    return np.cumsum(sizes, dtype=np.int64) - sizes


def _places(starts: Numbers, sizes: Numbers) -> Numbers:
    """Those of several stretches, one after the other."""
    return np.repeat(starts - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())


def _gathered(
    values: NDArray[np.uint16], starts: Numbers, sizes: NDArray[np.uint16], renamed: Numbers | None
) -> tuple[Numbers, Numbers]:
    """Stretches of features, and where each of them then begins."""
    wide = sizes.astype(np.int64)
    features = values[_places(starts, wide)].astype(np.int64)
    return features if renamed is None else renamed[features], np.cumsum(wide) - wide


def fit_policy(
    model: PolicyModel,
    files: Sequence[Decisions],
    how: Fitting,
    seed: int,
    progress: Callable[[int, int], None],
) -> PolicyExam:
    """Fits the model in place; the same seed, the same model. `progress` is told steps done and in all."""
    rows, rng = _Rows(files), np.random.default_rng(seed)
    places = feature_places(model.players)
    drawn, steps = batches(rows.fitted, how, rng)
    learn = learner(model, how, steps)
    for step, decisions in zip(range(steps), drawn, strict=False):
        renamed = exchanged_suits((places.cards, places.unseen), model.players + 2, places.size, rng)
        learn(_surprise(model, rows.batch(decisions, renamed)).mean())
        progress(step + 1, steps)
    return _examine(model, rows)


def _log_chances(model: PolicyModel, batch: _Batch) -> Tensor:
    """Of every action, by the style whose decision it is."""
    logits = model(*batch[:5]).gather(1, batch.styles[batch.decisions, None])[:, 0]
    count = len(batch.styles)
    most = torch.full((count,), -torch.inf).scatter_reduce(0, batch.decisions, logits.detach(), "amax")
    above = logits - most[batch.decisions]
    sums = torch.zeros(count).index_add(0, batch.decisions, above.exp())
    chances: Tensor = above - sums.log()[batch.decisions]
    return chances


def _surprise(model: PolicyModel, batch: _Batch) -> Tensor:
    """Of every decision."""
    found: Tensor = -batch.targets * _log_chances(model, batch)
    return torch.zeros(len(batch.styles)).index_add(0, batch.decisions, found)


@torch.no_grad()
def _examine(model: PolicyModel, rows: _Rows) -> PolicyExam:
    divergence = agreed = 0.0
    for start in range(0, len(rows.held_back), 2048):
        batch = rows.batch(rows.held_back[start : start + 2048], None)
        chances = _log_chances(model, batch)
        known = batch.targets > 0
        divergence += float((batch.targets * (batch.targets.log() - chances))[known].sum())
        agreed += int((_likeliest(chances, batch) == _likeliest(batch.targets, batch)).sum())
    count = len(rows.held_back)
    return PolicyExam(divergence / count, agreed / count) if count else PolicyExam(0.0, 0.0)


def _likeliest(values: Tensor, batch: _Batch) -> Tensor:
    """The number of the first action with the highest value, decision by decision."""
    count = len(batch.styles)
    most = torch.full((count,), -torch.inf).scatter_reduce(0, batch.decisions, values, "amax")
    numbers = torch.where(values == most[batch.decisions], torch.arange(len(values)), len(values))
    return torch.full((count,), len(values)).scatter_reduce(0, batch.decisions, numbers, "amin")
