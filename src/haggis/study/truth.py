"""What happened to be true of a decision: the same with all hands known. It plays no part in a judgement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from haggis.engine.search import expect, search
from haggis.rules import Action, Round, View
from haggis.rules.scoring import points_ahead

from .budget import ENDING_CARDS, Budget
from .endings import TooLarge, best_on_average, open_value
from .solved_deals import is_small

NODES = 200
"""To see what would have been best."""


@dataclass(frozen=True)
class Truth:
    """The decision with all hands known."""

    best: Action
    loss: float
    """How much worse the played action is than the best one of the judgement, as the cards lay; below 0: better."""

    def to_json(self) -> dict[str, Any]:
        return {"best": str(self.best), "loss": round(self.loss, 2)}


def what_was_true(view: View, state: Round, played: Action, advised: Action, seed: int) -> Truth:
    """Solved, in an ending in which few cards are hidden; else by search and the network.

    Both parts are by the same numbers: else an action could be better than the best.
    """
    worth = _solved(state, played, advised) or _searched(view, state, played, advised, seed)
    return Truth(max(worth, key=worth.__getitem__), worth[advised] - worth[played])


def _solved(state: Round, *actions: Action) -> dict[Action, float]:
    """What these and the best of all lead to, the best first; nothing if it is no such ending, or too large."""
    if not is_small(state):
        return {}
    seat = state.turn
    (other,) = (holder for holder in state.holders() if holder != seat)
    try:
        looked_at = dict.fromkeys((best_on_average([state]), *actions))
        return {action: float(open_value(state.apply_unchecked(action), seat, other)) for action in looked_at}
    except TooLarge:
        return {}


def _searched(view: View, state: Round, played: Action, advised: Action, seed: int) -> dict[Action, float]:
    """The same, the best as search finds it."""
    found = search(view, Budget(nodes=2 * NODES).half(view), seed, truth=state)[0].action
    looked_at = list(dict.fromkeys((found, advised, played)))
    _, *after = expect(view, looked_at, exact=ENDING_CARDS, truth=state)
    return {action: points_ahead(each.points, view.seat) for action, each in zip(looked_at, after, strict=True)}
