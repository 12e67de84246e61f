"""Self-play and fitting in turn, in a folder: whatever is finished is kept, and a training that was stopped goes on.

A generation plays rounds with the network before it (the first: by the evaluation), and fits a network to its
positions and those of a few generations before. Everything follows from the configuration and its seed, so a
training that was broken off anywhere ends with the same networks as one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from haggis.engine.network import Network, Positions, SelfPlay
from haggis.rules import HaggisError, Ruleset, preset
from haggis.rules.ruleset import PRESET_PLAYERS

from .actors import Actors, Piece, here
from .fitting import Exam, Fitting, fit
from .model import ValueModel

HIDDEN_BLOCK = 32
"""The engine computes so many neurons at a time."""
PIECE = 500
"""Rounds between two looks at Ctrl-C and the progress."""
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


class BadFolder(HaggisError):
    """A folder that can't be trained in."""


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """All that a training depends on."""

    players: int = 2
    rounds: int = 50_000
    """Of self-play a generation."""
    hidden: int = 384
    window: int = 4
    """A generation learns from the positions of so many, itself included."""
    seed: int = 1
    worlds: int = 8
    candidates: int = 20
    temperature: float = 1.0
    stray: float = 0.04
    lambda_: float = 0.7
    """How much what came of the next position counts; the network's word on it counts the rest."""
    epochs: float = 2.0
    batch: int = 1024
    rate: float = 0.001

    @property
    def self_play(self) -> SelfPlay:
        return SelfPlay(self.worlds, self.candidates, self.temperature, self.stray, self.lambda_)

    @property
    def fitting(self) -> Fitting:
        return Fitting(self.epochs, self.batch, self.rate)

    @property
    def rulesets(self) -> list[Ruleset]:
        """Half of the rounds by the standard rules, the others by every other preset in turn."""
        names = [name for name, players in PRESET_PLAYERS.items() if self.players in players]
        standard, *others = (preset(name, players=self.players) for name in names)
        return [each for other in others for each in (standard, other)]


class Training:
    """One folder: `configuration.json`, `curve.json`, and for each generation its positions and its network."""

    def __init__(self, folder: Path, configuration: Configuration, actors: Actors = here) -> None:
        if configuration.hidden % HIDDEN_BLOCK:
            raise BadFolder(f"the first layer is a multiple of {HIDDEN_BLOCK} wide, not {configuration.hidden}")
        self.folder = folder
        self.configuration = configuration
        self._actors = actors
        self._keep_configuration()

    def _keep_configuration(self) -> None:
        path = self.folder / "configuration.json"
        mine = asdict(self.configuration)
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(path, json.dumps(mine, indent=1).encode())
        elif (kept := _read_json(path)) != mine:
            other = ", ".join(name for name in mine if kept.get(name) != mine[name])
            raise BadFolder(f"{self.folder} holds a training with another {other}; choose another folder")

    @property
    def curve(self) -> list[dict[str, Any]]:
        """What was measured after each generation."""
        path = self.folder / "curve.json"
        return list(_read_json(path)) if path.exists() else []

    def network(self, generation: int) -> Network:
        return Network.load(self.folder / f"network-{generation}.bin")

    def run(self, generations: int, progress: Progress) -> None:
        """Goes on until so many generations are there."""
        for generation in range(len(self.curve) + 1, generations + 1):
            self._play(generation, progress)
            exam = self._fit(generation, progress)
            point = {"generation": generation, **exam._asdict()}
            _write(self.folder / "curve.json", json.dumps([*self.curve, point], indent=1).encode())
            self._forget_positions(generation)

    def _play(self, generation: int, progress: Progress) -> None:
        path = self._positions(generation)
        if path.exists():
            return
        parts, done = [], 0
        pieces = list(self._pieces(generation))
        for piece, part in zip(pieces, self._actors(pieces), strict=True):
            parts.append(part)
            done += piece.rounds
            progress(f"generation {generation}: rounds", done, self.configuration.rounds)
        together = Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        new = path.with_suffix(".new.npz")
        np.savez(new, **together._asdict())
        new.replace(path)

    def _pieces(self, generation: int) -> Iterator[Piece]:
        network = (self.folder / f"network-{generation - 1}.bin").read_bytes() if generation > 1 else None
        rulesets, how = self.configuration.rulesets, self.configuration.self_play
        seed = 1000 * self.configuration.seed + generation
        for first in range(0, self.configuration.rounds, PIECE):
            rounds = min(PIECE, self.configuration.rounds - first)
            yield Piece(rulesets, network, how, rounds=rounds, seed=seed, first=first)

    def _fit(self, generation: int, progress: Progress) -> Exam:
        torch.manual_seed(self.configuration.seed)
        model = ValueModel(self.configuration.players, self.configuration.hidden)
        if generation > 1:
            model.load_state_dict(torch.load(self._model(generation - 1), weights_only=True))
        first = max(1, generation - self.configuration.window + 1)
        files = [self._read_positions(each) for each in range(first, generation + 1)]
        seed = 1000 * self.configuration.seed + generation
        exam = fit(
            model,
            files,
            self.configuration.fitting,
            seed,
            lambda done, of: progress(f"generation {generation}: fitting", done, of),
        )
        new = self._model(generation).with_suffix(".new")
        torch.save(model.state_dict(), new)
        new.replace(self._model(generation))
        _write(self.folder / f"network-{generation}.bin", model.to_bytes())
        return exam

    def _forget_positions(self, generation: int) -> None:
        """Those that the next generation won't learn from."""
        self._positions(generation - self.configuration.window + 1).unlink(missing_ok=True)

    def _positions(self, generation: int) -> Path:
        return self.folder / f"positions-{generation}.npz"

    def _model(self, generation: int) -> Path:
        return self.folder / f"model-{generation}.pt"

    def _read_positions(self, generation: int) -> Positions:
        with np.load(self._positions(generation)) as file:
            return Positions(**{name: file[name] for name in Positions._fields})


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadFolder(f"{path} is damaged: {error}") from error


def _write(path: Path, data: bytes) -> None:
    """All or nothing: a crash leaves the old file."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)
