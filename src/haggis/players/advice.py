"""What search thinks of a decision: the actions, the best first, and what every bet would gain.

`skilled`, `strong` and `expert` decide by it, and hints show it.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from haggis.engine.search import Choice, Settings, Stop, search
from haggis.rules import Action, Bet, Play, Round, View

from .betting import WeighedBet, weigh_bets
from .player import AS_IT_LIKES, Clock

STRONG = Settings()
STRONG_MILLIS = 200
OVERHEAD = 0.012
"""Seconds kept back for everything but the search itself, but at most a fifth of all."""
SHARE = 0.95
"""Of the time that is left, to be on the safe side of a busy machine."""


class Advice(NamedTuple):
    """What a seat that is asked could do."""

    candidates: list[Choice]
    """Plays and a pass, or gives, the best first; at least one. Each says its expected `points` in this round, how
    often the seat then goes out first, and its `worth` for the game with the standard `error`: that is what they are
    ordered by, and far from the end of a game it is the points."""
    bets: list[WeighedBet]
    """Every bet that may be placed now, the best first."""

    @property
    def bet(self) -> Bet | None:
        """The bet to place now. It comes right before the first card: a pass leaves time to wait."""
        playing = isinstance(self.candidates[0].action, Play)
        return self.bets[0].bet if playing and self.bets and self.bets[0].pays else None

    @property
    def action(self) -> Action:
        """What to do."""
        return self.bet or self.candidates[0].action


def advise(
    view: View,
    clock: Clock = AS_IT_LIKES,
    *,
    seed: int,
    bet_seed: int | None = None,
    settings: Settings = STRONG,
    truth: Round | None = None,
    stop: Stop | None = None,
) -> Advice:
    """Advice for a seat that is asked, by what its view shows.

    Bets have chance of their own (`bet_seed`), lest looking at them change the play of the cards. `truth` is for the
    yardstick that cheats: the round with all hands as they are. `stop` ends the search early.
    """
    begun = time.perf_counter()
    bets = weigh_bets(view, seed if bet_seed is None else bet_seed) if view.bets_open else []
    limited = _limited(settings, clock, spent=time.perf_counter() - begun)
    return Advice(search(view, limited, seed, truth=truth, stop=stop), bets)


def _limited(settings: Settings, clock: Clock, spent: float) -> Settings:
    if clock.nodes is not None and clock.millis is None:
        return settings.replace(nodes=clock.nodes)
    millis = STRONG_MILLIS if clock.millis is None else clock.millis
    left = SHARE * (millis / 1000 - spent)
    return settings.replace(seconds=max(0.001, left - min(OVERHEAD, left / 5)))
