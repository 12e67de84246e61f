"""Why cards can't be played: refusals that name readings and shapes. The others stand where they are raised."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Cards
from .combos import Reading
from .sentences import Sentence, sentence
from .words import reading_name


def not_a_combination(cards: Cards) -> Sentence:
    return sentence("play.no-combination", cards=str(cards))


def not_that_reading(cards: Cards, named: Reading, found: Sequence[Reading]) -> Sentence:
    return sentence("play.other-reading", cards=str(cards), reading=a_reading(named), readings=_listed(found))


def many_readings(cards: Cards, found: Sequence[Reading]) -> Sentence:
    return sentence("play.ambiguous", cards=str(cards), readings=_listed(found))


def why_not_beaten(offered: Reading, on: Reading) -> Sentence:
    """Why `offered` does not beat `on`, which it doesn't."""
    if on.is_bomb:
        return sentence("play.bomb-needed", on=reading_name(on))
    if offered.shape == on.shape:
        names = {"on": reading_name(on), "offered": reading_name(offered)}
        return sentence("play.too-low", shape=shape_name(on), **names)
    return sentence("play.other-shape", offered=shape_name(offered), shape=shape_name(on))


def a_reading(reading: Reading) -> Sentence:
    """`a pair of 9s`, `a run 7-8-9`, but `three 9s`."""
    name = reading_name(reading)
    many = reading.length == 1 and reading.multiplicity > 2
    return name if many else sentence("reading.a", reading=name)


def shape_name(reading: Reading) -> Sentence:
    """A reading without its rank: `a pair`, `a run of three`, `a sequence of two pairs`."""
    match reading.shape:
        case 0, _:
            return sentence("shape.bomb")
        case 1, 1:
            return sentence("shape.single")
        case 2, 1:
            return sentence("shape.pair")
        case size, 1:
            return sentence("shape.set", size=size)
        case 1, length:
            return sentence("shape.run", length=length)
        case 2, length:
            return sentence("shape.pairs", length=length)
        case size, length:
            return sentence("shape.sequence", length=length, size=size)


def _listed(found: Sequence[Reading]) -> tuple[Sentence, ...]:
    return tuple(sentence("reading.noted", reading=a_reading(each), notation=str(each)) for each in found)
