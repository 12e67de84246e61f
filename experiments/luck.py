"""How far the review takes luck out of results: games between equal players, and between unequal ones.

    python -m experiments.luck                     everything: half an hour or more
    python -m experiments.luck 2p-skilled-skilled  those whose name begins so

Between equal players the adjusted result should vary far less than the result. Between unequal ones it must favour
nobody: the mean of what was taken out as luck must be nothing, within its interval. The first player named sits at seat
0, and all results are hers.
"""

from __future__ import annotations

import argparse

import numpy as np

from haggis.arena.statistics import ratios
from haggis.rules import preset
from haggis.study.budget import Budget
from haggis.study.luck import Luck
from haggis.study.replay import replay_game
from haggis.study.review import review

from .games import play_game
from .results import PLAYING, Experiment, Result, arguments
from .review_levels import JUDGING, changed

GAMES = {
    "2p-skilled-skilled": 200,
    "3p-skilled-skilled-skilled": 200,
    "2p-skilled-casual": 100,
    "3p-skilled-casual-casual": 100,
}
NODES = 250
"""For each decision of the review: many games rather than sharp judgements."""


def cells(result: Result) -> str:
    low, high = result["luck_ci95"]
    spreads = f"{result['result_sd']:.0f} | {result['adjusted_sd']:.0f} | {result['variance_left']:.0%}"
    return (
        f"{result['games']} | {spreads} | {result['result_mean']:+.1f} | {result['adjusted_mean']:+.1f} | "
        f"{result['luck_mean']:+.1f} ({low:+.1f} to {high:+.1f})"
    )


EXPERIMENT = Experiment(
    name="luck",
    commands={name: f"python -m experiments.luck {name}" for name in GAMES},
    columns=(
        "games | spread of results | of adjusted results | variance left | "
        "mean result | mean adjusted | mean luck (95 %)"
    ),
    cells=cells,
    measures=(*PLAYING, *JUDGING, "src/haggis/study/luck.py", "src/haggis/study/bets.py"),
    page_name="study.md",
)


def play(name: str, seed: int, asked: argparse.Namespace) -> Luck:
    """The luck of the first player in one game."""
    _, *levels = name.split("-")
    rules = preset("standard", players=len(levels))
    game = play_game(levels, rules, seed, rounds=asked.rounds)
    return review(replay_game(game), Budget(asked.nodes, seed=seed)).players[0].luck


def summary(lucks: list[Luck]) -> Result:
    result, adjusted = (np.array([getattr(luck, part) for luck in lucks]) for part in ("result", "adjusted"))
    luck = ratios((result - adjusted)[:, None], np.ones(len(lucks)), seed=1)[0]
    return {
        "games": len(lucks),
        "result_mean": round(float(result.mean()), 2),
        "result_sd": round(float(result.std(ddof=1)), 2),
        "adjusted_mean": round(float(adjusted.mean()), 2),
        "adjusted_sd": round(float(adjusted.std(ddof=1)), 2),
        "variance_left": round(float(adjusted.var() / result.var()), 4),
        "luck_mean": round(luck.mean, 2),
        "luck_ci95": [round(bound, 2) for bound in luck.ci95 or (luck.mean, luck.mean)],
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", help="only results whose name begins so")
    parser.add_argument("--games", type=int, default=0, help="of each")
    parser.add_argument("--rounds", type=int, default=None, help="at most so many of a game")
    parser.add_argument("--nodes", type=int, default=NODES, help="for each decision of the review")
    asked = parser.parse_args()
    for name, command in EXPERIMENT.named(asked.names).items():
        about = EXPERIMENT.begin(command + changed(parser, asked))
        lucks: list[Luck] = []
        for number in range(asked.games or GAMES[name]):
            lucks.append(play(name, asked.seed * 1_000_003 + number, asked))
            print(f"{name}: {len(lucks)}", end="\r", flush=True)
        EXPERIMENT.finish(name, about | summary(lucks), dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
