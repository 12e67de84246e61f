"""What each level loses a decision by the review of its own games, and how often it gets each class.

    python -m experiments.review_levels                       all levels, two and three players: an hour of two cores
    python -m experiments.review_levels 2p-beginner 3p        those whose name begins so

Each level plays whole games against itself, and its decisions are judged as in a review with its usual budget. Nobody
bets, since bets are judged apart. The source of src/haggis/study/level_losses.json, which is written from the results:
what "you played like casual" means.

A review takes a third of a second a decision, so few of very many decisions are judged by it. The network alone says of
all of them, in a millisecond, what they lose. It is often wrong; but how far it is from the review, on average, is
known from those that both have judged, drawn by chance. (Sampling in two phases, with a regression estimate; the
interval is a bootstrap over games, for both phases at once.)
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from haggis.arena.statistics import ratios
from haggis.engine.network import shipped
from haggis.engine.search import expect
from haggis.rules import Action, Game, View, preset
from haggis.rules.scoring import points_ahead
from haggis.study.budget import Budget
from haggis.study.judging import THRESHOLDS, Class, is_forced, judge
from haggis.study.replay import replay_game

from .games import play_game
from .jobs import add_jobs, do_all
from .results import PLAYING, ROOT, Experiment, Result, arguments, write_json

LEVELS = ("beginner", "novice", "casual", "regular", "careful", "skilled", "strong", "expert")


class Plan(NamedTuple):
    """How much of a level is judged."""

    games: int
    closely: float
    """The share of the decisions that are judged as in a review."""
    rounds: int | None = None
    """At most so many of a game."""


PLANS = {
    2: {
        "beginner": Plan(300, 0.03),
        "novice": Plan(300, 0.03),
        "casual": Plan(400, 0.07),
        "regular": Plan(400, 0.07),
        "careful": Plan(300, 0.08),
        "skilled": Plan(80, 0.12),
        "strong": Plan(8, 0.35),
        "expert": Plan(8, 1.0, rounds=3),
    },
    3: {
        "beginner": Plan(150, 0.03),
        "novice": Plan(150, 0.03),
        "casual": Plan(200, 0.04),
        "regular": Plan(200, 0.04),
        "careful": Plan(150, 0.055),
        "skilled": Plan(50, 0.2),
        "strong": Plan(10, 0.6),
        "expert": Plan(8, 0.6, rounds=2),
    },
}
"""By players and level: as much as brings the intervals of neighbours apart, with some room. The weak play games in no
time, so their decisions can come from many. At the top most of the time goes into playing; `expert` plays only the
first rounds of its games."""
LOOK_WORLDS, TRY_WORLDS, LOOK_CANDIDATES = 24, 96, 40
"""For the network: worlds in which it looks for its favourite, and in which that is compared with what was played."""
CLASSES = ("fine", *reversed(THRESHOLDS))
FILE = "src/haggis/study/level_losses.json"
JUDGING = ("src/haggis/study/judging.py", "src/haggis/study/budget.py")


def cells(result: Result) -> str:
    interval = " to ".join(f"{bound:.2f}" for bound in result["loss_ci95"] or []) or "one game"
    shares = " | ".join(f"{result['classes'][name]:.1%}" for name in CLASSES)
    looked_at = result.get("looked_at", result["decisions"])  # every decision was judged once
    return f"{result['loss']:.2f} | {interval} | {shares} | {result['decisions']} | {looked_at} | {result['games']}"


def name_of(players: int, level: str) -> str:
    return f"{players}p-{level}"


EXPERIMENT = Experiment(
    name="review_levels",
    commands={
        name_of(players, level): f"python -m experiments.review_levels {name_of(players, level)}"
        for players in (2, 3)
        for level in LEVELS
    },
    columns=f"points lost a decision | 95 % | {' | '.join(CLASSES)} | decisions judged | looked at | games",
    cells=cells,
    writes=(FILE,),
    measures=(*PLAYING, *JUDGING),
    bets=False,
    page_name="study.md",
)


class Judged(NamedTuple):
    """A decision in which there was something to decide."""

    look: float
    """What it loses by the network alone."""
    loss: float | None = None
    """What it loses by a review; None if it was not judged closely."""
    class_: Class | None = None


class Task(NamedTuple):
    level: str
    players: int
    seed: int
    nodes: int
    closely: float
    rounds: int | None


def judge_game(task: Task) -> list[Judged]:
    """A game of a level against itself; its decisions judged by a look, a few of them as in a review."""
    rules = preset("standard", players=task.players).with_rule("bets", "none")
    game = play_game([task.level] * task.players, rules, task.seed, rounds=task.rounds)
    rng = random.Random(f"closely/{task.seed}")
    budget = Budget(task.nodes, seed=task.seed)
    found = []
    for place, (view, action) in enumerate(unforced(game)):
        look = look_at(view, action, budget.chance(place, 1))
        if rng.random() < task.closely:
            judged = judge(view, action, budget, place)
            found.append(Judged(look, judged.loss, judged.class_))
        else:
            found.append(Judged(look))
    return found


def unforced(game: Game) -> Iterator[tuple[View, Action]]:
    for before, after in pairwise(replay_game(game).moments):
        if (action := after.last) and not is_forced(view := before.view(action.seat)):
            yield view, action


def look_at(view: View, played: Action, seed: int) -> float:
    """What an action loses against the favourite of the network, by the network."""
    looks = shipped(view.players).look_ahead(view, worlds=LOOK_WORLDS, candidates=LOOK_CANDIDATES, seed=seed)
    if looks[0].action == played:
        return 0.0
    _, *after = expect(view, [played, looks[0].action], seed=seed + 1, worlds=TRY_WORLDS)
    mine, best = (points_ahead(each.points, view.seat) for each in after)
    return max(0.0, best - mine)


def measure(level: str, players: int, asked: argparse.Namespace) -> Result:
    plan = PLANS[players][level]
    closely, rounds = asked.closely or plan.closely, asked.rounds or plan.rounds
    seeds = range(asked.seed * 1_000_003, asked.seed * 1_000_003 + (asked.games or plan.games))
    tasks = [Task(level, players, seed, asked.nodes, closely, rounds) for seed in seeds]
    return summary(do_all(judge_game, tasks, asked.jobs, f"{players}p-{level}"), asked.seed)


def summary(games: Sequence[Sequence[Judged]], seed: int) -> Result:
    losses = estimated([each for game in games for each in game])
    sums = np.array([[sum(islice(losses, len(game)))] for game in games])
    loss = ratios(sums, np.array([float(len(game)) for game in games]), seed)[0]
    classes = [each.class_ for game in games for each in game if each.class_]
    return {
        "loss": round(loss.mean, 3),
        "loss_ci95": [round(bound, 3) for bound in loss.ci95] if loss.ci95 else None,
        "classes": {name: round(classes.count(name) / len(classes), 4) for name in CLASSES},
        "decisions": len(classes),
        "looked_at": sum(map(len, games)),
        "games": len(games),
    }


def estimated(decisions: Sequence[Judged]) -> Iterator[float]:
    """For each decision a number; their mean is an estimate of the mean loss by a review.

    It is the loss that a look leads to expect, by a straight line through those that were judged closely. Each of these
    also stands for the error of that in others like it.
    """
    closely = [(each.look, each.loss) for each in decisions if each.loss is not None]
    if not closely:
        raise SystemExit("no decision was judged closely: play more games, or judge a greater share")
    looks, losses = np.array(closely).T
    (slope, base), *_ = np.linalg.lstsq(np.column_stack([looks, np.ones(len(looks))]), losses)
    others = len(decisions) / len(closely)
    for each in decisions:
        expected = slope * each.look + base
        yield float(expected if each.loss is None else expected + others * (each.loss - expected))


def changed(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> str:
    """The options that are not as usual; a result of such a run is marked stale."""
    sizes = set(vars(asked)) - {"names", "dry_run", "jobs"}
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
    parser.add_argument("--games", type=int, default=0, help="of each level; by default more of the weak ones")
    parser.add_argument("--closely", type=float, default=0, help="share of decisions that are judged as in a review")
    parser.add_argument("--nodes", type=int, default=Budget().nodes, help="for each of these decisions")
    parser.add_argument("--rounds", type=int, default=None, help="at most so many of a game")
    add_jobs(parser)
    asked = parser.parse_args()
    for name, command in EXPERIMENT.named(asked.names).items():
        about = EXPERIMENT.begin(command + changed(parser, asked))
        players, _, level = name.partition("p-")
        EXPERIMENT.finish(name, about | measure(level, int(players), asked), dry_run=asked.dry_run)
        if not asked.dry_run:
            write_levels()


if __name__ == "__main__":
    main()
