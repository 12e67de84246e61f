"""How good the estimate of going out first is, before and after it is mended.

    python bench/bets.py --rounds 1800 --players 2

Plays rounds of `strong` (few nodes) against itself. Right before a seat's first card the search that chose it
says how likely the seat goes out first; from a modest chance on a coin decides whether it bets. Fits the numbers of
`haggis.players.betting` to the bets by logistic regression, and shows how reliable the chance is before and
after, each half of the rounds mended as the other half says: into bench/results/bets-NP.json and
docs/pictures/bets-NP.png.

The others must not be known to be weak because they have not bet: at other tables people bet less. So a bet
counts twice for each seat before it whose coin said no.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.progress import track

from haggis.engine.search import Settings, search
from haggis.players import Clock, make_player
from haggis.players.betting import Mending, logit, mended
from haggis.rules import Bet, Game, Play, preset

ROOT = Path(__file__).parents[1]
BINS = 20
FEW = 20
"""Samples that are too few for a point in the plot."""
MODEST = 0.4
"""The chance from which on a coin decides."""
BET_NODES = 1500
"""For the search that says the chance: about as many as for the plays of the matches with bets."""


class Sample(NamedTuple):
    """A bet that was placed."""

    chance: float
    weight: int
    won: bool


def play_round(players: int, nodes: int, seed: int) -> list[Sample]:
    """The bets of one round: with which chance they were placed, and whether they were won."""
    rng = random.Random(seed)
    seats = [make_player("strong-no-bets", rng.getrandbits(32), arena=True) for _ in range(players)]
    game = Game.start(preset("standard", players=players)).deal(rng)
    begun: set[int] = set()
    bets: dict[int, Sample] = {}
    weight = 1
    while state := game.round:
        view = game.view(state.turn)
        if state.turn in begun:
            game = game.apply(seats[state.turn].choose(view, Clock(nodes=nodes)))
            continue
        best = search(view, Settings(nodes=BET_NODES), rng.getrandbits(60))[0]
        if isinstance(best.action, Play):
            begun.add(state.turn)
            if view.bets_open and best.first_out > MODEST:
                if rng.random() < 1 / 2:
                    bets[state.turn] = Sample(best.first_out, weight, won=False)
                    game = game.apply(Bet(state.turn, max(view.rules.bets)))
                else:
                    weight *= 2
        game = game.apply(best.action)
    first = game.finished[-1].out[0]
    return [sample._replace(won=seat == first) for seat, sample in bets.items()]


def fit(samples: list[Sample]) -> Mending:
    """The numbers that make the outcomes likeliest (Newton's method)."""
    features = np.array([[logit(sample.chance), 1.0] for sample in samples])
    outcomes = np.array([float(sample.won) for sample in samples])
    counts = np.array([float(sample.weight) for sample in samples])
    weights = np.array([1.0, 0.0])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (counts * (outcomes - chance))
        curvature = (features * (counts * chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, slope)
    return Mending(*(round(float(weight), 3) for weight in weights))


def mend(samples: list[Sample], mending: Mending) -> list[Sample]:
    return [each._replace(chance=mended(each.chance, mending)) for each in samples]


def reliability(samples: list[Sample]) -> list[dict[str, float]]:
    """Chances in bins against how often they came true, with a 95 % interval."""
    rows = []
    for number in range(BINS):
        inside = [sample for sample in samples if min(int(sample.chance * BINS), BINS - 1) == number]
        if len(inside) < FEW:
            continue
        counts = np.array([sample.weight for sample in inside])
        share = float(np.average([sample.won for sample in inside], weights=counts))
        rows.append(
            {
                "said": round(float(np.average([sample.chance for sample in inside], weights=counts)), 4),
                "came_true": round(share, 4),
                "half_width": round(
                    1.96 * math.sqrt(max(share * (1 - share), 0.01) * (counts**2).sum()) / counts.sum(), 4
                ),
                "samples": len(inside),
            }
        )
    return rows


def brier(samples: list[Sample]) -> float:
    """The mean square error of the chances; a coin's is 0.25."""
    errors = [(sample.chance - sample.won) ** 2 for sample in samples]
    return round(float(np.average(errors, weights=[sample.weight for sample in samples])), 4)


def plot(raw: list[dict[str, float]], mended: list[dict[str, float]], file: Path) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.7")
    for rows, colour, label in ((raw, "0.6", "as search says"), (mended, "#1c5b45", "mended")):
        said, came_true, half = ([row[key] for row in rows] for key in ("said", "came_true", "half_width"))
        axes.errorbar(said, came_true, half, fmt="o", color=colour, label=label)
    axes.set(xlabel="chance to go out first, as estimated", ylabel="how often it came true, having bet")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1800)
    parser.add_argument("--players", type=int, choices=(2, 3), default=2)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        seeds = [asked.seed * 1_000_003 + number for number in range(asked.rounds)]
        many = pool.map(play_round, [asked.players] * asked.rounds, [asked.nodes] * asked.rounds, seeds, chunksize=8)
        played = list(track(many, "rounds", asked.rounds))
    even, odd = ([sample for one in half for sample in one] for half in (played[::2], played[1::2]))
    raw, as_mended = even + odd, mend(even, fit(odd)) + mend(odd, fit(even))
    before, after = reliability(raw), reliability(as_mended)
    result = vars(asked) | fit(raw)._asdict()
    result |= {"brier_raw": brier(raw), "brier_mended": brier(as_mended), "raw": before, "mended": after}
    (ROOT / "bench" / "results" / f"bets-{asked.players}p.json").write_text(json.dumps(result, indent=2) + "\n")
    plot(before, after, ROOT / "docs" / "pictures" / f"bets-{asked.players}p.png")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
