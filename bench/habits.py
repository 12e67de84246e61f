"""What searching players usually do: fits the opponent model and says how well it foretells.

    python bench/habits.py --players 3 --rounds 450

Plays rounds of `strong` (some nodes, no bets) against itself and fits the numbers of a habit and its
heat to what was done, by the likelihood of the decisions (Adam, gradients by differences). Every fifth
round is kept apart for the exam: how likely are its decisions, and how much do the histories tell of
the true hands? The result goes into bench/results/habits-NP.json; `scripts/write-tastes --opponent-model` turns
both files into native/evaluation/opponent_model_data.cpp.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from rich.progress import track

from haggis.arena.statistics import Numbers
from haggis.engine.evaluation import tuned_weights
from haggis.engine.opponent_model import Decisions, OpponentModel, fitted_opponent_model, insight
from haggis.engine.search import Settings
from haggis.players import Clock, make_player
from haggis.rules import Game, Pass, Play, Round, preset, view_of

ROOT = Path(__file__).parents[1]
EXAM = 5
"""One round of so many is for the exam."""
STEP = 40
"""Hundredths of a point by which a number is moved to see what that changes."""
FIRST_HEAT = 800
LATER = 0.6
"""After this share of the steps they become smaller."""
TOLD_FROM = 4
"""Actions before anything is asked about the hands."""
WORLDS = 300
Decision = tuple[Round, Play | Pass]


def play_round(players: int, nodes: int, seed: int) -> list[Decision]:
    """Every play and pass of one round."""
    rng = random.Random(seed)
    seats = [make_player("strong-no-bets", rng.getrandbits(32), arena=True) for _ in range(players)]
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


def slopes(decisions: Decisions, numbers: Numbers, heat: float) -> Numbers:
    """How the surprise changes with each number, and with the logarithm of the heat; the noise changes nothing."""
    now = surprise(decisions, as_habit(numbers, heat))
    found = np.zeros(len(numbers))
    for place in range(len(numbers) - 1):
        moved = np.rint(numbers)
        moved[place] += STEP
        found[place] = (surprise(decisions, as_habit(moved, heat)) - now) / STEP
    found[-1] = (surprise(decisions, as_habit(numbers, heat * 1.05)) - now) / 0.05
    return found


def as_habit(numbers: Numbers, heat: float) -> OpponentModel:
    return OpponentModel([int(number) for number in np.rint(numbers)], round(heat))


def fit(decisions: Decisions, start: OpponentModel, steps: int, batch: int, seed: int) -> OpponentModel:
    """The numbers and the heat that make the decisions likely."""
    rng = random.Random(seed)
    numbers, heat = np.array(start.weights, dtype=np.float64), float(start.temperature)
    numbers[-1] = 0  # the noise of playouts
    adam = Adam(len(numbers))
    for number in track(range(steps), "steps"):
        some = decisions.some(rng.choices(range(len(decisions)), k=batch))
        size = 1.0 if number < LATER * steps else 0.3
        move = size * adam.step(slopes(some, numbers, heat))
        numbers[:-1] -= 25 * move[:-1]
        heat *= math.exp(-0.02 * move[-1])
    return as_habit(numbers, heat)


def nats(rounds: list[list[Decision]], settings: Settings) -> dict[str, float]:
    """What the histories tell of the true hands: the mean over rounds, with a 95 % interval."""
    found = [
        np.mean([insight(view_of(state, state.turn), state, settings, 1) for state, _ in made[TOLD_FROM::4]])
        for made in rounds
    ]
    half_width = 1.96 * np.std(found) / len(found) ** 0.5
    return {"mean": round(float(np.mean(found)), 3), "half_width": round(float(half_width), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=450)
    parser.add_argument("--players", type=int, choices=(2, 3), default=3)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--batch", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        seeds = [asked.seed * 1_000_003 + number for number in range(asked.rounds)]
        many = pool.map(play_round, [asked.players] * asked.rounds, [asked.nodes] * asked.rounds, seeds)
        played = list(track(many, "rounds", asked.rounds))
    apart = played[::EXAM]
    lessons = Decisions(each for number, made in enumerate(played) if number % EXAM for each in made)
    exam = Decisions(each for made in apart for each in made)
    start = OpponentModel(tuned_weights(asked.players), FIRST_HEAT)
    fitted = fit(lessons, start, asked.steps, asked.batch, asked.seed)
    result = vars(asked) | {
        "surprise": {
            name: round(surprise(exam, each), 4)
            for name, each in (
                ("evaluation", start),
                ("in_use", fitted_opponent_model(asked.players)),
                ("fitted", fitted),
            )
        },
        "nats": nats(apart, Settings(opponent_model=True, worlds=WORLDS)),
        "weights": fitted.weights,
        "temperature": fitted.temperature,
    }
    (ROOT / "bench" / "results" / f"habits-{asked.players}p.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps({key: value for key, value in result.items() if key != "weights"}, indent=1))


if __name__ == "__main__":
    main()
