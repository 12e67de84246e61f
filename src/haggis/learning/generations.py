"""Self-play and fitting in turn, in a folder: whatever is finished is kept, and a training that was stopped goes on.

A generation plays rounds with the network before it, and fits a network to their rows and those of a few generations
before. Everything follows from the configuration and its seed, so a training that was broken off anywhere ends with the
same networks as one that was not. What is trained, `values` and `policies` say.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic

import numpy as np
import torch

from haggis.rules import HaggisError, Ruleset, preset
from haggis.rules.ruleset import PRESET_PLAYERS

from .actors import Actors, Piece, Rows, here
from .fitting import Fitting
from .model import ValueModel
from .policy_model import PolicyModel

HIDDEN_BLOCK = 32
"""The engine computes so many neurons at a time."""
PIECE = 500
"""Rounds between two looks at Ctrl-C and the progress."""
Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Steps = Callable[[int, int], None]
"""Told how many steps of a fit are done, and how many there are."""


class BadFolder(HaggisError):
    """A folder that can't be trained in."""


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """What every training depends on."""

    players: int = 2
    rounds: int
    """Of self-play a generation."""
    hidden: int
    window: int
    """A generation learns from the rows of so many, itself included."""
    seed: int = 1
    epochs: float
    batch: int
    rate: float = 0.001

    @property
    def fitting(self) -> Fitting:
        return Fitting(self.epochs, self.batch, self.rate)

    @property
    def rulesets(self) -> list[Ruleset]:
        """Half of the rounds by the standard rules, the others by every other preset in turn."""
        names = [name for name, players in PRESET_PLAYERS.items() if self.players in players]
        standard, *others = (preset(name, players=self.players) for name in names)
        return [each for other in others for each in (standard, other)]


class Training(ABC, Generic[Rows]):
    """One folder: `configuration.json`, `curve.json`, and for each generation its rows and its network."""

    rows: ClassVar[Callable[..., Any]]
    """Makes rows of their columns."""
    columns: ClassVar[Sequence[str]]
    exam: ClassVar[Callable[..., Any]]
    """Makes what was measured after a fit of its numbers."""

    def __init__(self, folder: Path, configuration: Configuration, actors: Actors = here) -> None:
        if configuration.hidden % HIDDEN_BLOCK:
            raise BadFolder(f"the first layer is a multiple of {HIDDEN_BLOCK} wide, not {configuration.hidden}")
        self.folder = folder
        self.configuration = configuration
        self._actors = actors
        self._keep_configuration()

    @abstractmethod
    def _piece(self, generation: int, rounds: int, seed: int, first: int) -> Piece[Rows]: ...

    @abstractmethod
    def _new_model(self) -> ValueModel | PolicyModel: ...

    @abstractmethod
    def _fit_model(self, model: Any, files: list[Rows], seed: int, progress: Steps) -> Any:
        """Fits it in place; the answer is an exam, a named tuple of numbers."""

    def _keep_configuration(self) -> None:
        path = self.folder / "configuration.json"
        mine = asdict(self.configuration)
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(path, json.dumps(mine, indent=1).encode())
        elif (kept := _read_json(path)) != mine:
            other = ", ".join(name for name in mine if kept.get(name) != mine[name])
            what = f"with another {other}" if kept.keys() == mine.keys() else "of another kind"
            raise BadFolder(f"{self.folder} holds a training {what}; choose another folder")

    @property
    def curve(self) -> list[dict[str, Any]]:
        """What was measured after each generation."""
        path = self.folder / "curve.json"
        return list(_read_json(path)) if path.exists() else []

    def described(self, point: dict[str, Any]) -> str:
        """A point of the curve in words."""
        numbers = {name: value for name, value in point.items() if name != "generation"}
        return f"generation {point['generation']}: {type(self).exam(**numbers).words}"

    def network_file(self, generation: int) -> Path:
        return self.folder / f"network-{generation}.bin"

    def run(self, generations: int, progress: Progress) -> None:
        """Goes on until so many generations are there."""
        for generation in range(len(self.curve) + 1, generations + 1):
            self._play(generation, progress)
            exam = self._fit(generation, progress)
            point = {"generation": generation, **exam._asdict()}
            _write(self.folder / "curve.json", json.dumps([*self.curve, point], indent=1).encode())
            self._forget_rows(generation)

    def _play(self, generation: int, progress: Progress) -> None:
        path = self._rows_file(generation)
        if path.exists():
            return
        parts, done = [], 0
        pieces = list(self._pieces(generation))
        for piece, part in zip(pieces, self._actors(pieces), strict=True):
            parts.append(part)
            done += piece.rounds
            progress(f"generation {generation}: rounds", done, self.configuration.rounds)
        together: list[Any] = [np.concatenate(columns) for columns in zip(*parts, strict=True)]
        new = path.with_suffix(".new.npz")
        np.savez(new, allow_pickle=False, **dict(zip(self.columns, together, strict=True)))
        new.replace(path)

    def _pieces(self, generation: int) -> Iterator[Piece[Rows]]:
        seed = 1000 * self.configuration.seed + generation
        for first in range(0, self.configuration.rounds, PIECE):
            rounds = min(PIECE, self.configuration.rounds - first)
            yield self._piece(generation, rounds, seed, first)

    def _network_before(self, generation: int) -> bytes | None:
        return self.network_file(generation - 1).read_bytes() if generation > 1 else None

    def _fit(self, generation: int, progress: Progress) -> Any:
        torch.manual_seed(self.configuration.seed)
        model = self._new_model()
        if generation > 1:
            model.load_state_dict(torch.load(self._model(generation - 1), weights_only=True))
        first = max(1, generation - self.configuration.window + 1)
        files = [self._read_rows(each) for each in range(first, generation + 1)]
        seed = 1000 * self.configuration.seed + generation
        exam = self._fit_model(model, files, seed, partial(progress, f"generation {generation}: fitting"))
        new = self._model(generation).with_suffix(".new")
        torch.save(model.state_dict(), new)
        new.replace(self._model(generation))
        _write(self.network_file(generation), model.to_bytes())
        return exam

    def _forget_rows(self, generation: int) -> None:
        """Those that the next generation won't learn from."""
        self._rows_file(generation - self.configuration.window + 1).unlink(missing_ok=True)

    def _rows_file(self, generation: int) -> Path:
        return self.folder / f"rows-{generation}.npz"

    def _model(self, generation: int) -> Path:
        return self.folder / f"model-{generation}.pt"

    def _read_rows(self, generation: int) -> Any:
        with np.load(self._rows_file(generation)) as file:
            return type(self).rows(**{name: file[name] for name in self.columns})


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
