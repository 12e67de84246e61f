"""Whether to bet, and how much: by the chance to go out first, corrected for wishful thinking.

Search is too sure of the chance to go out first, in a way that can be measured (bench/bets.py) and mended: the
logit of the raw chance is stretched and shifted. A bet is placed when, with the mended chance, it gains more
than a small margin. Since it can be placed until one's first card, it is decided right before that card; out of
turn only when somebody may end the betting before one's next turn.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from haggis.engine.search import Choice, Settings, outlook
from haggis.rules import Bet, Play, View

from .player import Clock


class Mending(NamedTuple):
    """How a logit is corrected: stretched, then shifted."""

    stretch: float
    shift: float


MENDING = {2: Mending(0.583, -0.335), 3: Mending(0.61, -0.707)}
"""By the number of players, as bench/bets.py fitted them."""
MARGIN = 2.0
"""Points that a bet must gain on average: estimates are never sure."""
CLOSE_TO_OUT = 7
"""With so few cards an opponent may go out before the next turn."""
LOOK = Settings(worlds=400)
FEWEST_WORLDS = 50
"""With a small budget of nodes a bet is looked at less closely, too."""
FEWEST_VISITS = 200
"""A search that tried its choice less often knows less than quick playouts do."""
NO_LIMIT = Clock()


def mended(chance: float, mending: Mending) -> float:
    """The chance to go out first, having bet, that a raw chance stands for."""
    return 1 / (1 + math.exp(-mending.stretch * logit(chance) - mending.shift))


def logit(chance: float) -> float:
    inside = min(max(chance, 0.005), 0.995)
    return math.log(inside / (1 - inside))


def bet_before(choice: Choice, view: View, seed: int, clock: Clock = NO_LIMIT) -> Bet | None:
    """The bet to place right before the choice of a search, if one gains enough. A pass leaves time to wait."""
    if not (view.bets_open and isinstance(choice.action, Play)):
        return None
    return best_bet(view, seed, clock, choice.first_out if choice.visits >= FEWEST_VISITS else None)


def best_bet(view: View, seed: int, clock: Clock = NO_LIMIT, searched: float | None = None) -> Bet | None:
    """The bet that gains most, if one gains enough; the view's seat must be allowed to bet.

    `searched` is the chance to go out first that a search has found. Without it, quick playouts have to do.
    """
    worlds = LOOK.worlds if clock.nodes is None else min(LOOK.worlds, max(FEWEST_WORLDS, clock.nodes))
    seen = outlook(view, list(view.rules.bets), replace(LOOK, worlds=worlds), seed)
    chance = chance_with_bet(view, seen.first_out, searched)
    gains = {amount: chance * if_first + (1 - chance) * if_not for amount, (if_first, if_not) in seen.gains.items()}
    amount = max(gains, key=gains.__getitem__)
    return Bet(view.seat, amount) if gains[amount] > MARGIN else None


def chance_with_bet(view: View, seen: float, searched: float | None) -> float:
    """The chance to go out first, having bet. A bet on points is about what playouts have seen as it is."""
    if view.rules.bet_wins == "points":
        return seen
    return mended(seen if searched is None else searched, MENDING[view.players])


def may_close_soon(view: View) -> bool:
    """Whether somebody could end the betting before this seat's next turn."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
    return min(others, default=0) <= CLOSE_TO_OUT
