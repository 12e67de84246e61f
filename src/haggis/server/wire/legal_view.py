"""Every legal play of a hand, as text; it is listed for every turn of everybody, so it is made quickly."""

from __future__ import annotations

from functools import cache, lru_cache

from typing_extensions import TypedDict

from haggis.rules import Card, Cards, Reading, Ruleset, View, legal_bits
from haggis.rules.words import reading_name


class Legal(TypedDict):
    plays: dict[str, list[str]]
    words: dict[str, str]


def legal(view: View) -> Legal:
    """Every legal play of a seat that is asked for one."""
    return _legal(view.hand, view.on, view.rules)


@lru_cache(maxsize=64)  # whoever connects again and again asks for the same, and a hand may have a thousand plays
def _legal(hand: Cards, on: Reading | None, rules: Ruleset) -> Legal:
    """By reading, the highest readings first, and each reading's words."""
    cards = list(hand)
    low, high = _Texts(cards[: len(cards) // 2]), _Texts(cards[len(cards) // 2 :])
    grouped: dict[Reading, list[str]] = {}
    for bits, reading in legal_bits(hand, on, rules):
        grouped.setdefault(reading, []).append((low[bits & low.mask] + high[bits & high.mask])[1:])
    ordered = sorted(grouped, key=strength, reverse=True)
    names = list(map(_reading_text, ordered))
    return Legal(
        plays=dict(zip(names, map(grouped.__getitem__, ordered), strict=True)),
        words=dict(zip(names, map(reading_name, ordered), strict=True)),
    )


class _Texts(dict[int, str]):
    """The text of every choice of some cards, by its bits, made when it is first wanted; a space before each card.

    Plays of one hand have much in common, so half a hand's choices are made once and not for every play.
    """

    def __init__(self, cards: list[Card]) -> None:
        super().__init__()
        self._pieces = list(map(_piece, cards))
        self.mask = sum(card.bit for card in cards)

    def __missing__(self, bits: int) -> str:
        text = self[bits] = "".join([piece for bit, piece in self._pieces if bits & bit])
        return text


@cache
def _piece(card: Card) -> tuple[int, str]:
    return card.bit, f" {card}"


@cache
def _reading_text(reading: Reading) -> str:
    return str(reading)


@cache
def strength(reading: Reading) -> tuple[bool, int, int, int]:
    """Bombs above all, then by rank: the order in which readings are offered."""
    return reading.is_bomb, reading.rank, reading.multiplicity, reading.length
