"""`skilled`, `strong` and `expert`: search over what the hidden hands may be, for as long as they may think.

`clairvoyant` is the same search told the true hands: a yardstick for what better guessing could gain.
"""

from __future__ import annotations

import random
from dataclasses import replace

from haggis.engine.search import Stop
from haggis.rules import Action, Bet, Round, View

from .advice import advise
from .betting import best_bet, may_close_soon
from .options import Options
from .player import AS_IT_LIKES, Clock, Player


class Searcher:
    """Searches before every action; bets when it pays."""

    def __init__(self, name: str, seed: int, options: Options) -> None:
        self.name = name
        self._rng = random.Random(seed)
        # Chance of its own: whoever does not bet plays the same cards as her twin who is not allowed to.
        self._bet_rng = random.Random(self._rng.getrandbits(64))
        self._options = options
        self._stop = Stop()

    def choose(self, view: View, clock: Clock) -> Action:
        self._stop = Stop()
        return advise(
            self._betting(view),
            self._options.clock if self._options.insists or clock == AS_IT_LIKES else clock,
            seed=self._rng.getrandbits(63),
            bet_seed=self._bet_seed(view),
            settings=self._options.settings,
            truth=self._truth(),
            stop=self._stop,
        ).action

    def interrupt(self) -> None:
        """From another thread: choose now, by what was found so far."""
        self._stop.set()

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002  # a bet is weighed in a moment
        if not (self._betting(view).bets_open and may_close_soon(view)):
            return None
        return best_bet(view, self._bet_seed(view))

    def _betting(self, view: View) -> View:
        """To somebody who never bets the betting is always over."""
        return view if self._options.bets else replace(view, bets_open=False)

    def _bet_seed(self, view: View) -> int:
        return self._bet_rng.getrandbits(32) if view.bets_open else 0

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


def interrupt(player: Player) -> None:
    """Let a player who searches in another thread choose at once; the others are quick anyway."""
    if isinstance(player, Searcher):
        player.interrupt()
