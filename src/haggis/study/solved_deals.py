"""Endings in which the other hides few cards: deals of the unseen cards, some or all, each solved with open cards.

All deals count alike, whatever was played before: so it can be proved. Rollouts misjudge such endings if the player
herself still holds many cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean

from haggis.engine.search import Trial, worth
from haggis.rules import Action, Round, View, sample_world
from haggis.rules.round import replay

from .budget import ENDING_HAND
from .endings import TooLarge, ahead, best_on_average, check_time, hidden_count, possible_deals, rivals, solved


@dataclass(frozen=True)
class Tried:
    """Actions in the same deals."""

    trials: list[Trial]
    doubt: float
    """What is left of a standard error, since the deals that were not drawn are few: nothing, if there are none."""


def best_in_deals(view: View, most: int, seed: int, seconds: float = inf) -> Action | None:
    """The best of all actions over at most so many deals; None if it is no such ending, or takes too long."""
    until = time.monotonic() + seconds
    try:
        return best_on_average(deals, until) if (deals := _drawn(view, most, seed)[0]) else None
    except TooLarge:
        return None


def try_in_deals(
    view: View, actions: Sequence[Action], most: int, seed: int, seconds: float = inf, *, for_the_game: bool = False
) -> Tried | None:
    """These actions in at most so many deals; None if it is no such ending, or takes too long.

    What an end is worth is the lead in points, or what its points mean for winning the game.
    """
    until = time.monotonic() + seconds
    deals, total = _drawn(view, most, seed)
    value = _worth if for_the_game else _lead
    try:
        trials = [_tried(view, action, deals, value, until) for action in actions] if deals else []
    except TooLarge:
        return None
    return Tried(trials, sqrt((total - len(deals)) / max(1, total - 1))) if trials else None


def is_small(state: Round) -> bool:
    """Between two, one of whom hides few cards."""
    return state.players == 2 and len(rivals(state)) == 2 and hidden_count(state, state.turn) <= ENDING_HAND


def _drawn(view: View, most: int, seed: int) -> tuple[list[Round], int]:
    """Deals of such an ending, and how many there are; none of any other."""
    rng = Random(seed)
    state = replay(view.rules, sample_world(view, rng), view.actions)
    if not is_small(state):
        return [], 0
    deals = list(possible_deals(state, state.turn))
    return rng.sample(deals, min(most, len(deals))), len(deals)


def _tried(
    view: View, action: Action, deals: Sequence[Round], value: Callable[[View, Round], float], until: float
) -> Trial:
    ends = [_end(deal.apply_unchecked(action), until) for deal in deals]
    first_out = fmean(end.out[0] == view.seat for end in ends)
    points = fmean(_lead(view, end) for end in ends)
    return Trial(action, [value(view, end) for end in ends], list(range(len(ends))), points, first_out)


def _lead(view: View, end: Round) -> float:
    return float(ahead(end.scores, view.seat, 1 - view.seat))


def _worth(view: View, end: Round) -> float:
    return worth(view, [score.total for score in end.scores])[view.seat]


def _end(state: Round, until: float) -> Round:
    """How it ends with best play of both, all cards known."""
    check_time(until)
    for action in () if state.over else solved(state, line=True).line:
        state = state.apply_unchecked(action)
    return state
