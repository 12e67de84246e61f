"""Fits a value model to positions, and what every fit needs: Adam, one cycle of the learning rate, suits exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from haggis.engine.network import Positions

from .model import ValueModel

CARD_BITS = 48
RANKS = 9
HELD_BACK = 0.03
"""The share of the positions that only examine."""
FIRST_OUT_WEIGHT = 0.05


class Fitting(NamedTuple):
    """How to fit."""

    epochs: float = 2.0
    batch: int = 1024
    rate: float = 0.001


class Exam(NamedTuple):
    """How well a model explains positions that it was not fitted to."""

    explained: float
    """The share of the variance of the lead (R squared)."""
    surprise: float
    """Of who goes out first: the mean of minus the logarithm of its chance."""

    @property
    def words(self) -> str:
        return f"explains {self.explained:.3f} of the lead, surprise {self.surprise:.3f}"


class _Rows:
    """The positions of several files, to be drawn from one by one."""

    def __init__(self, files: Sequence[Positions]) -> None:
        columns = zip(*files, strict=True)
        self._features, self._sizes, self._leads, self._first_out = (np.concatenate(each) for each in columns)
        self._starts = np.cumsum(self._sizes, dtype=np.int64) - self._sizes
        counts = np.array([len(each.sizes) for each in files])
        self.fitted, self.held_back = divided(counts)

    def batch(self, rows: NDArray[np.int64], renamed: NDArray[np.int64] | None) -> tuple[Tensor, ...]:
        """Features, where each position's begin, leads, who goes out first."""
        sizes = self._sizes[rows].astype(np.int64)
        starts = np.cumsum(sizes) - sizes
        places = np.repeat(self._starts[rows] - starts, sizes) + np.arange(sizes.sum())
        features = self._features[places].astype(np.int64)
        features = features if renamed is None else renamed[features]
        first_out = self._first_out[rows].astype(np.int64)
        return tuple(map(torch.from_numpy, (features, starts, self._leads[rows], first_out)))


def divided(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The positions to fit to, and the last of every file, which only examine."""
    ends = np.cumsum(counts)
    parts = [(end - count, end - int(count * HELD_BACK), end) for count, end in zip(counts, ends, strict=True)]
    fitted = [np.arange(first, middle) for first, middle, _ in parts]
    return np.concatenate(fitted), np.concatenate([np.arange(middle, last) for _, middle, last in parts])


def exchanged_suits(places: Sequence[int], suits: int, features: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Other names for the features of cards, as if suits were exchanged; all others keep theirs.

    `places`: where features of cards begin.
    """
    renamed = np.arange(features, dtype=np.int64)
    order = rng.permutation(suits)
    for place in places:
        for suit, other in enumerate(order):
            start = place + suit * RANKS
            renamed[start : start + RANKS] = place + other * RANKS + np.arange(RANKS)
    return renamed


def fit(
    model: ValueModel, files: Sequence[Positions], how: Fitting, seed: int, progress: Callable[[int, int], None]
) -> Exam:
    """Fits the model in place; the same seed, the same model. `progress` is told steps done and in all."""
    rows, rng = _Rows(files), np.random.default_rng(seed)
    hands = [seat * CARD_BITS for seat in range(model.players)]
    drawn, steps = batches(rows.fitted, how, rng)
    learn = learner(model, how, steps)
    for step, positions in zip(range(steps), drawn, strict=False):
        renamed = exchanged_suits(hands, model.players + 2, model.first.num_embeddings, rng)
        features, starts, leads, first_out = rows.batch(positions, renamed)
        found_leads, logits = model(features, starts)
        loss = nn.functional.mse_loss(found_leads, leads)
        learn(loss + FIRST_OUT_WEIGHT * nn.functional.cross_entropy(logits, first_out))
        progress(step + 1, steps)
    return _examine(model, rows)


def batches(rows: NDArray[np.int64], how: Fitting, rng: np.random.Generator) -> tuple[Iterator[NDArray[np.int64]], int]:
    """The rows in a new order again and again, so many at a time; and how many times that is done."""
    size = min(how.batch, len(rows))
    return _shuffled(rows, size, rng), max(2, int(how.epochs * len(rows) / size))


def _shuffled(rows: NDArray[np.int64], size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    while True:
        order = rng.permutation(rows)
        yield from (order[start : start + size] for start in range(0, len(order) - size + 1, size))


def learner(model: nn.Module, how: Fitting, steps: int) -> Callable[[Tensor], None]:
    """To be called with the loss of every step: one step of Adam."""
    adam = torch.optim.Adam(model.parameters(), lr=how.rate)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, how.rate, steps, pct_start=0.05, final_div_factor=100)

    def learn(loss: Tensor) -> None:
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
        cycle.step()

    return learn


@torch.no_grad()
def _examine(model: ValueModel, rows: _Rows) -> Exam:
    missed = spread = surprise = 0.0
    count = 0
    for start in range(0, len(rows.held_back), 8192):
        features, starts, leads, first_out = rows.batch(rows.held_back[start : start + 8192], None)
        found, logits = model(features, starts)
        missed += float(((found[:, 0] - leads[:, 0]) ** 2).sum())
        spread += float((leads[:, 0] ** 2).sum())
        surprise += float(nn.functional.cross_entropy(logits, first_out, reduction="sum"))
        count += len(leads)
    return Exam(1 - missed / spread, surprise / count) if count else Exam(0.0, 0.0)
