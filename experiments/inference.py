"""How well search guesses the hidden hands: how much likelier the true ones become than others.

    python -m experiments.inference               all players: some minutes
    python -m experiments.inference 2p-casual     those whose name begins so

Rounds of a player against itself; at moments of them, what the one to act makes of what the others did. The gain is the
logarithm of how likely the true hands are over the mean of other deals of the unseen cards: 0 is no better than chance.
"Worlds that count" is how many of 100 equally likely ones would tell as much as 100 weighed ones.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator

import numpy as np

from haggis.arena.statistics import ratios
from haggis.engine.search import likelihood
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Round, Ruleset, View, preset, sample_world
from haggis.rules.round import replay

from .results import Experiment, Result, arguments
from .review_levels import changed, name_of

PLAYERS = {2: ("casual", "careful", "skilled", "heuristic"), 3: ("casual", "skilled")}
MOMENTS = 200
A_ROUND = 3
"""Moments of one round, at most."""
WORLDS = 100


def cells(result: Result) -> str:
    low, high = result["gain_ci95"]
    return (
        f"{result['gain']:+.2f} | {low:+.2f} to {high:+.2f} | {result['worlds_that_count']:.0f} | {result['moments']}"
    )


EXPERIMENT = Experiment(
    name="inference",
    commands={
        name_of(players, level): f"python -m experiments.inference {name_of(players, level)}"
        for players, levels in PLAYERS.items()
        for level in levels
    },
    columns="gain | 95 % | worlds that count | moments",
    cells=cells,
    bets=False,
)


def moments(level: str, rules: Ruleset, rng: random.Random) -> Iterator[tuple[View, Round]]:
    """Decisions after somebody else's, as they are seen and as they are."""
    while True:
        seats = [make_player(level, rng.getrandbits(32), arena=True) for _ in range(rules.players)]
        game = Game.start(rules).deal(rng)
        told: list[tuple[View, Round]] = []
        while state := game.round:
            view = game.view(state.turn)
            if any(action.seat != state.turn for action in state.actions):
                told.append((view, state))
            game = game.apply(seats[state.turn].choose(view, AS_IT_LIKES))
        yield from rng.sample(told, min(A_ROUND, len(told)))


def weigh(view: View, state: Round, rng: random.Random) -> tuple[float, float]:
    """The gain at a moment, and how many of the worlds count."""
    worlds = [replay(view.rules, sample_world(view, rng), view.actions) for _ in range(WORLDS)]
    chances = np.array([likelihood(view, world) for world in worlds])
    gain = math.log(likelihood(view, state) / chances.mean())
    return gain, float(chances.sum() ** 2 / (chances**2).sum())


def measure(level: str, players: int, asked: argparse.Namespace) -> Result:
    rng = random.Random(asked.seed)
    rules = preset("standard", players=players).with_rule("bets", "none")
    found = []
    for view, state in moments(level, rules, rng):
        found.append(weigh(view, state, rng))
        print(f"{level}: {len(found)} of {asked.moments}", end="\r", flush=True)
        if len(found) == asked.moments:
            break
    gains, counts = np.array(found).T
    gain = ratios(gains[:, None], np.ones(len(gains)), asked.seed)[0]
    return {
        "gain": round(gain.mean, 3),
        "gain_ci95": [round(bound, 3) for bound in gain.ci95 or (gain.mean, gain.mean)],
        "worlds_that_count": round(float(counts.mean()), 1),
        "moments": len(found),
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", help="only results whose name begins so")
    parser.add_argument("--moments", type=int, default=MOMENTS)
    asked = parser.parse_args()
    for name, command in EXPERIMENT.named(asked.names).items():
        about = EXPERIMENT.begin(command + changed(parser, asked))
        players, _, level = name.partition("p-")
        EXPERIMENT.finish(name, about | measure(level, int(players), asked), dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
