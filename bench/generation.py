"""What generating plays costs against the cards in hand: a table, and a picture for the docs.

Writes bench/results/generation.json and docs/pictures/generation-cost.png (needs the `plot` extra).
"""

from __future__ import annotations

from haggis.engine.bench import GenerationCost, generation_cost

from . import pictures
from .measuring import write

CARDS = range(5, 18)


def draw(costs: list[GenerationCost]) -> None:
    figure, left = pictures.begin("Generating the plays on the lead, two players, mean over 200 hands")
    cards = [cost.cards for cost in costs]
    left.plot(cards, [cost.list_us for cost in costs], "o-", label="listing all plays")
    left.plot(cards, [cost.count_us for cost in costs], "s-", label="counting them")
    left.set(xlabel="cards in hand", ylabel="microseconds", xticks=cards, ylim=(0, None))
    right = left.twinx()
    right.plot(cards, [cost.plays for cost in costs], "^:", color="grey", label="plays")
    right.set(ylabel="plays on the lead", ylim=(0, None))
    handles = [*left.get_lines(), *right.get_lines()]
    left.legend(handles, [str(handle.get_label()) for handle in handles], loc="upper left")
    pictures.save(figure, "generation-cost")


def main() -> None:
    costs = [generation_cost(cards, effort=10) for cards in CARDS]
    print("| cards | plays | list, µs | count, µs | ns a play |\n|---|---|---|---|---|")
    for cost in costs:
        each = 1000 * cost.list_us / cost.plays
        print(f"| {cost.cards} | {cost.plays:.0f} | {cost.list_us:.2f} | {cost.count_us:.2f} | {each:.1f} |")
    write("generation", [cost._asdict() for cost in costs])
    draw(costs)


if __name__ == "__main__":
    main()
