"""What solving costs against the cards in hand: a table, and a picture for the docs.

Each position is a lead with two players; every hand is drawn from a whole one of 14 number cards
and J, Q, K. Time is the processor's, so that a busy machine disturbs it little; the limit is one of
nodes, so that the same positions are solved on every machine. Stops where fewer than half are.

Writes bench/results/solver.json and docs/pictures/solver-cost.png (needs the `plot` extra).
"""

from __future__ import annotations

import random
import statistics
import time
from typing import NamedTuple

from haggis.engine.solve import Solution, solve_lead
from haggis.rules import COURTS, Cards, preset
from haggis.rules.deal import shuffled

from . import pictures
from .measuring import write

MOST_NODES = 50_000_000
MEGABYTES = 1024
POSITIONS = dict.fromkeys(range(3, 11), 100) | {11: 40, 12: 20, 13: 10, 14: 6, 15: 4, 16: 4, 17: 4}


class Cost(NamedTuple):
    cards: int
    positions: int
    solved: int
    median_ms: float
    ninth_decile_ms: float
    longest_ms: float
    median_nodes: int
    most_nodes: int


def hands(cards: int, rng: random.Random) -> list[Cards]:
    """So many cards of two whole hands."""
    return [Cards(rng.sample(list(hand | COURTS), cards)) for hand in shuffled(2, 0, 1, rng).hands]


def timed(held: list[Cards]) -> tuple[float, Solution]:
    begun = time.process_time()
    solution = solve_lead(preset("standard"), held, nodes=MOST_NODES, megabytes=MEGABYTES)
    return 1000 * (time.process_time() - begun), solution


def measure(cards: int) -> Cost:
    runs = [timed(hands(cards, random.Random(f"{cards} {number}"))) for number in range(POSITIONS[cards])]
    millis = sorted(spent for spent, _ in runs)
    nodes = [result.nodes for _, result in runs]
    solved = sum(result.solved for _, result in runs)
    longest = round(millis[-1], 3)
    ninth = round(millis[len(millis) * 9 // 10], 3)
    median = round(statistics.median(millis), 3)
    return Cost(cards, len(runs), solved, median, ninth, longest, round(statistics.median(nodes)), max(nodes))


def measured() -> list[Cost]:
    costs: list[Cost] = []
    for cards in POSITIONS:
        costs.append(cost := measure(cards))
        print(
            f"| {cards} + {cards} | {cost.solved} of {cost.positions} | {cost.median_ms:,.2f} | "
            f"{cost.ninth_decile_ms:,.2f} | {cost.longest_ms:,.2f} | {cost.median_nodes:,} |",
            flush=True,
        )
        if 2 * cost.solved < cost.positions:
            break
    return costs


def draw(costs: list[Cost]) -> None:
    figure, left = pictures.begin("Solving a lead with all cards known, two players")
    whole = [cost for cost in costs if cost.solved == cost.positions]
    cards = [cost.cards for cost in whole]
    left.plot(cards, [cost.longest_ms for cost in whole], "v:", color="grey", label="longest")
    left.plot(cards, [cost.ninth_decile_ms for cost in whole], "s--", label="nine in ten are quicker")
    left.plot(cards, [cost.median_ms for cost in whole], "o-", label="median")
    left.set(xlabel="cards in each hand", ylabel="milliseconds", yscale="log", xticks=range(cards[0], 18))
    left.grid(visible=True, axis="y", alpha=0.3)
    left.axvspan(cards[-1] + 0.5, 17.5, color="lightgrey", alpha=0.5)
    left.text(cards[-1] + 0.6, left.get_ylim()[0] * 3, f"not all solved within\n{MOST_NODES:,} nodes")
    left.legend(loc="upper left")
    pictures.save(figure, "solver-cost")


def main() -> None:
    print("| cards | solved | median, ms | ninth decile | longest | median nodes |\n|---|---|---|---|---|---|")
    costs = measured()
    write("solver", [cost._asdict() for cost in costs])
    draw(costs)


if __name__ == "__main__":
    main()
