"""Hints in endings in which the other hides few cards: deals of the unseen cards, each solved with open cards.

All deals count alike, whatever was played before: so it can be proved. Rollouts misjudge such endings if the player
herself still holds many cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev

from haggis.engine.search import Choice
from haggis.rules import Action, Round, View, sample_world
from haggis.rules.round import replay

from .budget import ENDING_HAND
from .endings import TooLarge, ahead, best_on_average, hidden_count, possible_deals, rivals, solved
from .judging import MOST_CANDIDATES, Candidate

DEALS = 48
"""Of more, so many are drawn."""


def solved_candidates(view: View, choices: Sequence[Choice], seed: int) -> list[Candidate]:
    """The best of all actions, then the best of these choices; none if it is no such ending, or too large."""
    rng = Random(seed)
    state = replay(view.rules, sample_world(view, rng), view.actions)
    if not is_small(state):
        return []
    deals = list(possible_deals(state, state.turn))
    deals = rng.sample(deals, min(DEALS, len(deals)))
    try:
        best = best_on_average(deals)
        others = [each.action for each in choices if each.action != best]
        found = [_candidate(action, deals) for action in (best, *others[: MOST_CANDIDATES - 1])]
    except TooLarge:
        return []
    return sorted(found, key=lambda each: -each.points)


def is_small(state: Round) -> bool:
    """Between two, one of whom hides few cards."""
    return state.players == 2 and len(rivals(state)) == 2 and hidden_count(state, state.turn) <= ENDING_HAND


def _candidate(action: Action, deals: Sequence[Round]) -> Candidate:
    seat = deals[0].turn
    ends = [_end(deal.apply_unchecked(action)) for deal in deals]
    leads = [ahead(end.scores, seat, 1 - seat) for end in ends]
    first_out = fmean(end.out[0] == seat for end in ends)
    return Candidate(action, fmean(leads), pstdev(leads) / sqrt(len(leads)), first_out)


def _end(state: Round) -> Round:
    """How it ends with best play of both, all cards known."""
    for action in () if state.over else solved(state, line=True).line:
        state = state.apply_unchecked(action)
    return state
