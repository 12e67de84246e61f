"""A hint: what search thinks of a decision, the best first, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from haggis.engine.search import Choice, Settings, try_actions
from haggis.players import Clock, advise
from haggis.players.betting import WeighedBet
from haggis.rules import HaggisError, View

from .budget import Budget, settings_for
from .english import say
from .judging import MOST_CANDIDATES, Candidate, of_choice, of_trial
from .reasons import Reason, reasons
from .replay import Replay
from .solved_deals import best_in_deals, try_in_deals

SHOWN = 0.005
"""Points: a smaller difference is not seen."""


@dataclass(frozen=True)
class Hint:
    candidates: tuple[Candidate, ...]
    """The best first, by their points."""
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
    found = _in_deals(view, advice.candidates, budget, *place) or _by_points(
        view, advice.candidates[:MOST_CANDIDATES], budget, *place
    )
    best, other = found[0].action, found[1].action if len(found) > 1 else None
    return Hint(tuple(found), tuple(advice.bets), tuple(reasons(view, best, other, seed=budget.seed)))


def _in_deals(view: View, choices: Sequence[Choice], budget: Budget, *place: int) -> list[Candidate]:
    """The best of all actions, then the best of these choices, in solved deals; none if it is no such ending."""
    drawn = budget.deals, budget.chance(*place, 7), budget.deal_seconds
    best = best_in_deals(view, *drawn)
    if best is None:
        return []
    others = [each.action for each in choices if each.action != best]
    tried = try_in_deals(view, [best, *others[: MOST_CANDIDATES - 1]], *drawn)
    if tried is None:
        return []
    return sorted((of_trial(each, tried.doubt) for each in tried.trials), key=lambda each: -each.points)


def _by_points(view: View, choices: Sequence[Choice], budget: Budget, *place: int) -> list[Candidate]:
    """The best first by the points that are shown.

    Search does not look at all actions for as long. If another one shows more points than its choice, they can't be
    compared: then all are tried, in the same worlds. So is an only action, of which search says nothing. In endings
    that are solved, search looks at all actions in the same worlds: its points stay.
    """
    found = [of_choice(each) for each in choices]
    if len(found) == 1 or found[0].points < max(each.points for each in found) - SHOWN:
        actions = [each.action for each in choices]
        found = [of_trial(each) for each in try_actions(view, actions, _half(view, budget), budget.chance(*place, 2))]
    return sorted(found, key=lambda each: -each.points)


def _half(view: View, budget: Budget) -> Settings:
    """Half as much thinking as the search has, also at a table of three, where a review takes less."""
    settings = settings_for(view).replace(equity=False)
    if budget.millis is not None:
        return settings.replace(seconds=max(0.001, budget.millis / 2000))
    return settings.replace(nodes=max(2, budget.nodes // 2))


def hint_at(replay: Replay, round_number: int, action: int, budget: Budget) -> Hint:
    """A hint for the decision before an action of a game, both counted from 1; the seat that is asked decides."""
    moment = replay.before(round_number, action)
    if moment.state.over:
        raise HaggisError(say("hint.over", action=action, round=round_number))
    return hint(moment.view(moment.state.turn), budget, round_number, action)
