"""The value network in PyTorch, and its file for the engine (native/value/network.cpp reads it)."""

from __future__ import annotations

import struct
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from haggis.engine.network import feature_count

MAGIC = b"haggisv2"
DENSE_LAYERS = (64, 64, 32)
FIRST_SPREAD = 0.15


class ValueModel(nn.Module):
    """Sparse features in; for each seat from the one to act the lead to come and the logit of going out first."""

    def __init__(self, players: int, hidden: int) -> None:
        super().__init__()
        self.players = players
        self.hidden = hidden
        self.first = nn.EmbeddingBag(feature_count(players), hidden, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(hidden))
        widths = pairwise((hidden, *DENSE_LAYERS))
        self.dense = nn.ModuleList(nn.Linear(inputs, outputs) for inputs, outputs in widths)
        self.heads = nn.Linear(DENSE_LAYERS[-1], 2 * players)
        nn.init.normal_(self.first.weight, 0, FIRST_SPREAD)

    def forward(self, features: Tensor, starts: Tensor) -> tuple[Tensor, Tensor]:
        """Features of all positions in a row, and where each position's begin; leads add up to nothing."""
        fired = torch.relu(self.first(features, starts) + self.first_bias)
        for layer in self.dense:
            fired = torch.relu(layer(fired))
        heads = self.heads(fired)
        leads = heads[:, : self.players]
        return leads - leads.mean(1, keepdim=True), heads[:, self.players :]

    def _tensors(self) -> list[Tensor]:
        """In the order of the file."""
        dense = [tensor for layer in (*self.dense, self.heads) for tensor in (layer.weight.T, layer.bias)]
        return [self.first.weight, self.first_bias, *dense]

    def to_bytes(self) -> bytes:
        """The file: a head, then 16-bit floats."""
        head = MAGIC + struct.pack("<3I", self.players, self.first.num_embeddings, self.hidden)
        return head + b"".join(each.detach().numpy().astype("<f2").tobytes() for each in self._tensors())

    @torch.no_grad()
    def round_as_in_file(self) -> None:
        """Keep only what a file keeps of every number."""
        for parameter in self.parameters():
            parameter.copy_(torch.from_numpy(parameter.numpy().astype(np.float16).astype(np.float32)))
