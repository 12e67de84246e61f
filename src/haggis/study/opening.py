"""Before the first card: how good a dealt hand is, which bet that justifies, and in which combinations it goes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from haggis.engine.plays import legal_plays
from haggis.engine.search import expect
from haggis.players.betting import WeighedBet, weigh_bets
from haggis.rules import Cards, Combo, Ruleset, View
from haggis.rules.scoring import points_ahead

from .shedding import plan

WORLDS = 400


@dataclass(frozen=True)
class Opening:
    first_out: float
    """The chance to go out first, if nobody bets."""
    points: float
    """The expected lead in points."""
    bets: tuple[WeighedBet, ...]
    """With the chance to win each, corrected as measured, the best first."""
    combos: tuple[Combo, ...]
    """The fewest that the hand goes out in, one a turn if nobody interferes, each of cards of its own."""
    bombs: tuple[Combo, ...]
    """Of number cards: those of court cards are in every hand."""

    @property
    def bet(self) -> int:
        """The bet that this justifies; 0 for none."""
        return self.bets[0].bet.amount if self.bets and self.bets[0].pays else 0

    def to_json(self) -> dict[str, Any]:
        return {
            "first_out": round(self.first_out, 3),
            "points": round(self.points, 1),
            "bet": self.bet,
            "bets": [
                {"amount": each.bet.amount, "chance": round(each.chance, 3), "gain": round(each.gain, 2)}
                for each in self.bets
            ],
            "turns": len(self.combos),
            "combos": [str(combo) for combo in self.combos],
            "bombs": [str(combo) for combo in self.bombs],
        }


def before_the_first_card(view: View, seed: int = 1) -> Opening:
    """What the hand of a seat promises that has not played a card yet; it need not be asked."""
    (now,) = expect(view, seed=seed, worlds=WORLDS)
    bets = tuple(weigh_bets(view, seed)) if view.bets_open else ()
    lead = points_ahead(now.points, view.seat)
    return Opening(now.first_out[view.seat], lead, bets, plan(view.hand, view.rules), _bombs(view.hand, view.rules))


def _bombs(hand: Cards, rules: Ruleset) -> tuple[Combo, ...]:
    return tuple(combo for combo in legal_plays(hand.numbers, None, rules) if combo.reading.is_bomb)
