"""What searching players do: fits the opponent model to their decisions, and says how well it foretells them.

    python -m experiments.opponent_model --players 3            plays, fits, examines and keeps the fit
    python -m experiments.opponent_model --players 3 --adopt    takes the kept fit into use

Plays rounds of `strong` (some nodes, no bets) against itself and fits the weights of a softmax and its temperature
to what was done, by the likelihood of the decisions (Adam, gradients by differences). Every fifth round is kept apart
for the exam: how likely are its decisions, and how much do the histories tell of the true hands? The source of
native/evaluation/opponent_model_data.cpp, the model in use. Fits that are not in use stay among the results.
"""

from __future__ import annotations

import argparse
import functools
import math
import random

import numpy as np
from rich.progress import track

from haggis.arena.statistics import Numbers
from haggis.engine.evaluation import tuned_weights
from haggis.engine.opponent_model import Decisions, OpponentModel, fitted_opponent_model, insight
from haggis.engine.search import Settings
from haggis.players import Clock
from haggis.rules import Game, Pass, Play, Round, preset, view_of

from .native_data import OPPONENT_MODEL
from .results import Experiment, Result, arguments, as_typed
from .rounds import play_many, strong_seats

EXAM = 5
"""One round of so many is for the exam."""
STEP = 40
"""Hundredths of a point by which a number is moved to see what that changes."""
FIRST_TEMPERATURE = 800
LATER = 0.6
"""After this share of the steps they become smaller."""
ASKED_FROM = 4
"""Actions before anything is asked about the hands."""
INFERRING = Settings(opponent_model=True, worlds=300)
Decision = tuple[Round, Play | Pass]


def cells(result: Result) -> str:
    surprise, nats = result["surprise"], result["nats"]
    gain = f"{nats['mean']:.1f} ± {nats['half_width']:.1f}"
    return f"{surprise['evaluation']:.2f} | {surprise['in_use']:.2f} | {surprise['fitted']:.2f} | {gain}"


EXPERIMENT = Experiment(
    name="opponent_model",
    commands={
        "2p": "python -m experiments.opponent_model --players 2 --steps 100",
        "3p": "python -m experiments.opponent_model --players 3 --rounds 300 --steps 100",
    },
    columns="surprise of the evaluation | of the model in use | of the fit | nats, model in use",
    cells=cells,
    writes=(OPPONENT_MODEL.path,),
)


def play_round(players: int, nodes: int, seed: int) -> list[Decision]:
    """Every play and pass of one round."""
    rng = random.Random(seed)
    seats = strong_seats(players, rng)
    game = Game.start(preset("standard", players=players).with_rule("bets", "none")).deal(rng)
    made: list[Decision] = []
    while state := game.round:
        action = seats[state.turn].choose(game.view(state.turn), Clock(nodes=nodes))
        if isinstance(action, Play | Pass):
            made.append((state, action))
        game = game.apply(action)
    return made


def surprise(decisions: Decisions, by: OpponentModel) -> float:
    """The mean of -log(chance); 0 would be to know everything."""
    return float(-np.mean(np.log(np.maximum(decisions.chances(by), 1e-12))))


class Adam:
    """Steps of a steady size along a noisy gradient."""

    def __init__(self, size: int) -> None:
        self._mean = np.zeros(size)
        self._square = np.zeros(size)
        self._steps = 0

    def step(self, gradient: Numbers) -> Numbers:
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.02 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._steps)
        return mean / (np.sqrt(self._square / (1 - 0.98**self._steps)) + 1e-12)


def slopes(decisions: Decisions, weights: Numbers, temperature: float) -> Numbers:
    """How the surprise changes with each weight, and with the logarithm of the temperature (not the noise)."""
    now = surprise(decisions, as_model(weights, temperature))
    found = np.zeros(len(weights))
    for place in range(len(weights) - 1):
        moved = np.rint(weights)
        moved[place] += STEP
        found[place] = (surprise(decisions, as_model(moved, temperature)) - now) / STEP
    found[-1] = (surprise(decisions, as_model(weights, temperature * 1.05)) - now) / 0.05
    return found


def as_model(weights: Numbers, temperature: float) -> OpponentModel:
    return OpponentModel([int(weight) for weight in np.rint(weights)], round(temperature))


def fit(decisions: Decisions, start: OpponentModel, steps: int, batch: int, seed: int) -> OpponentModel:
    """The weights and the temperature that make the decisions likely."""
    rng = random.Random(seed)
    first, temperature = start
    weights = np.array(first, dtype=np.float64)
    weights[-1] = 0  # the noise of playouts
    adam = Adam(len(weights))
    for number in track(range(steps), "steps"):
        some = decisions.some(rng.choices(range(len(decisions)), k=batch))
        size = 1.0 if number < LATER * steps else 0.3
        move = size * adam.step(slopes(some, weights, temperature))
        weights[:-1] -= 25 * move[:-1]
        temperature *= math.exp(-0.02 * move[-1])
    return as_model(weights, temperature)


def nats(rounds: list[list[Decision]]) -> dict[str, float]:
    """What the histories tell of the true hands: the mean over rounds, with a 95 % interval."""
    found = [
        np.mean([insight(view_of(state, state.turn), state, INFERRING, 1) for state, _ in made[ASKED_FROM::4]])
        for made in rounds
    ]
    half_width = 1.96 * np.std(found) / len(found) ** 0.5
    return {"mean": round(float(np.mean(found)), 3), "half_width": round(float(half_width), 3)}


def measure(asked: argparse.Namespace) -> Result:
    """Plays, fits and examines."""
    played = play_many(functools.partial(play_round, asked.players, asked.nodes), asked.rounds, asked.seed)
    apart = played[::EXAM]
    lessons = Decisions(each for number, made in enumerate(played) if number % EXAM for each in made)
    exam = Decisions(each for made in apart for each in made)
    start = OpponentModel(tuned_weights(asked.players), FIRST_TEMPERATURE)
    fitted = fit(lessons, start, asked.steps, asked.batch, asked.seed)
    models = {"evaluation": start, "in_use": fitted_opponent_model(asked.players), "fitted": fitted}
    weights, temperature = fitted
    return {
        "surprise": {name: round(surprise(exam, model), 4) for name, model in models.items()},
        "nats": nats(apart),
        "weights": weights,
        "temperature": temperature,
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3), required=True)
    parser.add_argument("--rounds", type=int, default=450)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--batch", type=int, default=3000)
    parser.add_argument("--adopt", action="store_true", help="take the kept fit into use")
    asked = parser.parse_args()
    if asked.adopt:
        return OPPONENT_MODEL.adopt(asked.players, EXPERIMENT.kept()[f"{asked.players}p"])
    about = EXPERIMENT.begin(as_typed("opponent_model", parser, asked))
    return EXPERIMENT.finish(f"{asked.players}p", about | measure(asked), dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
