"""How good the estimate of winning a bet is, before and after it is mended.

    python bench/bets.py --players 2

Plays rounds in which one seat may bet, right before her first card. She bets whenever a look (see
`haggis.players.betting`) gives her a modest chance; the others never do, so that nobody is known to be weak because
she has not bet. Fits the numbers of `haggis.players.betting` to the bets by logistic regression, and shows how
reliable the chance is before and after, each half of the rounds mended as the other half says: for every look
into bench/results/bets-LOOK-NP.json and docs/pictures/bets-LOOK-NP.png.

`--preset rogers-2024` is for bets on points.
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

from haggis.arena.tally import won_bet
from haggis.engine.search import outlook
from haggis.players import Clock, make_player
from haggis.players.betting import (
    PLAYOUTS,
    Calibration,
    Look,
    calibrated,
    chance_by_search,
    logit,
    look_at,
    turns_taken,
)
from haggis.rules import Bet, Game, Play, Ruleset, View, preset

ROOT = Path(__file__).parents[1]
BINS = 20
FEW = 20
"""Samples that are too few for a point in the plot."""
MODEST = 0.4
"""The chance from which on the seat bets."""


class Sample(NamedTuple):
    """A bet that was placed."""

    chance: float
    amount: int
    turns: int
    """Turns of the round before it."""
    won: bool


def play_round(rules: Ruleset, nodes: int, seed: int) -> dict[Look, Sample]:
    """The bet of one round, if there was one: the chance as each look said it, and whether it was won."""
    rng = random.Random(seed)
    seats = [make_player("strong-no-bets", rng.getrandbits(32), arena=True) for _ in range(rules.players)]
    bettor, amount = rng.randrange(rules.players), rng.choice(rules.bets)
    game = Game.start(rules).deal(rng)
    said: dict[Look, float] = {}
    before = 0
    while state := game.round:
        view = game.view(state.turn)
        action = seats[state.turn].choose(view, Clock(nodes=nodes))
        if state.turn == bettor and not said and isinstance(action, Play):
            said = {look: chance for look, chance in looks(view, amount, rng).items() if chance > MODEST}
            if not (said and view.bets_open):
                return {}
            before = turns_taken(view)
            game = game.apply(Bet(bettor, amount))
        else:
            game = game.apply(action)
    won = won_bet(game.finished[-1], bettor)
    return {look: Sample(chance, amount, before, won) for look, chance in said.items()}


def looks(view: View, amount: int, rng: random.Random) -> dict[Look, float]:
    """The chance of a bet as each way of looking tells it."""
    seen = outlook(view, [amount], PLAYOUTS, rng.getrandbits(60))[amount].chance
    if look_at(view) == "points":
        return {"points": seen}
    return {"search": chance_by_search(view, rng.getrandbits(60)), "playouts": seen}


def fit(samples: list[Sample], look: Look) -> Calibration:
    """The numbers that make the outcomes likeliest (Newton's method)."""
    features = np.array([[logit(each.chance), 1.0, each.turns / 10, each.amount / 10] for each in samples])
    if look != "points":  # whoever goes out first wins any amount
        features = features[:, :-1]
    outcomes = np.array([float(each.won) for each in samples])
    weights = np.zeros(features.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (outcomes - chance)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, slope)
    return Calibration(*(round(float(weight), 3) for weight in weights))


def mend(samples: list[Sample], calibration: Calibration) -> list[Sample]:
    return [each._replace(chance=calibrated(each.chance, each.amount, each.turns, calibration)) for each in samples]


def reliability(samples: list[Sample]) -> list[dict[str, float]]:
    """Chances in bins against how often they came true, with a 95 % interval."""
    rows = []
    for number in range(BINS):
        inside = [sample for sample in samples if min(int(sample.chance * BINS), BINS - 1) == number]
        if len(inside) < FEW:
            continue
        share = float(np.mean([sample.won for sample in inside]))
        rows.append(
            {
                "said": round(float(np.mean([sample.chance for sample in inside])), 4),
                "came_true": round(share, 4),
                "half_width": round(1.96 * math.sqrt(max(share * (1 - share), 0.01) / len(inside)), 4),
                "samples": len(inside),
            }
        )
    return rows


def brier(samples: list[Sample]) -> float:
    """The mean square error of the chances; a coin's is 0.25."""
    return round(float(np.mean([(sample.chance - sample.won) ** 2 for sample in samples])), 4)


def plot(raw: list[dict[str, float]], corrected: list[dict[str, float]], file: Path) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="0.7")
    for rows, colour, label in ((raw, "0.6", "as estimated"), (corrected, "#1c5b45", "mended")):
        said, came_true, half = ([row[key] for row in rows] for key in ("said", "came_true", "half_width"))
        axes.errorbar(said, came_true, half, fmt="o", color=colour, label=label)
    axes.set(xlabel="chance to win the bet, as estimated", ylabel="how often it was won")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def examine(played: list[Sample], look: Look) -> dict[str, object]:
    """The fit to all bets, and how reliable the chance is with the fit to the other half of them."""
    even, odd = played[::2], played[1::2]
    raw, as_mended = even + odd, mend(even, fit(odd, look)) + mend(odd, fit(even, look))
    return fit(raw, look)._asdict() | {
        "samples": len(raw),
        "brier_raw": brier(raw),
        "brier_mended": brier(as_mended),
        "raw": reliability(raw),
        "mended": reliability(as_mended),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2500)
    parser.add_argument("--players", type=int, choices=(2, 3), default=2)
    parser.add_argument("--preset", choices=("standard", "rogers-2024"), default="standard")
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        seeds = [asked.seed * 1_000_003 + number for number in range(asked.rounds)]
        rules = preset(asked.preset, players=asked.players)
        many = pool.map(play_round, [rules] * asked.rounds, [asked.nodes] * asked.rounds, seeds, chunksize=8)
        played = list(track(many, "rounds", asked.rounds))
    found: set[Look] = set().union(*played)
    for look in sorted(found):
        result = vars(asked) | examine([one[look] for one in played if look in one], look)
        name = f"bets-{look}-{asked.players}p"
        (ROOT / "bench" / "results" / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
        plot(result["raw"], result["mended"], ROOT / "docs" / "pictures" / f"{name}.png")
        print(look, json.dumps({key: value for key, value in result.items() if not isinstance(value, list)}))


if __name__ == "__main__":
    main()
