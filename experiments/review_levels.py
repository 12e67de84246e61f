"""What each level loses a decision by the review of its own games, and how often it gets each class.

    python -m experiments.review_levels                       all levels, two and three players: an hour of two cores
    python -m experiments.review_levels 2p-beginner 3p        those whose name begins so

Each level plays whole games against itself, and its decisions are judged as in a review with its usual budget. The two
strongest are so near to each other, and take so long, that their own games would tell too little: both are asked what
they would do at the same decisions, of games of `skilled`. Nobody bets, since bets are judged apart. The source of
src/haggis/study/level_losses.json, which is written from the results: what "you played like casual" means.

A review takes a third of a second a decision, so few of very many decisions are judged by it. The network alone says of
all of them, in a millisecond, what they lose. It is often wrong; but how far it is from the review, on average, is
known from those that both have judged, drawn by chance, most of those that look like great losses. (Sampling in two
phases with unequal chances, and a regression estimate; the interval is a bootstrap over games, for both at once.)
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
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Action, Game, View, preset
from haggis.rules.scoring import points_ahead
from haggis.study.budget import Budget
from haggis.study.judging import THRESHOLDS, Class, is_forced, judge
from haggis.study.replay import replay_game

from .games import by_nodes, play_game
from .jobs import add_jobs, do_all
from .results import PLAYING, ROOT, Experiment, Result, arguments, write_json

LEVELS = ("beginner", "novice", "casual", "regular", "careful", "skilled", "strong", "expert")


class Plan(NamedTuple):
    """How much of a level is judged."""

    games: int
    closely: float
    """The share of the decisions that are judged as in a review, where a look finds `TYPICAL` points lost."""
    games_of: str = ""
    """Another level that plays the games; this one is asked what it would do where a decision is judged closely."""


PLANS = {
    2: {
        "beginner": Plan(120, 0.1),
        "novice": Plan(120, 0.1),
        "casual": Plan(200, 0.12),
        "regular": Plan(200, 0.14),
        "careful": Plan(160, 0.14),
        "skilled": Plan(60, 0.15),
        "strong": Plan(60, 0.3, games_of="skilled"),
        "expert": Plan(60, 0.3, games_of="skilled"),
    },
    3: {
        "beginner": Plan(80, 0.14),
        "novice": Plan(80, 0.14),
        "casual": Plan(120, 0.14),
        "regular": Plan(120, 0.14),
        "careful": Plan(80, 0.12),
        "skilled": Plan(40, 0.2),
        "strong": Plan(40, 0.3, games_of="skilled"),
        "expert": Plan(40, 0.3, games_of="skilled"),
    },
}
"""By players and level: as much as brings the intervals of neighbours apart, with some room. The weak play games in no
time, so their decisions can come from many."""
LOOK_WORLDS, TRY_WORLDS, LOOK_CANDIDATES = 24, 96, 40
"""For the network: worlds in which it looks for its favourite, and in which that is compared with what was played."""
TYPICAL = 6.0
"""Points; where a look finds more, more decisions are judged closely, for there the loss varies more."""
AGREED = 0.4
"""Where it finds little or nothing, this much of that share."""
CLASSES = ("fine", *reversed(THRESHOLDS))
FILE = "src/haggis/study/level_losses.json"
JUDGING = tuple(f"src/haggis/study/{module}.py" for module in ("judging", "budget", "solved_deals", "endings"))


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
    """What it loses by the network alone: the action of who played the game."""
    loss: float | None = None
    """What it loses by a review; None if it was not judged closely."""
    class_: Class | None = None
    share: float = 1.0
    """The chance that such a decision is judged closely."""


class Task(NamedTuple):
    level: str
    players: int
    seed: int
    nodes: int
    closely: float
    rounds: int | None
    games_of: str = ""


def judge_game(task: Task) -> list[Judged]:
    """A game of a level against itself; its decisions judged by a look, a few of them as in a review."""
    rules = preset("standard", players=task.players).with_rule("bets", "none")
    game = play_game([task.games_of or task.level] * task.players, rules, task.seed, rounds=task.rounds)
    asked = make_player(by_nodes(task.level, task.players), task.seed, arena=True) if task.games_of else None
    rng = random.Random(f"closely/{task.seed}")
    budget = Budget(task.nodes, seed=task.seed)
    found = []
    for place, (view, action) in enumerate(unforced(game)):
        look = look_at(view, action, budget.chance(place, 1))
        chance = share_of(look, task.closely)
        if rng.random() < chance:
            judged = judge(view, asked.choose(view, AS_IT_LIKES) if asked else action, budget, place)
            found.append(Judged(look, judged.loss, judged.class_, chance))
        else:
            found.append(Judged(look))
    return found


def share_of(look: float, closely: float) -> float:
    """The chance of a decision to be judged closely."""
    return min(1.0, closely * max(AGREED, look / TYPICAL))


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
    closely = asked.closely or plan.closely
    seeds = range(asked.seed * 1_000_003, asked.seed * 1_000_003 + (asked.games or plan.games))
    tasks = [Task(level, players, seed, asked.nodes, closely, asked.rounds, plan.games_of) for seed in seeds]
    return summary(do_all(judge_game, tasks, asked.jobs, f"{players}p-{level}"), asked.seed)


def summary(games: Sequence[Sequence[Judged]], seed: int) -> Result:
    losses = estimated([each for game in games for each in game])
    sums = np.array([[sum(islice(losses, len(game)))] for game in games])
    loss = ratios(sums, np.array([float(len(game)) for game in games]), seed)[0]
    closely = [each for game in games for each in game if each.class_]
    return {
        "loss": round(loss.mean, 3),
        "loss_ci95": [round(bound, 3) for bound in loss.ci95] if loss.ci95 else None,
        "classes": class_shares(closely),
        "decisions": len(closely),
        "looked_at": sum(map(len, games)),
        "games": len(games),
    }


def class_shares(closely: Sequence[Judged]) -> dict[str, float]:
    """Each stands for those like it that were not drawn."""
    weights = {name: sum(1 / each.share for each in closely if each.class_ == name) for name in CLASSES}
    return {name: round(weight / sum(weights.values()), 4) for name, weight in weights.items()}


def estimated(decisions: Sequence[Judged]) -> Iterator[float]:
    """For each decision a number; their mean is an estimate of the mean loss by a review.

    It is the loss that a look leads to expect, by a line through those that were judged closely, for those in which it
    agrees and for others. Each that was judged closely also stands for the error of that in others like it.
    """
    closely = [each for each in decisions if each.loss is not None]
    if not closely:
        raise SystemExit("no decision was judged closely: play more games, or judge a greater share")
    weights = np.array([1 / each.share for each in closely])
    rows = np.array([told(each) for each in closely]) * np.sqrt(weights)[:, None]
    line, *_ = np.linalg.lstsq(rows, np.array([each.loss for each in closely]) * np.sqrt(weights))
    others = len(decisions) / weights.sum()
    for each in decisions:
        expected = float(np.dot(told(each), line))
        yield expected if each.loss is None else expected + others / each.share * (each.loss - expected)


def told(decision: Judged) -> tuple[float, ...]:
    """What a look says of a decision, for the line."""
    return 1.0, float(decision.look > 0), decision.look


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
