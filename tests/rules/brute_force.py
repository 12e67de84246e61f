"""The readings of cards, straight from docs/spec/rules.md, section 2, and as slowly as that reads.

Nothing here is shared with the package but the notation: every grid of suits and ranks is tried,
and every court card is put on every free place of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations, product

from haggis.rules import Card, Cards, Ruleset

RANKS = range(2, 14)
NAMES = "  23456789TJQK"
COURT_BOMBS = {(11, 12): "JQ", (11, 13): "JK", (12, 13): "QK", (11, 12, 13): "JQK"}


def brute_readings(cards: tuple[Card, ...], rules: Ruleset) -> set[str]:
    """Every reading of these cards, as text."""
    return {*sets(cards, rules), *sequences(cards, rules), *bombs(cards)}


def brute_plays(hand: Cards, rules: Ruleset) -> list[str]:
    """Every play on the lead: every reading of every subset of the hand."""
    cards = list(hand)
    subsets = chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))
    return [f"{Cards(subset)} as {reading}" for subset in subsets for reading in brute_readings(subset, rules)]


def sets(cards: tuple[Card, ...], rules: Ruleset) -> Iterator[str]:
    largest = {"any": rules.players + 5, "suits": rules.players + 2, "none": 1}[rules.sets]
    numbers = {card.rank for card in cards if card.rank <= 10}
    if len(cards) == 1:
        yield f"1x1:{NAMES[cards[0].rank]}"
    elif len(numbers) == 1 and len(cards) <= largest:
        yield f"{len(cards)}x1:{NAMES[numbers.pop()]}"


def sequences(cards: tuple[Card, ...], rules: Ruleset) -> Iterator[str]:
    numbers = [(card.suit, card.rank) for card in cards if card.rank <= 10]
    courts = [card.rank for card in cards if card.rank > 10]
    for grid, name in grids(len(cards), rules.players + 2):
        if numbers and set(numbers) <= set(grid):
            free = [rank for suit, rank in grid if (suit, rank) not in numbers]
            if any(all(map(stands_for, courts, places, [rules.courts] * 3)) for places in permutations(free)):
                yield name


def grids(size: int, suits: int) -> Iterator[tuple[list[tuple[int, int]], str]]:
    """Every choice of m suits and L ranks with m x L = size, and its text."""
    for many in range(1, suits + 1):
        length = size // many
        if many * length != size or length < (3 if many == 1 else 2):
            continue
        for chosen, low in product(combinations(range(suits), many), RANKS):
            ranks = range(low, low + length)
            if ranks[-1] <= 13:
                yield list(product(chosen, ranks)), f"{many}x{length}:{NAMES[ranks[-1]]}"


def stands_for(court: int, place: int, option: str) -> bool:
    if option == "lower":
        return place <= court
    return place <= 10 or (option == "number" and place == court)


def bombs(cards: tuple[Card, ...]) -> Iterator[str]:
    ranks = tuple(sorted(card.rank for card in cards))
    suits = {card.suit for card in cards}
    if ranks in COURT_BOMBS:
        yield f"bomb:{COURT_BOMBS[ranks]}"
    if ranks == (3, 5, 7, 9) and len(suits) in (1, 4):
        yield "bomb:suited" if len(suits) == 1 else "bomb:rainbow"
