"""In how many turns a hand goes out if nobody interferes: the fewest combinations that it can be taken apart into."""

from __future__ import annotations

from functools import lru_cache

from haggis.engine.plays import legal_plays
from haggis.rules import Cards, Combo, Ruleset

MOST_CARDS = 11
"""Of a rest with more cards nobody counts the turns."""


def parts(hand: Cards, rules: Ruleset) -> tuple[Combo, ...] | None:
    """The fewest combinations that hold all cards of a hand, larger ones first; None if it has too many cards."""
    if len(hand) > MOST_CARDS:
        return None
    return plan(hand, rules)


@lru_cache(maxsize=4096)
def plan(hand: Cards, rules: Ruleset) -> tuple[Combo, ...]:
    """The same for any hand; a dealt one takes some hundredths of a second."""
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
