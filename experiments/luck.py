"""How far the review takes luck out of results: games between equal players, and between unequal ones.

    python -m experiments.luck                     everything: half an hour of two cores
    python -m experiments.luck 2p-skilled-skilled  those whose name begins so

Between equal players the adjusted result should vary far less than the result. Between unequal ones it must favour
nobody: the mean of what was taken out as luck beyond the deal must be nothing, within its interval. There every deal is
played with the first player named at each seat, and all results are hers; between equal players they are everybody's.
Decisions are judged with fewer nodes than in a review: that makes the adjusted result vary more, but favours nobody.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np

from haggis.arena.statistics import Estimate, ratios
from haggis.rules import Bet, Game, Round, preset
from haggis.study.bets import bet_cost, bet_moment
from haggis.study.budget import Budget
from haggis.study.judging import cost_of
from haggis.study.luck import NO_LUCK, Luck, round_luck
from haggis.study.replay import Moment, replay_game

from .games import play_game
from .jobs import add_jobs, do_all
from .results import PLAYING, Experiment, Result, arguments
from .review_levels import JUDGING, changed

DEALS = {
    "2p-skilled-skilled": 200,
    "3p-skilled-skilled-skilled": 70,
    "2p-skilled-casual": 100,
    "3p-skilled-casual-casual": 35,
}
"""Games, or between unequal players sets of games with the same deals."""
NODES = {2: 160, 3: 640}
"""For each decision, by players: many games rather than sharp judgements. With three a review gives it a quarter."""


def cells(result: Result) -> str:
    spreads = " | ".join(f"{result[part]:.0f}" for part in ("result_sd", "without_deal_sd", "adjusted_sd"))
    left = f"{result['variance_left']:.0%} ({' to '.join(f'{bound:.0%}' for bound in result['variance_left_ci95'])})"
    rest = f"{result['rest_mean']:+.1f} ({' to '.join(f'{bound:+.1f}' for bound in result['rest_ci95'])})"
    means = f"{result['result_mean']:+.1f} | {result['adjusted_mean']:+.1f} | {rest}"
    return f"{result['games']} | {spreads} | {left} | {means}"


EXPERIMENT = Experiment(
    name="luck",
    commands={name: f"python -m experiments.luck {name}" for name in DEALS},
    columns=(
        "games | spread of results | without the deal | of adjusted results | variance left (95 %) | "
        "mean result | mean adjusted | mean luck beyond the deal (95 %)"
    ),
    cells=cells,
    measures=(*PLAYING, *JUDGING, "src/haggis/study/luck.py", "src/haggis/study/bets.py"),
    page_name="study.md",
)


class Task(NamedTuple):
    levels: tuple[str, ...]
    seed: int
    nodes: int
    rounds: int | None


def play_deals(task: Task) -> list[Luck]:
    """The same deals in every seating that differs: the luck of whoever plays as well as the first player named."""
    rules = preset("standard", players=len(task.levels))
    found = []
    for names in seatings(task.levels):
        game = play_game(list(names), rules, task.seed, rounds=task.rounds)
        lucks = lucks_of(game, Budget(task.nodes, seed=task.seed))
        found += [luck for name, luck in zip(names, lucks, strict=True) if name == task.levels[0]]
    return found


def seatings(levels: Sequence[str]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(tuple(levels[-by:]) + tuple(levels[:-by]) for by in range(len(levels))))


def lucks_of(game: Game, budget: Budget) -> list[Luck]:
    """By seat, as a review says it; but nothing is judged that luck does not depend on."""
    found = [NO_LUCK] * game.rules.players
    for _, moments in groupby(replay_game(game).moments, key=lambda moment: moment.round_number):
        played = list(moments)
        costs = [0.0] * game.rules.players
        for seat, cost in costs_of(played, budget):
            costs[seat] += cost
        lucks = round_luck(played[0].state, played[-1].state, costs)
        found = [sum_ + luck for sum_, luck in zip(found, lucks, strict=True)]
    return found


def costs_of(played: Sequence[Moment], budget: Budget) -> Iterator[tuple[int, float]]:
    """Seat and cost of every decision of a round, bets included."""
    states = [moment.state for moment in played]
    bet_at = bet_moments(states)
    for before, after in pairwise(played):
        action = after.state.actions[-1]
        view = before.view(action.seat)
        place = (after.round_number, after.action)
        if after.action in bet_at:
            amount = action.amount if isinstance(action, Bet) else 0
            yield action.seat, bet_cost(view, amount, budget.chance(*place, 3))
        if not isinstance(action, Bet):
            yield action.seat, cost_of(view, action, budget, *place)


def bet_moments(states: list[Round]) -> set[int]:
    return {place for seat in range(states[0].players) if (place := bet_moment(states, seat))}


def summary(deals: Sequence[Sequence[Luck]], games: int) -> Result:
    """Means and variances; the intervals are by a bootstrap over deals."""
    parts = np.array([[numbers_of(luck) for luck in lucks] for lucks in deals])
    sizes = np.full(len(deals), float(parts.shape[1]))
    result, adjusted, rest = (ratios(parts[:, :, [which]].sum(axis=1), sizes, seed=1)[0] for which in (0, 2, 3))
    squares = ((parts - parts.mean(axis=(0, 1))) ** 2).sum(axis=1)
    spreads = np.sqrt(squares.sum(axis=0) / sizes.sum())
    without_deal, left = ratios(squares[:, 1:3], squares[:, 0], seed=1)
    return {
        "games": games,
        "result_sd": round(float(spreads[0]), 2),
        "without_deal_sd": round(float(spreads[1]), 2),
        "adjusted_sd": round(float(spreads[2]), 2),
        "variance_without_deal": round(without_deal.mean, 4),
        "variance_left": round(left.mean, 4),
        "variance_left_ci95": bounds(left, 4),
        "result_mean": round(result.mean, 2),
        "result_ci95": bounds(result),
        "adjusted_mean": round(adjusted.mean, 2),
        "adjusted_ci95": bounds(adjusted),
        "rest_mean": round(rest.mean, 2),
        "rest_ci95": bounds(rest),
    }


def numbers_of(luck: Luck) -> tuple[float, ...]:
    return luck.result, luck.result - luck.deal, luck.adjusted, luck.rest


def bounds(estimate: Estimate, digits: int = 2) -> list[float]:
    return [round(bound, digits) for bound in estimate.ci95 or (estimate.mean, estimate.mean)]


def measure(name: str, asked: argparse.Namespace) -> Result:
    levels = tuple(name.split("-")[1:])
    seeds = range(asked.seed * 1_000_003, asked.seed * 1_000_003 + (asked.deals or DEALS[name]))
    nodes = asked.nodes or NODES[len(levels)]
    tasks = [Task(levels, seed, nodes, asked.rounds) for seed in seeds]
    return summary(do_all(play_deals, tasks, asked.jobs, name), len(tasks) * len(seatings(levels)))


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", help="only results whose name begins so")
    parser.add_argument("--deals", type=int, default=0, help="of each")
    parser.add_argument("--rounds", type=int, default=None, help="at most so many of a game")
    parser.add_argument("--nodes", type=int, default=0, help="for each decision")
    add_jobs(parser)
    asked = parser.parse_args()
    for name, command in EXPERIMENT.named(asked.names).items():
        about = EXPERIMENT.begin(command + changed(parser, asked))
        EXPERIMENT.finish(name, about | measure(name, asked), dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
