"""Trains policies.

They learn from rounds of players who search by the policy before, the first from players who look one step ahead: from
what those thought of every action. The value network is the one in the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from haggis.engine.policy import Decisions, Policy

from .actors import PolicyPiece
from .generations import Configuration, Steps, Training
from .policy_fitting import PolicyExam, fit_policy
from .policy_model import PolicyModel


@dataclass(frozen=True, kw_only=True)
class PolicyConfiguration(Configuration):
    rounds: int = 20_000
    hidden: int = 128
    window: int = 1
    epochs: float = 4.0
    batch: int = 512
    nodes: int = 320
    """Of every search."""


class PolicyTraining(Training[Decisions]):
    configuration: PolicyConfiguration
    rows = Decisions
    columns = Decisions._fields
    exam = PolicyExam

    def policy(self, generation: int) -> Policy:
        return Policy.load(self.network_file(generation))

    def _piece(self, generation: int, rounds: int, seed: int, first: int) -> PolicyPiece:
        configuration, policy = self.configuration, self._network_before(generation)
        return PolicyPiece(
            configuration.rulesets, self._value_network(), policy, configuration.nodes, rounds, seed, first
        )

    def _value_network(self) -> bytes:
        return (resources.files("haggis.engine") / "networks" / f"{self.configuration.players}.bin").read_bytes()

    def _new_model(self) -> PolicyModel:
        return PolicyModel(self.configuration.players, self.configuration.hidden)

    def _fit_model(self, model: PolicyModel, files: list[Decisions], seed: int, progress: Steps) -> PolicyExam:
        return fit_policy(model, files, self.configuration.fitting, seed, progress)
