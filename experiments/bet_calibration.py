"""How good the estimate of winning a bet is, before and after it is calibrated.

    python -m experiments.bet_calibration --players 2                                      of going out first
    python -m experiments.bet_calibration --players 2 --preset rogers-2024 --rounds 1500   of bets on points

Plays rounds in which one seat may bet, right before her first card. She bets whenever the network (see
`haggis.players.betting`) gives her a modest chance; the others never do, so that nobody is known to be weak because
she has not bet. Fits a calibration to the bets by logistic regression, and shows how reliable the chance is before
and after, each half of the rounds calibrated as the other half says. The source of src/haggis/players/
bet_calibration_data.py, which is written from the results, and of docs/pictures/bet-calibration-WINS-NP.png.
"""

from __future__ import annotations

import functools
import math
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from haggis.arena.tally import won_bet
from haggis.engine.search import outlook
from haggis.players import Clock
from haggis.players.bet_calibration import Calibration, calibrated, logit
from haggis.players.betting import WORLDS, turns_taken
from haggis.rules import Bet, Game, Play, Ruleset, preset

from .results import CALIBRATION, ROOT, Experiment, Result, arguments, as_typed
from .rounds import play_many, strong_seats

DATA_TEXT = '''"""By what wins a bet and the number of players: written by `python -m experiments.bet_calibration`."""

from .bet_calibration import Calibration

CALIBRATIONS: dict[str, dict[int, Calibration]] = {{
{rows}
}}
'''
WINS = ("out", "points")
"""What a bet is won with."""
BINS = 20
FEW = 20
"""Samples that are too few for a point in the plot."""
NODES = 60
"""Rollouts a decision: about as strong as `skilled`, and thousands of rounds take minutes."""
MODEST = 0.4
"""The chance from which on the seat bets."""


def cells(result: Result) -> str:
    return f"{result['samples']} | {result['brier_raw']:.3f} | {result['brier_calibrated']:.3f}"


def command(wins: str, players: int) -> str:
    points = " --rounds 1500 --preset rogers-2024" if wins == "points" else ""
    return f"python -m experiments.bet_calibration --players {players}{points}"


EXPERIMENT = Experiment(
    name="bet_calibration",
    commands={f"{wins}-{players}p": command(wins, players) for wins in WINS for players in (2, 3)},
    columns="bets | Brier score, as estimated | calibrated",
    cells=cells,
    writes=(CALIBRATION,),
)


class Sample(NamedTuple):
    """A bet that was placed."""

    chance: float
    amount: int
    turns: int
    """Turns of the round before it."""
    won: bool


def play_round(rules: Ruleset, nodes: int, seed: int) -> Sample | None:
    """The bet of one round, if there was one: the chance as the network said it, and whether it was won."""
    rng = random.Random(seed)
    seats = strong_seats(rules.players, rng)
    bettor, amount = rng.randrange(rules.players), rng.choice(rules.bets)
    game = Game.start(rules).deal(rng)
    placed: Sample | None = None
    while state := game.round:
        view = game.view(state.turn)
        action = seats[state.turn].choose(view, Clock(nodes=nodes))
        if state.turn == bettor and not placed and isinstance(action, Play):
            chance = outlook(view, [amount], rng.getrandbits(60), worlds=WORLDS)[amount].chance
            if chance < MODEST or not view.bets_open:
                return None
            placed = Sample(chance, amount, turns_taken(view), won=False)
            game = game.apply(Bet(bettor, amount))
        else:
            game = game.apply(action)
    return placed and placed._replace(won=won_bet(game.finished[-1], bettor))


def fit(samples: list[Sample], wins: str) -> Calibration:
    """The numbers that make the outcomes likeliest (Newton's method)."""
    features = np.array([[logit(each.chance), 1.0, each.turns / 10, each.amount / 10] for each in samples])
    if wins == "out":  # whoever goes out first wins any amount
        features = features[:, :-1]
    outcomes = np.array([float(each.won) for each in samples])
    weights = np.zeros(features.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (outcomes - chance)
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, slope)
    return Calibration(*(round(float(weight), 3) for weight in weights))


def calibrate(samples: list[Sample], by: Calibration) -> list[Sample]:
    return [each._replace(chance=calibrated(each.chance, each.amount, each.turns, by)) for each in samples]


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
    for rows, colour, label in ((raw, "0.6", "as estimated"), (corrected, "#1c5b45", "calibrated")):
        said, came_true, half = ([row[key] for row in rows] for key in ("said", "came_true", "half_width"))
        axes.errorbar(said, came_true, half, fmt="o", color=colour, label=label)
    axes.set(xlabel="chance to win the bet, as estimated", ylabel="how often it was won")
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.legend(loc="upper left", frameon=False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def examine(played: list[Sample], wins: str) -> dict[str, object]:
    """The fit to all bets, and how reliable the chance is with the fit to the other half of them."""
    even, odd = played[::2], played[1::2]
    raw = even + odd
    after = calibrate(even, fit(odd, wins)) + calibrate(odd, fit(even, wins))
    return fit(raw, wins)._asdict() | {
        "samples": len(raw),
        "brier_raw": brier(raw),
        "brier_calibrated": brier(after),
        "raw": reliability(raw),
        "calibrated": reliability(after),
    }


def data_file() -> str:
    """The calibrations of all kept results, as players read them."""
    kept = EXPERIMENT.kept()
    rows = [
        f'    "{wins}": {{'
        + ", ".join(f"{players}: {as_code(kept[f'{wins}-{players}p'])}" for players in (2, 3))
        + "},"
        for wins in WINS
    ]
    return DATA_TEXT.format(rows="\n".join(rows))


def as_code(result: Result) -> str:
    return f"Calibration({', '.join(str(result[field]) for field in Calibration._fields)})"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3), required=True)
    parser.add_argument("--rounds", type=int, default=2500)
    parser.add_argument("--preset", choices=("standard", "rogers-2024"), default="standard")
    parser.add_argument("--nodes", type=int, default=NODES)
    asked = parser.parse_args()
    about = EXPERIMENT.begin(as_typed("bet_calibration", parser, asked))
    rules = preset(asked.preset, players=asked.players)
    played = play_many(functools.partial(play_round, rules, asked.nodes), asked.rounds, asked.seed)
    result = about | examine([sample for sample in played if sample], rules.bet_wins)
    name = f"{rules.bet_wins}-{asked.players}p"
    EXPERIMENT.finish(name, result, dry_run=asked.dry_run)
    if asked.dry_run:
        return
    plot(result["raw"], result["calibrated"], ROOT / "docs" / "pictures" / f"bet-calibration-{name}.png")
    if len(EXPERIMENT.kept()) == len(EXPERIMENT.commands):
        (ROOT / CALIBRATION).write_text(data_file())


if __name__ == "__main__":
    main()
