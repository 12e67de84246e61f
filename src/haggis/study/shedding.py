"""In how many turns a hand goes out if nobody interferes: the fewest combinations that it can be taken apart into."""

from __future__ import annotations

from functools import lru_cache

from haggis.engine.plays import legal_plays
from haggis.rules import Cards, Combo, Ruleset

MOST_CARDS = 11
"""Of more cards there are too many ways to take them apart."""


def parts(hand: Cards, rules: Ruleset) -> tuple[Combo, ...] | None:
    """The fewest combinations that hold all cards of a hand, larger ones first; None if it has too many cards."""
    if len(hand) > MOST_CARDS:
        return None
    return _parts(hand, rules)


@lru_cache(maxsize=4096)
def _parts(hand: Cards, rules: Ruleset) -> tuple[Combo, ...]:
    combos = {combo.cards.bits: combo for combo in legal_plays(hand, None, rules)}  # one reading of each is enough
    by_lowest: dict[int, list[int]] = {}
    for bits in sorted(combos, key=lambda bits: -bits.bit_count()):
        by_lowest.setdefault(bits & -bits, []).append(bits)
    best: dict[int, tuple[int, ...]] = {0: ()}

    def fewest(rest: int) -> tuple[int, ...]:
        if rest not in best:
            fitting = [bits for bits in by_lowest[rest & -rest] if bits & ~rest == 0]
            best[rest] = min(((bits, *fewest(rest & ~bits)) for bits in fitting), key=len)
        return best[rest]

    return tuple(combos[bits] for bits in sorted(fewest(hand.bits), key=lambda bits: (-bits.bit_count(), bits)))
