"""Perft: how many sequences of plays, passes and gives a position has (no bets).

Chess programs compare such counts to find a wrong move generator; so do our two readings of the
rules. A finished round is one leaf.
"""

from __future__ import annotations

from .actions import Action
from .round import Round


def perft(position: Round, depth: int) -> int:
    """The number of sequences of `depth` actions, or shorter ones that end the round."""
    if depth < 0:
        raise ValueError(f"a depth can't be negative: {depth}")
    if depth == 0 or position.over:
        return 1
    if depth == 1:
        return len(position.legal_plays()) + bool(position.trick) if position.ask == "turn" else position.players - 1
    return sum(count for _, count in divide(position, depth))


def divide(position: Round, depth: int) -> list[tuple[Action, int]]:
    """The same count, split by the first action."""
    return [(action, perft(position.apply_unchecked(action), depth - 1)) for action in position.legal_actions()]
