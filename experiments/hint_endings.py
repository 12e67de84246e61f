"""What the hint loses in endings in which the other holds at most four hidden cards, against every deal solved.

    python -m experiments.hint_endings               500 endings: about an hour
    python -m experiments.hint_endings --endings 50

For each action every deal of the unseen cards is solved with open cards; the loss of the hint's choice is the mean of
the best action less its own. The endings come from rounds of `careful` against itself, at most one of each round, and
the player has at most eight cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np

from haggis.arena.statistics import ratios
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Round, preset, view_of
from haggis.study.budget import Budget
from haggis.study.endings import hidden_count, mean_values, quick_actions, rivals
from haggis.study.hint import hint

from .results import PLAYING, Experiment, Result, arguments
from .review_levels import changed

MOST_HIDDEN = 4
MOST_OWN = 8
"""Cards of the seat that is asked; with more, hundreds of actions in hundreds of deals take too long."""
ENDINGS = 500


def cells(result: Result) -> str:
    low, high = result["loss_ci95"]
    loss = f"{result['loss']:.3f} | {low:.3f} to {high:.3f}"
    return f"{result['endings']} | {loss} | {result['best']:.1%} | {result['worst']:.1f}"


EXPERIMENT = Experiment(
    name="hint_endings",
    commands={"2p": "python -m experiments.hint_endings"},
    columns="endings | points lost | 95 % | the best found | most lost",
    cells=cells,
    measures=(*PLAYING, "src/haggis/study/hint.py", "src/haggis/study/endings.py", "src/haggis/study/budget.py"),
    bets=False,
    page_name="study.md",
)


def endings(seed: int) -> Iterator[Round]:
    """The first decision of each round with so few hidden cards and something to decide."""
    rng = random.Random(seed)
    while True:
        players = [make_player("careful", rng.getrandbits(32)) for _ in range(2)]
        game = Game.start(preset("standard")).deal(rng)
        wanted = rng.randint(1, MOST_HIDDEN)
        while state := game.round:
            if is_ending(state, wanted):
                yield state
                break
            game = game.apply(players[state.turn].choose(game.view(state.turn), AS_IT_LIKES))


def is_ending(state: Round, most_hidden: int) -> bool:
    if not all(map(state.has_played, rivals(state))) or len(state.hands[state.turn]) > MOST_OWN:
        return False
    return 1 <= hidden_count(state, state.turn) <= most_hidden and len(quick_actions(state)) > 1


def loss(state: Round, number: int) -> float:
    values = mean_values(state)
    chosen = hint(view_of(state, state.turn), Budget(), number).candidates[0].action
    return max(values.values()) - values[chosen]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--endings", type=int, default=ENDINGS)
    asked = parser.parse_args()
    about = EXPERIMENT.begin(EXPERIMENT.commands["2p"] + changed(parser, asked))
    lost: list[float] = []
    for number, state in enumerate(islice(endings(asked.seed), asked.endings)):
        lost.append(loss(state, number))
        print(f"{len(lost)}: {sum(lost) / len(lost):.3f}", end="\r", flush=True)
    mean = ratios(np.array(lost)[:, None], np.ones(len(lost)), asked.seed)[0]
    result: Result = {
        "endings": len(lost),
        "loss": round(mean.mean, 4),
        "loss_ci95": [round(bound, 4) for bound in mean.ci95 or (mean.mean, mean.mean)],
        "best": round(sum(each < 1e-9 for each in lost) / len(lost), 4),
        "worst": round(max(lost), 2),
    }
    EXPERIMENT.finish("2p", about | result, dry_run=asked.dry_run)


if __name__ == "__main__":
    main()
