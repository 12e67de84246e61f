"""`greedy`: a simple shedder. It needs no search and no chance: a yardstick, and company at once.

On the lead it gets rid of as many cards as it can, the lowest first, and saves court cards and
bombs. Following, it plays the cheapest thing that wins. It never bets.
"""

from __future__ import annotations

from haggis.rules import Action, Bet, Combo, Give, Pass, Play, View

from .player import Clock


class Greedy:
    name = "greedy"

    def choose(self, view: View, clock: Clock) -> Action:  # noqa: ARG002  # it never thinks long
        if view.ask == "give":
            return Give(view.seat, _poorest_opponent(view))
        plays = view.legal_plays()
        if not view.trick:
            return Play(view.seat, *min(plays, key=_lead_cost))
        thrifty = [combo for combo in plays if not combo.reading.is_bomb or combo.cards == view.hand]
        return Play(view.seat, *min(thrifty, key=_follow_cost)) if thrifty else Pass(view.seat)

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002
        return None


def _lead_cost(combo: Combo) -> tuple[int, int, int, str]:
    """Fewest court cards, then most cards, then lowest rank; the text settles ties."""
    courts = len(combo.cards.courts) + 3 * combo.reading.is_bomb
    return courts, -len(combo.cards), combo.reading.rank, str(combo)


def _follow_cost(combo: Combo) -> tuple[int, int, str]:
    return len(combo.cards.courts), combo.reading.rank, str(combo)


def _poorest_opponent(view: View) -> int:
    """The opponent with the lowest total; the first to the left if tied."""
    opponents = [(view.seat + step) % view.players for step in range(1, view.players)]
    return min(opponents, key=view.totals.__getitem__)
