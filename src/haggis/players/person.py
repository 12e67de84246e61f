"""Players who err as people do: they overlook combinations, forget what was played, and have habits.

They look one step ahead with the value network, without search. A level is a set of habits (`levels`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import NamedTuple

from haggis.engine.network import Look, Network, shipped
from haggis.rules import Action, Bet, Cards, Pass, Play, View

from .betting import weigh_bets
from .player import Clock

CANDIDATES = 40
MANY_CANDIDATES = 250
"""For who overlooks most of them."""
COMBINATION = 3
"""Cards that must be found together; singles and pairs are never overlooked."""


class Habits(NamedTuple):
    """What sets a person apart from the network. All in points, or as a share of the times."""

    worlds: int = 12
    """Deals that she imagines."""
    noise: float = 0.0
    """How far off her judgement of an action is."""
    overlook: float = 0.0
    """How often she doesn't see a combination; as often again for each court card in it."""
    forget: float = 0.0
    """How often she has forgotten a card that was played before this trick."""
    courts: float = 0.0
    """What she likes better (worse, if below 0) about an action for each court card in it."""
    bombs: float = 0.0
    """The same about a bomb."""
    passing: float = 0.0
    """The same about a pass."""
    margin: float = 4.0
    """What a bet must gain for her to place it."""
    with_three: float = 0.6
    """How much of her noise and her likings is left with three players, where actions differ by fewer points."""

    def for_players(self, players: int) -> Habits:
        if players == 2:
            return self
        share = self.with_three
        return self._replace(
            noise=share * self.noise,
            courts=share * self.courts,
            bombs=share * self.bombs,
            passing=share * self.passing,
        )


class Person:
    def __init__(self, name: str, seed: int, habits: Habits, network: Network | None = None) -> None:
        """Without a network of her own she asks those in the package."""
        self.name = name
        self._rng = random.Random(seed)
        self._habits = habits
        self._network = network

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # she never thinks long
        looks = (self._network or shipped(view.players)).look_ahead(
            view,
            worlds=self._habits.worlds,
            candidates=MANY_CANDIDATES if self._habits.overlook else CANDIDATES,
            seed=self._rng.getrandbits(63),
            forgotten=self._forgotten(view),
        )
        seen = [look for look in looks if not self._overlooks(look.action)] or looks
        habits = self._habits.for_players(view.players)
        action = max(seen, key=lambda look: self._feeling(look, habits)).action
        return (self._bet(view) or action) if isinstance(action, Play) else action

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None

    def _forgotten(self, view: View) -> Cards:
        before = view.actions[: len(view.actions) - len(view.trick)]
        played = (card for action in before if isinstance(action, Play) for card in action.cards.numbers)
        return Cards(card for card in played if self._rng.random() < self._habits.forget)

    def _overlooks(self, action: Action) -> bool:
        if not isinstance(action, Play) or len(action.cards) < COMBINATION:
            return False
        looks = 1 + len(action.cards.courts)
        return self._rng.random() > (1 - self._habits.overlook) ** looks

    def _feeling(self, look: Look, habits: Habits) -> float:
        return look.lead + sum(_likings(look.action, habits)) + habits.noise * self._gumbel()

    def _gumbel(self) -> float:
        """With it, the best of several is a draw from their softmax."""
        return -math.log(-math.log(self._rng.random() or 0.5))

    def _bet(self, view: View) -> Bet | None:
        """Right before the first card."""
        if not view.bets_open:
            return None
        best = weigh_bets(view, self._rng.getrandbits(32))[0]
        return best.bet if best.gain > self._habits.margin else None


def _likings(action: Action, habits: Habits) -> Iterator[float]:
    if isinstance(action, Pass):
        yield habits.passing
    if isinstance(action, Play):
        yield habits.courts * len(action.cards.courts)
        yield habits.bombs * bool(action.reading and action.reading.is_bomb)
