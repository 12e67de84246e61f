"""Whether to bet, and how much: by the chance to win the bet, corrected for wishful thinking.

A search says how likely the seat goes out first; where there is no time for one, or the bet is won otherwise, quick
playouts do. Each is too sure of itself in a way that can be measured and corrected (`bet_calibration`): the later in
the round the more. Therefore every player who bets by this looks in the one way that was measured, however she
chooses her cards. A bet is placed when, with the calibrated chance, it gains more than a margin. Since that can be
done until one's first card, it is done right before that card; out of turn only when somebody may end the betting
before one's next turn.
"""

from __future__ import annotations

from typing import NamedTuple

from haggis.engine.search import Settings, outlook, search
from haggis.rules import Bet, View

from .bet_calibration import Look, calibrated
from .bet_calibration_data import CALIBRATIONS
from .player import AS_IT_LIKES, Clock

MARGIN: dict[Look, dict[int, float]] = {
    "search": {2: 4.0, 3: 4.0},
    "playouts": {2: 4.0, 3: 4.0},
    "points": {2: 4.0, 3: 10.0},
}
"""Points that a bet must gain on average: who has bet is in a hurry, and the others hold her back. On points they do
so for the whole round: with a margin of 4, three players, 211 of 292 bets were won without a gain in points.
Chosen by hand; measured by the matches `bets-*` of experiments/strength.py."""
CLOSE_TO_OUT = 7
"""With so few cards an opponent may go out before the next turn."""
SEARCH = Settings(nodes=1500)
"""More nodes don't tell more of who goes out first."""
SEARCH_MILLIS = 120
"""With less time than this for everything, there is none for that search."""
PLAYOUTS = Settings(worlds=400)
FEWEST_WORLDS = 50
"""With a small budget of nodes a bet is looked at less closely, too."""


def turns_taken(view: View) -> int:
    """How late in the round it is. A bet takes no turn."""
    return sum(not isinstance(action, Bet) for action in view.actions)


class WeighedBet(NamedTuple):
    """A bet that could be placed now, and what would come of it."""

    bet: Bet
    chance: float
    """To win it, corrected."""
    gain: float
    """Points of an even game that it adds on average."""
    pays: bool
    """Whether it gains more than the margin."""


def best_bet(view: View, seed: int, clock: Clock = AS_IT_LIKES) -> Bet | None:
    """The bet that gains most, if one gains enough; the view's seat must be allowed to bet."""
    best = weigh_bets(view, seed, clock)[0]
    return best.bet if best.pays else None


def weigh_bets(view: View, seed: int, clock: Clock = AS_IT_LIKES) -> list[WeighedBet]:
    """Every bet that the view's seat may place, the best first; it must be allowed to bet."""
    worlds = PLAYOUTS.worlds if clock.nodes is None else min(PLAYOUTS.worlds, max(FEWEST_WORLDS, clock.nodes))
    seen = outlook(view, list(view.rules.bets), PLAYOUTS.replace(worlds=worlds), seed)
    look = look_at(view, clock)
    searched = chance_by_search(view, seed) if look == "search" else None
    weighed = []
    for amount, (chance, if_won, if_lost) in seen.items():
        raw = chance if searched is None else searched
        won = calibrated(raw, amount, turns_taken(view), CALIBRATIONS[look][view.players])
        gain = won * if_won + (1 - won) * if_lost
        weighed.append(WeighedBet(Bet(view.seat, amount), won, gain, gain > MARGIN[look][view.players]))
    return sorted(weighed, key=lambda each: -each.gain)


def look_at(view: View, clock: Clock = AS_IT_LIKES) -> Look:
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
