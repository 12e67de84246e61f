"""Plays and readings in C++: the same as `legal_plays` and `readings` of `haggis.rules`.

>>> from haggis.rules import preset
>>> [str(play) for play in legal_plays(Cards("2r 3r 4r J"), Reading(1, 3, 4), preset("standard"))]
['3r 4r J as 1x3:5']
"""

from __future__ import annotations

from haggis import _native
from haggis.rules import Cards, Combo, Reading, Ruleset

from . import checks
from .convert import combo_from_word, reading_from_code, reading_to_code, rules_to_native


def legal_plays(hand: Cards, on: Reading | None, rules: Ruleset) -> list[Combo]:
    """Every play of a hand on the lead (`on` is None) or on a reading, each once, in the engine's order."""
    bits = checks.instance(hand, Cards, "the hand").bits
    return [combo_from_word(word) for word in _native.plays(rules_to_native(rules), bits, reading_to_code(on)).tolist()]


def count_plays(hand: Cards, on: Reading | None, rules: Ruleset) -> int:
    """How many they are; counted without being listed."""
    bits = checks.instance(hand, Cards, "the hand").bits
    return _native.count_plays(rules_to_native(rules), bits, reading_to_code(on))


def readings(cards: Cards, rules: Ruleset) -> list[Reading]:
    """Everything that these cards can be read as."""
    codes = _native.readings(rules_to_native(rules), checks.instance(cards, Cards, "the cards").bits)
    return [reading for reading in map(reading_from_code, codes) if reading]
