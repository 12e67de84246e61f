"""The policy network in PyTorch, and its file for the engine (native/policy/policy.cpp reads it)."""

from __future__ import annotations

import struct
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from haggis.engine.policy import STYLES, feature_places

MAGIC = b"haggisp1"
DENSE_LAYERS = (64, 32)
FIRST_SPREAD = 0.1
MOST_STEPS = 127
"""A row of the first layer is kept in so many steps up and down."""


class PolicyModel(nn.Module):
    """Sparse features of actions in; for each what every style thinks of it."""

    def __init__(self, players: int, hidden: int) -> None:
        super().__init__()
        self.players = players
        self.hidden = hidden
        self.first = nn.Embedding(feature_places(players).size, hidden)
        self.first_bias = nn.Parameter(torch.zeros(hidden))
        self.dense = nn.ModuleList(nn.Linear(*widths) for widths in pairwise((hidden, *DENSE_LAYERS)))
        self.heads = nn.Linear(DENSE_LAYERS[-1], len(STYLES))
        nn.init.normal_(self.first.weight, 0, FIRST_SPREAD)

    def forward(
        self, shared: Tensor, shared_starts: Tensor, features: Tensor, starts: Tensor, decisions: Tensor
    ) -> Tensor:
        """Shared features of all decisions and features of all actions, where each begins, and whose action each is."""
        of_decisions = nn.functional.embedding_bag(shared, self.first.weight, shared_starts, mode="sum")
        of_actions = nn.functional.embedding_bag(features, self.first.weight, starts, mode="sum")
        fired = torch.relu(of_actions + of_decisions[decisions] + self.first_bias)
        for layer in self.dense:
            fired = torch.relu(layer(fired))
        logits: Tensor = self.heads(fired)
        return logits

    def to_bytes(self) -> bytes:
        """The file: a head, the first layer in bytes after the steps of its rows, then 16-bit floats."""
        head = MAGIC + struct.pack("<4I", self.players, self.first.num_embeddings, self.hidden, len(STYLES))
        steps, rows = _in_bytes(self.first.weight.detach().numpy())
        dense = [tensor for layer in (*self.dense, self.heads) for tensor in (layer.weight.T, layer.bias)]
        rest = [tensor.detach().numpy().astype("<f2").tobytes() for tensor in (self.first_bias, *dense)]
        return b"".join([head, steps.tobytes(), rows.tobytes(), *rest])

    @torch.no_grad()
    def round_as_in_file(self) -> None:
        """Keep only what a file keeps of every number."""
        steps, rows = _in_bytes(self.first.weight.numpy())
        for parameter in self.parameters():
            parameter.copy_(torch.from_numpy(parameter.numpy().astype(np.float16).astype(np.float32)))
        self.first.weight.copy_(torch.from_numpy(steps.astype(np.float32)[:, None] * rows))


def _in_bytes(weights: NDArray[np.float32]) -> tuple[NDArray[np.float16], NDArray[np.int8]]:
    """What a step is worth in each row, and the row in steps."""
    steps = np.maximum(np.abs(weights).max(1) / MOST_STEPS, 1e-6).astype("<f2")
    rows = np.rint(weights / steps.astype(np.float32)[:, None])
    return steps, np.clip(rows, -MOST_STEPS, MOST_STEPS).astype(np.int8)
