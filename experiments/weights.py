"""Better weights for the evaluation, by self-play: tries many, and examines the favourite on fresh deals.

    python -m experiments.weights --players 2            keeps what passed its exam last
    python -m experiments.weights --players 2 --adopt    takes the kept ones into use

Varies the weights (CMA-ES), and lets every variation play the same deals against the best
so far. The source of native/evaluation/weights_data.cpp, the weights in use. Needs the `train` extra.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rich.progress import Progress

from haggis.arena.training import train
from haggis.engine.evaluation import tuned_weights
from haggis.rules import preset

from .native_data import WEIGHTS
from .results import Experiment, Result, arguments, as_typed


def cells(result: Result) -> str:
    best = result["against_start"]
    return f"{result['generation']} | {best['mean']:+.1f} ({best['ci95'][0]:+.1f} to {best['ci95'][1]:+.1f})"


EXPERIMENT = Experiment(
    name="weights",
    commands={f"{players}p": f"python -m experiments.weights --players {players}" for players in (2, 3)},
    columns="generations | points a round more than the weights before",
    cells=cells,
    writes=(WEIGHTS.path,),
)


def search_weights(asked: argparse.Namespace) -> Iterator[Result]:
    """Whatever passes its exam, at once: stop with Ctrl-C whenever you like."""
    rules = preset("standard", players=asked.players).with_rule("bets", "none")
    sizes = {"generations": asked.generations, "deals": asked.deals, "every": asked.every}
    with Progress() as progress:
        task = progress.add_task("generations", total=asked.generations)
        for exam in train(rules, tuned_weights(asked.players), seed=asked.seed, **sizes):
            progress.update(task, completed=exam.generation)
            progress.console.print(f"{exam.generation}: {exam.against_best.mean:+.2f} against the best so far")
            if exam.passed:
                gain = {"mean": exam.against_start.mean, "ci95": exam.against_start.ci95}
                yield {"generation": exam.generation, "against_start": gain, "weights": exam.weights}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3), required=True)
    parser.add_argument("--generations", type=int, default=200)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--every", type=int, default=20, help="generations between two exams")
    parser.add_argument("--adopt", action="store_true", help="take the kept weights into use")
    asked = parser.parse_args()
    if asked.adopt:
        return WEIGHTS.adopt(asked.players, EXPERIMENT.kept()[f"{asked.players}p"])
    about = EXPERIMENT.begin(as_typed("weights", parser, asked))
    for result in search_weights(asked):
        EXPERIMENT.finish(f"{asked.players}p", about | result, dry_run=asked.dry_run)
    return None


if __name__ == "__main__":
    main()
