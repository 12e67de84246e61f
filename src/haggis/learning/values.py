"""Trains value networks.

They learn from rounds that are played one step ahead by the network before, the first by the evaluation: from what came
of their positions.
"""

from __future__ import annotations

from dataclasses import dataclass

from haggis.engine.network import Network, Positions, SelfPlay

from .actors import ValuePiece
from .fitting import Exam, fit
from .generations import Configuration, Steps, Training
from .model import ValueModel


@dataclass(frozen=True, kw_only=True)
class ValueConfiguration(Configuration):
    rounds: int = 50_000
    hidden: int = 384
    window: int = 4
    epochs: float = 2.0
    batch: int = 1024
    worlds: int = 8
    candidates: int = 20
    temperature: float = 1.0
    stray: float = 0.04
    lambda_: float = 0.7
    """How much what came of the next position counts; the network's word on it counts the rest."""

    @property
    def self_play(self) -> SelfPlay:
        return SelfPlay(self.worlds, self.candidates, self.temperature, self.stray, self.lambda_)


class ValueTraining(Training[Positions]):
    configuration: ValueConfiguration
    rows = Positions
    columns = Positions._fields
    exam = Exam

    def network(self, generation: int) -> Network:
        return Network.load(self.network_file(generation))

    def _piece(self, generation: int, rounds: int, seed: int, first: int) -> ValuePiece:
        configuration, network = self.configuration, self._network_before(generation)
        return ValuePiece(configuration.rulesets, network, configuration.self_play, rounds, seed, first)

    def _new_model(self) -> ValueModel:
        return ValueModel(self.configuration.players, self.configuration.hidden)

    def _fit_model(self, model: ValueModel, files: list[Positions], seed: int, progress: Steps) -> Exam:
        return fit(model, files, self.configuration.fitting, seed, progress)
