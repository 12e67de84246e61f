"""Whether to bet, and how much: by the chance to win the bet, corrected for wishful thinking.

A search says how likely the seat goes out first; where there is no time for one, or the bet is won otherwise, quick
playouts do. Each is too sure of itself in a way that can be measured (bench/bets.py) and calibrated: the logit of its
chance is stretched and shifted, and lowered, the later in the round the more. Therefore every player who bets by this
looks in the one way that was measured, however she chooses her cards. A bet is placed when, with the calibrated chance,
it gains more than a margin. Since that can be done until one's first card, it is done right before that card; out of
turn only when somebody may end the betting before one's next turn.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from haggis.engine.search import Settings, outlook, search
from haggis.rules import Bet, View

from .player import Clock

Look = Literal["search", "playouts", "points"]
"""How a chance was found: to go out first, by search or by playouts; or to score enough points, by playouts."""


class Calibration(NamedTuple):
    """How a logit is corrected: stretched, then shifted."""

    stretch: float
    shift: float
    late: float
    """The shift for every ten turns of the round before the bet: others who have played on tend to hold good hands."""
    stake: float = 0.0
    """On points, the shift for every ten points of the bet."""


CALIBRATIONS: dict[Look, dict[int, Calibration]] = {
    "search": {2: Calibration(0.69, -0.3, -1.81), 3: Calibration(0.735, -0.474, -1.171)},
    "playouts": {2: Calibration(0.55, -0.063, -2.22), 3: Calibration(0.628, -0.239, -1.339)},
    "points": {2: Calibration(0.589, 1.041, -1.767, -0.368), 3: Calibration(0.541, 1.042, -0.962, -0.379)},
}
"""By the look and the number of players, as bench/bets.py fitted them."""
MARGIN: dict[Look, dict[int, float]] = {
    "search": {2: 4.0, 3: 4.0},
    "playouts": {2: 4.0, 3: 4.0},
    "points": {2: 4.0, 3: 10.0},
}
"""Points that a bet must gain on average: who has bet is in a hurry, and the others hold her back. On points they do
so for the whole round: with a margin of 4, three players, 211 of 292 bets were won without a gain in points."""
CLOSE_TO_OUT = 7
"""With so few cards an opponent may go out before the next turn."""
SEARCH = Settings(nodes=1500)
"""More nodes don't tell more of who goes out first."""
SEARCH_MILLIS = 120
"""With less time than this for everything, there is none for that search."""
PLAYOUTS = Settings(worlds=400)
FEWEST_WORLDS = 50
"""With a small budget of nodes a bet is looked at less closely, too."""
NO_LIMIT = Clock()


def calibrated(chance: float, amount: int, turns: int, by: Calibration) -> float:
    """The chance to win a bet, having placed it after so many turns, that a raw chance stands for."""
    moved = by.stretch * logit(chance) + by.shift + (by.late * turns + by.stake * amount) / 10
    return 1 / (1 + math.exp(-moved))


def turns_taken(view: View) -> int:
    """How late in the round it is. A bet takes no turn."""
    return sum(not isinstance(action, Bet) for action in view.actions)


def logit(chance: float) -> float:
    inside = min(max(chance, 0.005), 0.995)
    return math.log(inside / (1 - inside))


def best_bet(view: View, seed: int, clock: Clock = NO_LIMIT) -> Bet | None:
    """The bet that gains most, if one gains enough; the view's seat must be allowed to bet."""
    worlds = PLAYOUTS.worlds if clock.nodes is None else min(PLAYOUTS.worlds, max(FEWEST_WORLDS, clock.nodes))
    seen = outlook(view, list(view.rules.bets), PLAYOUTS.replace(worlds=worlds), seed)
    look = look_at(view, clock)
    searched = chance_by_search(view, seed) if look == "search" else None
    gains = {}
    for amount, (chance, if_won, if_lost) in seen.items():
        raw = chance if searched is None else searched
        won = calibrated(raw, amount, turns_taken(view), CALIBRATIONS[look][view.players])
        gains[amount] = won * if_won + (1 - won) * if_lost
    amount = max(gains, key=gains.__getitem__)
    return Bet(view.seat, amount) if gains[amount] > MARGIN[look][view.players] else None


def look_at(view: View, clock: Clock = NO_LIMIT) -> Look:
    """How the chance to win a bet is found: by search if it can tell and there is time."""
    if view.rules.bet_wins == "points":
        return "points"
    in_time = clock.millis is None or clock.millis >= SEARCH_MILLIS
    in_budget = clock.nodes is None or clock.nodes >= SEARCH.nodes
    return "search" if view.ask == "turn" and in_time and in_budget else "playouts"


def chance_by_search(view: View, seed: int) -> float:
    """How likely the seat, whose turn it is, goes out first."""
    return search(view, SEARCH, seed)[0].first_out


def may_close_soon(view: View) -> bool:
    """Whether somebody could end the betting before this seat's next turn."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
    return min(others, default=0) <= CLOSE_TO_OUT
