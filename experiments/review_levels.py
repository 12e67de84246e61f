"""What each level loses a decision by the review of its own games, and how often it gets each class.

    python -m experiments.review_levels                       all levels, two and three players: two to three hours
    python -m experiments.review_levels 2p-beginner 3p        those whose name begins so
    python -m experiments.review_levels --decisions 1000      fewer decisions of each

Each level plays whole games against itself, and `haggis.study.review` judges them with its usual budget. The source of
src/haggis/study/level_losses.json, which is written from the results: what "you played like casual" means.
"""

from __future__ import annotations

import argparse

import numpy as np

from haggis.arena.statistics import ratios
from haggis.rules import preset
from haggis.study.budget import Budget
from haggis.study.judging import THRESHOLDS
from haggis.study.replay import replay_game
from haggis.study.review import Review, review

from .games import play_game
from .results import PLAYING, ROOT, Experiment, Result, arguments, write_json

LEVELS = ("beginner", "novice", "casual", "regular", "careful", "skilled", "strong", "expert")
DECISIONS = 10_000
SLOW = {"strong": 3000, "expert": 1000}
"""Decisions of levels that think long."""
CLASSES = ("fine", *reversed(THRESHOLDS))
FILE = "src/haggis/study/level_losses.json"
JUDGING = ("src/haggis/study/judging.py", "src/haggis/study/budget.py")


def cells(result: Result) -> str:
    interval = " to ".join(f"{bound:.2f}" for bound in result["loss_ci95"] or []) or "one game"
    shares = " | ".join(f"{result['classes'][name]:.1%}" for name in CLASSES)
    return f"{result['loss']:.2f} | {interval} | {shares} | {result['decisions']}"


def name_of(players: int, level: str) -> str:
    return f"{players}p-{level}"


EXPERIMENT = Experiment(
    name="review_levels",
    commands={
        name_of(players, level): f"python -m experiments.review_levels {name_of(players, level)}"
        for players in (2, 3)
        for level in LEVELS
    },
    columns=f"points lost a decision | 95 % | {' | '.join(CLASSES)} | decisions",
    cells=cells,
    writes=(FILE,),
    measures=(*PLAYING, *JUDGING),
    page_name="study.md",
)


def losses(found: Review) -> list[float]:
    return [each.judgement.loss for each in found.decisions if not each.judgement.forced]


def measure(level: str, players: int, asked: argparse.Namespace) -> Result:
    """Games until there are enough decisions; the interval is by a bootstrap over games."""
    rules = preset("standard", players=players)
    reviews: list[Review] = []
    wanted = asked.decisions or SLOW.get(level, DECISIONS)
    while sum(len(losses(each)) for each in reviews) < wanted:
        number = len(reviews)
        game = play_game([level] * players, rules, asked.seed * 1_000_003 + number, rounds=asked.rounds)
        reviews.append(review(replay_game(game), Budget(asked.nodes, seed=number)))
        print(f"{level}: {sum(len(losses(each)) for each in reviews)} of {wanted}", end="\r", flush=True)
    sums = np.array([[sum(losses(each))] for each in reviews])
    loss = ratios(sums, np.array([float(len(losses(each))) for each in reviews]), asked.seed)[0]
    classes = [each.judgement.class_ for found in reviews for each in found.decisions if not each.judgement.forced]
    return {
        "loss": round(loss.mean, 3),
        "loss_ci95": [round(bound, 3) for bound in loss.ci95] if loss.ci95 else None,
        "classes": {name: round(classes.count(name) / len(classes), 4) for name in CLASSES},
        "decisions": len(classes),
        "games": len(reviews),
    }


def changed(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> str:
    """The options that are not as usual; a result of such a run is marked stale."""
    sizes = set(vars(asked)) - {"names", "dry_run"}
    values = {name: getattr(asked, name) for name in sorted(sizes) if getattr(asked, name) != parser.get_default(name)}
    return "".join(f" --{name} {value}" for name, value in values.items())


def write_levels() -> None:
    """What the package reads, from all kept results."""
    kept = EXPERIMENT.kept()
    found = {
        str(players): {level: kept[name]["loss"] for level in LEVELS if (name := name_of(players, level)) in kept}
        for players in (2, 3)
    }
    if all(found.values()):
        write_json(ROOT / FILE, found)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", help="only results whose name begins so")
    parser.add_argument("--decisions", type=int, default=0, help="of each level; by default 10,000, fewer of slow ones")
    parser.add_argument("--nodes", type=int, default=Budget().nodes)
    parser.add_argument("--rounds", type=int, default=None, help="at most so many of a game")
    asked = parser.parse_args()
    for name, command in EXPERIMENT.commands.items():
        if not name.startswith(tuple(asked.names or [""])):
            continue
        about = EXPERIMENT.begin(command + changed(parser, asked))
        players, _, level = name.partition("p-")
        EXPERIMENT.finish(name, about | measure(level, int(players), asked), dry_run=asked.dry_run)
        if not asked.dry_run:
            write_levels()


if __name__ == "__main__":
    main()
