"""Whether to bet, and how much: by the chance to win the bet, corrected for wishful thinking.

The value network says how likely the seat wins a bet, on average over what the others may hold. That is too sure of
itself in a way that can be measured and corrected (`bet_calibration`): the later in the round the more. A bet is placed
when, with the calibrated chance, it gains more than a margin. Since that can be done until one's first card, it is done
right before that card; out of turn only when somebody may end the betting before one's next turn.
"""

from __future__ import annotations

from typing import NamedTuple

from haggis.engine.search import outlook
from haggis.rules import Bet, View

from .bet_calibration import calibrated
from .bet_calibration_data import CALIBRATIONS

MARGIN = {"out": {2: 4.0, 3: 4.0}, "points": {2: 4.0, 3: 10.0}}
"""Points that a bet must gain on average: who has bet is in a hurry, and the others hold her back. By what a bet is won
with, then by the number of players. Chosen by hand; measured by the matches `bets-*` of experiments/strength.py."""
CLOSE_TO_OUT = 7
"""With so few cards an opponent may go out before the next turn."""
WORLDS = 400


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


def best_bet(view: View, seed: int) -> Bet | None:
    """The bet that gains most, if one gains enough; the view's seat must be allowed to bet."""
    best = weigh_bets(view, seed)[0]
    return best.bet if best.pays else None


def weigh_bets(view: View, seed: int) -> list[WeighedBet]:
    """Every bet that the view's seat may place, the best first; it must be allowed to bet."""
    weighed = []
    for amount, (chance, if_won, if_lost) in outlook(view, list(view.rules.bets), seed, worlds=WORLDS).items():
        won = calibrated(chance, amount, turns_taken(view), CALIBRATIONS[view.rules.bet_wins][view.players])
        gain = won * if_won + (1 - won) * if_lost
        pays = gain > MARGIN[view.rules.bet_wins][view.players]
        weighed.append(WeighedBet(Bet(view.seat, amount), won, gain, pays))
    return sorted(weighed, key=lambda each: -each.gain)


def may_close_soon(view: View) -> bool:
    """Whether somebody could end the betting before this seat's next turn."""
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
    return min(others, default=0) <= CLOSE_TO_OUT
