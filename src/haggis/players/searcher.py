"""`strong` and `expert`: search over what the hidden hands may be, for as long as they may think.

`clairvoyant` is the same search told the true hands: a yardstick for what better guessing could gain.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from haggis.engine.search import Settings, search
from haggis.rules import Action, Bet, Play, Round, View

from .betting import best_bet, may_close_soon
from .player import Clock

OVERHEAD = 0.012
"""Seconds kept back for everything but the search itself."""
SHARE = 0.95
"""Of the time that is left, to be on the safe side of a busy machine."""
USUAL = {2: Settings(), 3: Settings()}
"""By the number of players."""


class Searcher:
    """Searches before every action; bets when it pays."""

    def __init__(
        self, name: str, seed: int, millis: int, *, bets: bool = True, settings: Mapping[int, Settings] = USUAL
    ) -> None:
        self.name = name
        self._rng = random.Random(seed)
        # Chance of its own: whoever does not bet plays the same cards as her twin who is not allowed to.
        self._bet_rng = random.Random(self._rng.getrandbits(64))
        self._millis = millis
        self._bets = bets
        self._settings = settings

    def choose(self, view: View, clock: Clock) -> Action:
        """A bet comes right before the first card; a pass leaves time to wait."""
        begun = time.perf_counter()
        bet = self._best_bet(view, clock)
        settings = self._limited(self._settings[view.players], clock, spent=time.perf_counter() - begun)
        best = search(view, settings, self._rng.getrandbits(63), truth=self._truth())[0].action
        return bet if bet and isinstance(best, Play) else best

    def bet(self, view: View, clock: Clock) -> Bet | None:
        return self._best_bet(view, clock) if may_close_soon(view) else None

    def _best_bet(self, view: View, clock: Clock) -> Bet | None:
        if not (self._bets and view.bets_open):
            return None
        return best_bet(view, self._bet_rng.getrandbits(32), clock)

    def _limited(self, settings: Settings, clock: Clock, spent: float) -> Settings:
        if clock.nodes is not None and clock.millis is None:
            return settings.replace(nodes=clock.nodes)
        seconds = (clock.millis or self._millis) / 1000 - spent
        return settings.replace(seconds=max(0.001, SHARE * seconds - OVERHEAD))

    def _truth(self) -> Round | None:
        return None


class Clairvoyant(Searcher):
    """Sees all cards. It plays in the arena only, and is marked as a cheat there."""

    cheats = True
    _state: Round | None = None

    def peek(self, state: Round) -> None:
        self._state = state

    def _truth(self) -> Round | None:
        return self._state
