"""What each level loses a decision by the review of its own games, and how often it gets each class.

    python -m experiments.review_levels                       all levels, two and three players: two hours of a core
    python -m experiments.review_levels 2p-beginner 3p        those whose name begins so
    python -m experiments.review_levels --decisions 1000      so many decisions of each

Each level plays whole games against itself, and its decisions are judged as in a review with its usual budget. Nobody
bets, since bets are judged apart. The source of src/haggis/study/level_losses.json, which is written from the results:
what "you played like casual" means.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np

from haggis.arena.statistics import ratios
from haggis.rules import Game, preset
from haggis.study.budget import Budget
from haggis.study.judging import THRESHOLDS, Judgement, judge
from haggis.study.replay import replay_game

from .games import play_game
from .results import PLAYING, ROOT, Experiment, Result, arguments, write_json

LEVELS = ("beginner", "novice", "casual", "regular", "careful", "skilled", "strong", "expert")
DECISIONS = {
    "beginner": 3500,
    "novice": 3500,
    "casual": 3000,
    "regular": 3000,
    "careful": 2000,
    "skilled": 1200,
    "strong": 1000,
    "expert": 500,
}
"""Who loses more varies more."""
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
    bets=False,
    page_name="study.md",
)


def unforced(game: Game, budget: Budget) -> list[Judgement]:
    """What is said of every decision of a game in which there was something to decide."""
    found = []
    for before, after in pairwise(replay_game(game).moments):
        if action := after.last:
            place = (after.round_number, after.action)
            found.append(judge(before.view(action.seat), action, budget, *place))
    return [each for each in found if not each.forced]


def measure(level: str, players: int, asked: argparse.Namespace) -> Result:
    """Games until there are enough decisions; the interval is by a bootstrap over games."""
    rules = preset("standard", players=players).with_rule("bets", "none")
    games: list[list[Judgement]] = []
    wanted = asked.decisions or DECISIONS[level]
    while (judged := sum(map(len, games))) < wanted:
        print(f"{level}: {judged} of {wanted}", end="\r", flush=True)
        game = play_game([level] * players, rules, asked.seed * 1_000_003 + len(games), rounds=asked.rounds)
        games.append(unforced(game, Budget(asked.nodes, seed=len(games))))
    sums = np.array([[sum(each.loss for each in game)] for game in games])
    loss = ratios(sums, np.array([float(len(game)) for game in games]), asked.seed)[0]
    classes = [each.class_ for game in games for each in game]
    return {
        "loss": round(loss.mean, 3),
        "loss_ci95": [round(bound, 3) for bound in loss.ci95] if loss.ci95 else None,
        "classes": {name: round(classes.count(name) / len(classes), 4) for name in CLASSES},
        "decisions": len(classes),
        "games": len(games),
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
    parser.add_argument("--decisions", type=int, default=0, help="of each level; by default 500 to 3,500")
    parser.add_argument("--nodes", type=int, default=Budget().nodes)
    parser.add_argument("--rounds", type=int, default=None, help="at most so many of a game")
    asked = parser.parse_args()
    for name, command in EXPERIMENT.named(asked.names).items():
        about = EXPERIMENT.begin(command + changed(parser, asked))
        players, _, level = name.partition("p-")
        EXPERIMENT.finish(name, about | measure(level, int(players), asked), dry_run=asked.dry_run)
        if not asked.dry_run:
            write_levels()


if __name__ == "__main__":
    main()
