"""Combinations: what cards can be read as, and what beats what (docs/spec/rules.md, section 2).

A reading is a shape (`multiplicity x length`) and a rank. A bomb is written as shape 0 x 0 and
its place in the order of bombs, so that "same shape, higher rank" is one rule for all.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .cards import COURT_SHIFT, JACK, KING, LOWEST, TEN, Card, Cards, rank_text
from .errors import NotationError, shown
from .ruleset import Ruleset
from .sentences import sentence

BOMBS = ("rainbow", "JQ", "JK", "QK", "JQK", "suited")
BOMB_RANKS = (3, 5, 7, 9)
MOST_CARDS_OF_A_RANK = 8


class Reading(NamedTuple):
    """What cards are played as. Text: `1x1:K`, `3x1:5`, `1x3:9`, `bomb:JQ`."""

    multiplicity: int
    length: int
    rank: int

    @property
    def is_bomb(self) -> bool:
        return self.multiplicity == 0

    @property
    def shape(self) -> tuple[int, int]:
        return self.multiplicity, self.length

    @property
    def lowest(self) -> int:
        """The lowest rank of a set or sequence."""
        return self.rank - self.length + 1

    @property
    def bomb(self) -> str:
        return BOMBS[self.rank]

    def beats(self, other: Reading) -> bool:
        if self.shape == other.shape:
            return self.rank > other.rank
        return self.is_bomb

    def __str__(self) -> str:
        if self.is_bomb:
            return f"bomb:{self.bomb}"
        return f"{self.multiplicity}x{self.length}:{rank_text(self.rank)}"


def bomb(name: str) -> Reading:
    return Reading(0, 0, BOMBS.index(name))


def parse_reading(text: str) -> Reading:
    """The reading that `text` names; only shapes that the game knows."""
    reading = _all_readings().get(text)
    if reading is None:
        raise NotationError(sentence("notation.reading", given=shown(text)))
    return reading


@cache
def _all_readings() -> dict[str, Reading]:
    shapes = [
        Reading(multiplicity, length, rank)
        for multiplicity in range(1, MOST_CARDS_OF_A_RANK + 1)
        for rank in range(LOWEST, KING + 1)
        for length in range(1, rank - LOWEST + 2)
        if is_shape(multiplicity, length)
    ]
    return {str(reading): reading for reading in (*shapes, *map(bomb, BOMBS))}


def is_shape(multiplicity: int, length: int) -> bool:
    """Sets have length 1; a run of singles needs three ranks, one of larger sets two."""
    return length == 1 or length >= (3 if multiplicity == 1 else 2)


class Combo(NamedTuple):
    """Cards together with their reading. Text: `3r 4r J as 1x3:5`."""

    cards: Cards
    reading: Reading

    def __str__(self) -> str:
        return f"{self.cards} as {self.reading}"


def courts_fit(courts: int, multiplicity: int, rank: int, option: str) -> bool:
    """Whether these court cards (three bits: J, Q, K) can fill every place above 10.

    The places at or below 10 that are left over take any court card.
    """
    ranks = [JACK + place for place in range(3) if courts >> place & 1]
    places = [place for place in range(TEN + 1, rank + 1) for _ in range(multiplicity)]
    if not places:
        return True
    if option == "wild" or len(places) > len(ranks):
        return False
    if option == "number":
        return multiplicity == 1 and set(places) <= set(ranks)
    # The highest court cards take the highest places; each stands for its own rank or a lower one.
    return all(court >= place for court, place in zip(reversed(ranks), reversed(places), strict=False))


def readings(cards: Cards, rules: Ruleset) -> list[Reading]:
    """Every reading of these cards: sets, then sequences, highest first, then bombs."""
    numbers = list(cards.numbers)
    courts = cards.bits >> COURT_SHIFT
    if not numbers:
        return _court_readings(cards)
    found = _set_readings(numbers, len(cards), rules)
    found += _sequence_readings(numbers, courts, len(cards), rules)
    return found if courts else found + _number_bombs(numbers)


def _court_readings(courts: Cards) -> list[Reading]:
    ranks = [card.rank for card in courts]
    if len(ranks) == 1:
        return [Reading(1, 1, ranks[0])]
    name = "".join(map(rank_text, ranks))
    return [bomb(name)] if name in BOMBS else []


def _set_readings(numbers: list[Card], size: int, rules: Ruleset) -> list[Reading]:
    one_rank = len({card.rank for card in numbers}) == 1
    return [Reading(size, 1, numbers[0].rank)] if one_rank and size <= rules.largest_set else []


def _sequence_readings(numbers: list[Card], courts: int, size: int, rules: Ruleset) -> list[Reading]:
    suits_used = len({card.suit for card in numbers})
    low, high = numbers[0].rank, numbers[-1].rank
    return [
        Reading(multiplicity, length, rank)
        for multiplicity in range(suits_used, rules.suits + 1)
        if size % multiplicity == 0
        for length in [size // multiplicity]
        if length > 1 and is_shape(multiplicity, length)
        for rank in range(min(KING, low + length - 1), max(high, LOWEST + length - 1) - 1, -1)
        if courts_fit(courts, multiplicity, rank, rules.courts)
    ]


def _number_bombs(numbers: list[Card]) -> list[Reading]:
    if tuple(card.rank for card in numbers) != BOMB_RANKS:
        return []
    suits = len({card.suit for card in numbers})
    return [bomb({1: "suited", 4: "rainbow"}[suits])] if suits in (1, 4) else []
