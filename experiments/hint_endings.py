"""What the hint loses in endings in which the other holds at most four hidden cards, against every deal solved.

    python -m experiments.hint_endings               500 endings: some minutes of two cores
    python -m experiments.hint_endings --endings 50

Every deal of the unseen cards is solved with open cards, after as many actions as it takes to know the best; the loss
of the hint's choice is the mean of the best action less its own. The endings come from rounds of `careful` against
itself, at most one of each round, whatever the player holds herself. Those in which she holds more than eight cards
also have a row of their own. An ending that the solver gives up is counted as too large, and another one taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from haggis.arena.statistics import ratios
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Round, preset, view_of
from haggis.study.budget import Budget
from haggis.study.endings import TooLarge, exact_loss, hidden_count, quick_actions, rivals
from haggis.study.hint import hint

from .jobs import add_jobs, do_all
from .results import PLAYING, Experiment, Result, arguments
from .review_levels import changed

MOST_HIDDEN = 4
FEW_OWN = 8
"""Cards of the seat that is asked."""
ENDINGS = 500
NODES = 20_000_000
"""For each position; a few endings need some minutes."""
COMMAND = "python -m experiments.hint_endings"


def cells(result: Result) -> str:
    low, high = result["loss_ci95"]
    loss = f"{result['loss']:.3f} | {low:.3f} to {high:.3f}"
    return f"{result['endings']} | {result['too_large']} | {loss} | {result['best']:.1%} | {result['worst']:.1f}"


EXPERIMENT = Experiment(
    name="hint_endings",
    commands=dict.fromkeys(("2p", "2p-few-own", "2p-many-own"), COMMAND),
    columns="endings | too large | points lost | 95 % | the best found | most lost",
    cells=cells,
    measures=(
        *PLAYING,
        "src/haggis/study/hint.py",
        "src/haggis/study/solved_deals.py",
        "src/haggis/study/endings.py",
        "src/haggis/study/budget.py",
    ),
    bets=False,
    page_name="study.md",
)


class Ending(NamedTuple):
    own: int
    """Cards of the seat that is asked."""
    loss: float | None
    """None: too large to be solved."""


def ending_of(seed: int) -> Round:
    """The first decision of a round with so few hidden cards and something to decide; rounds until there is one."""
    rng = random.Random(seed)
    while True:
        players = [make_player("careful", rng.getrandbits(32)) for _ in range(2)]
        game = Game.start(preset("standard")).deal(rng)
        wanted = rng.randint(1, MOST_HIDDEN)
        while state := game.round:
            if is_ending(state, wanted):
                return state
            game = game.apply(players[state.turn].choose(game.view(state.turn), AS_IT_LIKES))


def is_ending(state: Round, most_hidden: int) -> bool:
    if not all(map(state.has_played, rivals(state))):
        return False
    return 1 <= hidden_count(state, state.turn) <= most_hidden and len(quick_actions(state)) > 1


def judge_ending(seed: int) -> Ending:
    state = ending_of(seed)
    chosen = hint(view_of(state, state.turn), Budget(), seed).candidates[0].action
    own = len(state.hands[state.turn])
    try:
        return Ending(own, exact_loss(state, chosen, NODES))
    except TooLarge:
        return Ending(own, None)


def judged(wanted: int, seed: int, jobs: int) -> list[Ending]:
    """So many that could be solved, and those between them that were too large."""
    found: list[Ending] = []
    while missing := wanted - sum(each.loss is not None for each in found):
        seeds = range(seed + len(found), seed + len(found) + missing)
        found += do_all(judge_ending, seeds, jobs, "endings")
    return found


def summary(endings: Sequence[Ending], seed: int) -> Result:
    lost = [each.loss for each in endings if each.loss is not None]
    mean = ratios(np.array(lost)[:, None], np.ones(len(lost)), seed)[0]
    return {
        "endings": len(lost),
        "too_large": len(endings) - len(lost),
        "loss": round(mean.mean, 4),
        "loss_ci95": [round(bound, 4) for bound in mean.ci95 or (mean.mean, mean.mean)],
        "best": round(sum(each < 1e-9 for each in lost) / len(lost), 4),
        "worst": round(max(lost), 2),
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--endings", type=int, default=ENDINGS)
    add_jobs(parser)
    asked = parser.parse_args()
    about = EXPERIMENT.begin(COMMAND + changed(parser, asked))
    found = judged(asked.endings, asked.seed * 1_000_003, asked.jobs)
    few = [each for each in found if each.own <= FEW_OWN]
    many = [each for each in found if each.own > FEW_OWN]
    for name, endings in zip(EXPERIMENT.commands, (found, few, many), strict=True):
        if endings:
            EXPERIMENT.finish(name, about | summary(endings, asked.seed), dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
