"""Whether to bet, and how much: by the chance to go out first, corrected for wishful thinking.

Playouts of the judge misjudge the chance to go out first in a way that can be measured (bench/bets.py)
and mended: the logit of the raw chance is stretched and shifted. A bet is placed when, with the mended
chance, it gains more than a small margin. Since it can be placed until one's first card, it is decided
right before that card; out of turn only when somebody may end the betting before one's next turn.
"""

from __future__ import annotations

import math
from dataclasses import replace

from haggis.engine.search import Outlook, Settings, outlook
from haggis.rules import Bet, View

from .player import Clock

STRETCH = {2: 0.518, 3: 0.636}
SHIFT = {2: -0.14, 3: -0.345}
"""By the number of players, as bench/bets.py fitted them."""
MARGIN = 2.0
"""Points that a bet must gain on average: estimates are never sure."""
CLOSE_TO_OUT = 7
"""With so few cards an opponent may go out before the next turn."""
LOOK = Settings(worlds=400)
FEWEST_WORLDS = 50
"""With a small budget of nodes a bet is looked at less closely, too."""
NO_LIMIT = Clock()


def mended(chance: float, players: int) -> float:
    """The chance to go out first that a raw chance stands for."""
    return stretched(chance, STRETCH[players], SHIFT[players])


def stretched(chance: float, stretch: float, shift: float) -> float:
    return 1 / (1 + math.exp(-(stretch * logit(chance) + shift)))


def logit(chance: float) -> float:
    inside = min(max(chance, 0.005), 0.995)
    return math.log(inside / (1 - inside))


def best_bet(view: View, seed: int, clock: Clock = NO_LIMIT) -> Bet | None:
    """The bet that gains most, if one gains enough; the view's seat must be allowed to bet."""
    worlds = LOOK.worlds if clock.nodes is None else min(LOOK.worlds, max(FEWEST_WORLDS, clock.nodes))
    seen = outlook(view, list(view.rules.bets), replace(LOOK, worlds=worlds), seed)
    gains = {amount: gain(seen, amount, view) for amount in view.rules.bets}
    amount = max(gains, key=gains.__getitem__)
    return Bet(view.seat, amount) if gains[amount] > MARGIN else None


def gain(seen: Outlook, amount: int, view: View) -> float:
    """What a bet adds on average. A bet on points has no first to be mended."""
    chance = mended(seen.first_out, view.players) if view.rules.bet_wins == "out" else seen.first_out
    if_first, if_not = seen.gains[amount]
    return chance * if_first + (1 - chance) * if_not


def may_close_soon(view: View) -> bool:
    """Whether somebody could end the betting before this seat's next turn."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
    return min(others, default=0) <= CLOSE_TO_OUT
