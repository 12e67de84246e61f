"""A hint: what search thinks of a decision, the best first, with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from haggis.engine.search import try_actions
from haggis.players import Clock, advise
from haggis.players.betting import WeighedBet
from haggis.rules import Action, HaggisError, View

from .budget import Budget, settings_for
from .english import say
from .judging import MOST_CANDIDATES, Candidate, of_choice, of_trial
from .reasons import Reason, reasons
from .replay import Replay


@dataclass(frozen=True)
class Hint:
    candidates: tuple[Candidate, ...]
    """The best first."""
    bets: tuple[WeighedBet, ...]
    """Every bet that may be placed now, the best first."""
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "bets": [
                {
                    "amount": each.bet.amount,
                    "chance": round(each.chance, 3),
                    "gain": round(each.gain, 2),
                    "pays": each.pays,
                }
                for each in self.bets
            ],
            "reasons": [str(reason.sentence) for reason in self.reasons],
        }


def hint(view: View, budget: Budget, *place: int) -> Hint:
    """A hint for the seat that is asked, by what its view shows: by points of this round, as reviews judge."""
    clock = Clock(millis=budget.millis) if budget.millis is not None else Clock(nodes=budget.nodes)
    seed, bet_seed = budget.chance(*place, 1), budget.chance(*place, 3)
    advice = advise(view, clock, seed=seed, bet_seed=bet_seed, settings=settings_for(view).replace(equity=False))
    first, *rest = advice.candidates[:MOST_CANDIDATES]
    ranked = [first, *sorted(rest, key=lambda each: -each.points)]  # those looked at longer are not always the better
    other = ranked[1].action if len(ranked) > 1 else None
    found = [of_choice(each) for each in ranked] if other else [_only(view, first.action, budget, *place)]
    return Hint(tuple(found), tuple(advice.bets), tuple(reasons(view, first.action, other, seed=budget.seed)))


def _only(view: View, action: Action, budget: Budget, *place: int) -> Candidate:
    """Search weighs nothing where there is nothing to choose; what is expected can be said all the same."""
    (trial,) = try_actions(view, [action], budget.half(view), budget.chance(*place, 2))
    return of_trial(trial)


def hint_at(replay: Replay, round_number: int, action: int, budget: Budget) -> Hint:
    """A hint for the decision before an action of a game, both counted from 1; the seat that is asked decides."""
    moment = replay.before(round_number, action)
    if moment.state.over:
        raise HaggisError(say("hint.over", action=action, round=round_number))
    return hint(moment.view(moment.state.turn), budget, round_number, action)
