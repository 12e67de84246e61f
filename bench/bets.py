"""How good the estimate of going out first is, before and after it is mended.

    python bench/bets.py --rounds 3000 --players 2

Plays rounds of `strong` (few nodes) against itself, asks for the outlook right before each seat's
first card, and compares with who went out first. Fits the two numbers of `haggis.players.betting`
by logistic regression on half of the rounds and shows, on the other half, how reliable the chance is
before and after: into bench/results/bets-NP.json and docs/pictures/bets-NP.png.
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

from haggis.engine.search import outlook
from haggis.players import Clock, make_player
from haggis.players.betting import LOOK, logit, stretched
from haggis.rules import Game, Play, preset

ROOT = Path(__file__).parents[1]
BINS = 10
FEW = 20
"""Samples that are too few for a point in the plot."""
Sample = tuple[float, bool]


def play_round(players: int, nodes: int, seed: int) -> list[Sample]:
    """For each seat, the raw chance before its first card and whether it went out first."""
    rng = random.Random(seed)
    seats = [make_player("strong-no-bets", rng.getrandbits(32), arena=True) for _ in range(players)]
    game = Game.start(preset("standard", players=players)).deal(rng)
    chances: dict[int, float] = {}
    while state := game.round:
        view = game.view(state.turn)
        action = seats[state.turn].choose(view, Clock(nodes=nodes))
        if state.turn not in chances and isinstance(action, Play):
            chances[state.turn] = outlook(view, [], LOOK, rng.getrandbits(32)).first_out
        game = game.apply(action)
    first = game.finished[-1].out[0]
    return [(chance, seat == first) for seat, chance in chances.items()]


def fit(samples: list[Sample]) -> tuple[float, float]:
    """Stretch and shift of the logit that make the outcomes likeliest (Newton's method)."""
    features = np.array([[logit(chance), 1.0] for chance, _ in samples])
    outcomes = np.array([float(first) for _, first in samples])
    weights = np.array([1.0, 0.0])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (outcomes - chance)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, slope)
    return float(weights[0]), float(weights[1])


def reliability(samples: list[Sample]) -> list[dict[str, float]]:
    """Chances in bins against how often they came true, with a 95 % interval."""
    rows = []
    for number in range(BINS):
        inside = [(chance, first) for chance, first in samples if min(int(chance * BINS), BINS - 1) == number]
        if len(inside) < FEW:
            continue
        share = sum(first for _, first in inside) / len(inside)
        rows.append(
            {
                "said": round(sum(chance for chance, _ in inside) / len(inside), 4),
                "came_true": round(share, 4),
                "half_width": round(1.96 * math.sqrt(max(share * (1 - share), 0.01) / len(inside)), 4),
                "samples": len(inside),
            }
        )
    return rows


def brier(samples: list[Sample]) -> float:
    """The mean square error of the chances; a coin's is 0.25."""
    return round(sum((chance - first) ** 2 for chance, first in samples) / len(samples), 4)


def plot(raw: list[dict[str, float]], mended: list[dict[str, float]], file: Path) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.7")
    for rows, colour, label in ((raw, "0.6", "as playouts say"), (mended, "#1c5b45", "mended")):
        said, came_true, half = ([row[key] for row in rows] for key in ("said", "came_true", "half_width"))
        axes.errorbar(said, came_true, half, fmt="o", color=colour, label=label)
    axes.set(xlabel="chance to go out first, as estimated", ylabel="how often it came true", xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1600)
    parser.add_argument("--players", type=int, choices=(2, 3), default=2)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        seeds = [asked.seed * 1_000_003 + number for number in range(asked.rounds)]
        many = pool.map(play_round, [asked.players] * asked.rounds, [asked.nodes] * asked.rounds, seeds, chunksize=8)
        played = list(track(many, "rounds", asked.rounds))
    fitted_on, shown = ([sample for one in half for sample in one] for half in (played[::2], played[1::2]))
    stretch, shift = fit(fitted_on)
    mended_shown = [(stretched(chance, stretch, shift), first) for chance, first in shown]
    raw, mended = reliability(shown), reliability(mended_shown)
    result = vars(asked) | {"stretch": round(stretch, 3), "shift": round(shift, 3)}
    result |= {"brier_raw": brier(shown), "brier_mended": brier(mended_shown), "raw": raw, "mended": mended}
    (ROOT / "bench" / "results" / f"bets-{asked.players}p.json").write_text(json.dumps(result, indent=2) + "\n")
    plot(raw, mended, ROOT / "docs" / "pictures" / f"bets-{asked.players}p.png")
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
