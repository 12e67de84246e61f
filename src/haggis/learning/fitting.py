"""Fits a model to positions: Adam, one cycle of the learning rate, suits exchanged at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from haggis.engine.network import Positions

from .model import ValueModel

CARD_BITS = 48
RANKS = 9
BLOCK = 64
"""Neighbouring positions that stay together in a batch: reading them is quick."""
HELD_BACK = 0.03
"""The share of the positions that only examine."""
FIRST_OUT_WEIGHT = 0.05


class Fitting(NamedTuple):
    """How to fit."""

    epochs: float = 3.0
    batch: int = 8192
    rate: float = 0.0015


class Exam(NamedTuple):
    """How well a model explains positions that it was not fitted to."""

    explained: float
    """The share of the variance of the lead (R squared)."""
    surprise: float
    """Of who goes out first: the mean of minus the logarithm of its chance."""


class _Blocks:
    """Positions of several files, to be drawn from block by block."""

    def __init__(self, files: Sequence[Positions]) -> None:
        self._files = files
        self._starts = [np.concatenate([[0], np.cumsum(each.sizes, dtype=np.int64)]) for each in files]
        counts = [len(each.sizes) // BLOCK for each in files]
        kept = [max(1, round(count * (1 - HELD_BACK))) for count in counts]
        self.fitted = _numbered(range(each) for each in kept)
        self.held_back = _numbered(range(first, last) for first, last in zip(kept, counts, strict=True))

    def batch(self, blocks: NDArray[np.int64], renamed: NDArray[np.int64] | None) -> tuple[Tensor, ...]:
        """Features, where each position's begin, leads, who goes out first."""
        parts = [self._block(file, number * BLOCK) for file, number in blocks]
        features = np.concatenate([part[0] for part in parts]).astype(np.int64)
        sizes = np.concatenate([part[1] for part in parts]).astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        leads, first_out = (np.concatenate([part[place] for part in parts]) for place in (2, 3))
        features = features if renamed is None else renamed[features]
        return tuple(map(torch.from_numpy, (features, starts, leads, first_out.astype(np.int64))))

    def _block(self, file: int, start: int) -> tuple[NDArray[np.generic], ...]:
        rows, starts, end = self._files[file], self._starts[file], start + BLOCK
        here = slice(start, end)
        return rows.features[starts[start] : starts[end]], rows.sizes[here], rows.leads[here], rows.first_out[here]


def _numbered(ranges: Iterable[range]) -> NDArray[np.int64]:
    """File and block of every block in the range of its file."""
    pairs = [(file, number) for file, each in enumerate(ranges) for number in each]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def exchanged_suits(players: int, features: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Other names for the features of cards, as if suits were exchanged; all others keep theirs."""
    renamed = np.arange(features, dtype=np.int64)
    order = rng.permutation(players + 2)
    for seat in range(players):
        for suit, other in enumerate(order):
            start = seat * CARD_BITS + suit * RANKS
            renamed[start : start + RANKS] = seat * CARD_BITS + other * RANKS + np.arange(RANKS)
    return renamed


def fit(
    model: ValueModel, files: Sequence[Positions], how: Fitting, seed: int, progress: Callable[[int, int], None]
) -> Exam:
    """Fits the model in place; the same seed, the same model. `progress` is told steps done and in all."""
    blocks, rng = _Blocks(files), np.random.default_rng(seed)
    a_batch = min(how.batch // BLOCK, len(blocks.fitted))
    steps = max(2, int(how.epochs * len(blocks.fitted) / a_batch))
    adam = torch.optim.Adam(model.parameters(), lr=how.rate)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, how.rate, steps, pct_start=0.05, final_div_factor=100)
    for step in range(steps):
        drawn = rng.choice(len(blocks.fitted), a_batch, replace=False)
        renamed = exchanged_suits(model.players, model.first.num_embeddings, rng)
        features, starts, leads, first_out = blocks.batch(blocks.fitted[drawn], renamed)
        found_leads, logits = model(features, starts)
        loss = nn.functional.mse_loss(found_leads, leads)
        loss = loss + FIRST_OUT_WEIGHT * nn.functional.cross_entropy(logits, first_out)
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
        cycle.step()
        progress(step + 1, steps)
    return _examine(model, blocks)


@torch.no_grad()
def _examine(model: ValueModel, blocks: _Blocks) -> Exam:
    missed = spread = surprise = 0.0
    count = 0
    for start in range(0, len(blocks.held_back), 128):
        features, starts, leads, first_out = blocks.batch(blocks.held_back[start : start + 128], None)
        found, logits = model(features, starts)
        missed += float(((found[:, 0] - leads[:, 0]) ** 2).sum())
        spread += float((leads[:, 0] ** 2).sum())
        surprise += float(nn.functional.cross_entropy(logits, first_out, reduction="sum"))
        count += len(leads)
    return Exam(1 - missed / spread, surprise / count) if count else Exam(0.0, 0.0)
