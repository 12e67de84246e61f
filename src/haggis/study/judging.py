"""One decision judged by what the player could know: the best action, what the played one lost, and how sure that is.

A search finds the best candidates. Then the played action and the best of the others are tried in the same fresh
worlds, as often as each other: a candidate that looked best by luck gains nothing by it, and luck that both have
cancels. Both count points; but what costs points and is better for winning the game is no mistake. Where the other
hides few cards, solved deals take the place of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal, NamedTuple

from haggis.engine.evaluation import evaluate
from haggis.engine.search import Choice, Settings, Trial, search, standard_error, try_actions
from haggis.rules import Action, View

from .budget import Budget
from .solved_deals import Tried, best_in_deals, try_in_deals
from .truth import Truth

Class = Literal["fine", "inaccuracy", "mistake", "blunder"]
THRESHOLDS: dict[Class, float] = {"blunder": 12.0, "mistake": 5.0, "inaccuracy": 2.0}
"""Points that an action of each class loses at least; docs/study.md says how often each level gets each."""
NOISE = 2.0
"""Standard errors that a loss must exceed: what is inside the noise is fine."""
MOST_CANDIDATES = 5


@dataclass(frozen=True)
class Candidate:
    """An action and what search thinks of it."""

    action: Action
    points: float
    """The expected lead in points in this round."""
    error: float
    first_out: float
    """The chance to go out first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "action": str(self.action),
            "points": round(self.points, 2),
            "error": round(self.error, 3),
            "first_out": round(self.first_out, 3),
        }


@dataclass(frozen=True)
class Judgement:
    """Of one play, pass or give."""

    played: Action
    best: Action
    """The best action by what the player could know; the played one if nothing was found to be better."""
    loss: float
    """What the played action loses against it, in expected points of this round."""
    error: float
    """The standard error of `loss`."""
    forced: bool
    """There was nothing to decide; such decisions count nowhere."""
    candidates: tuple[Candidate, ...] = ()
    """The best few, the best first, and the played one."""
    cost: float = 0.0
    """What luck is reckoned by: points that the played action is expected to cost against the first choice of search,
    without bias. So it has its sign, is nothing for that choice itself, and counts what is right for the game, too."""
    truth: Truth | None = None

    @property
    def class_(self) -> Class:
        return classed(self.loss, self.error)

    def to_json(self) -> dict[str, Any]:
        return {
            "played": str(self.played),
            "best": str(self.best),
            "loss": round(self.loss, 3),
            "error": round(self.error, 3),
            "class": self.class_,
            "forced": self.forced,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "truth": None if self.truth is None else self.truth.to_json(),
        }


def classed(loss: float, error: float) -> Class:
    if loss <= NOISE * error:
        return "fine"
    return next((name for name, least in THRESHOLDS.items() if loss >= least), "fine")


def is_forced(view: View) -> bool:
    """Whether the seat that is asked has nothing to decide."""
    return len(view.legal_actions()) == 1


def judge(view: View, played: Action, budget: Budget, *place: int) -> Judgement:
    """Judge an action of the seat that is asked; `place` says where in the game it is, for the seed."""
    if is_forced(view):
        return Judgement(played, played, 0.0, 0.0, forced=True)
    first, found = _first_choice(view, budget, *place)
    others = (each.action for each in found if each.action != played)
    rival = first if first != played else next(others, None) or _another(view, played)
    behind, error, tried = _compare(view, played, rival, budget, *place)
    cost = 0.0 if first == played else behind
    if classed(behind, error) != "fine" and _wins_the_game(view, played, rival, budget, *place):
        behind = 0.0
    best, loss = (rival, behind) if behind > 0 else (played, 0.0)
    candidates = _candidates(found, tried, best)
    return Judgement(played, best, loss, error, forced=False, candidates=candidates, cost=cost)


def cost_of(view: View, played: Action, budget: Budget, *place: int) -> float:
    """The cost in a judgement, with no more work than that takes."""
    if is_forced(view) or (first := _first_choice(view, budget, *place)[0]) == played:
        return 0.0
    return _compare(view, played, first, budget, *place).behind


def _first_choice(view: View, budget: Budget, *place: int) -> tuple[Action, list[Choice]]:
    """What is best at first sight, and all that search found."""
    found = search(view, budget.half(view), budget.chance(*place, 1))
    best = best_in_deals(view, budget.deals, budget.chance(*place, 7), budget.deal_seconds)
    return best or found[0].action, found


class Comparison(NamedTuple):
    behind: float
    """Points of the one action behind the other."""
    error: float
    tried: Tried


def _compare(view: View, played: Action, rival: Action, budget: Budget, *place: int) -> Comparison:
    """Both in fresh worlds, the same for both."""
    tried = _in_deals(view, played, rival, budget, *place)
    tried = tried or _in_worlds(view, played, rival, budget.half(view), budget.chance(*place, 2))
    mine, other = tried.trials
    behind, error = difference(other, mine)
    return Comparison(behind, tried.doubt * error, tried)


def _wins_the_game(view: View, played: Action, rival: Action, budget: Budget, *place: int) -> bool:
    """Whether an action that costs points does better for winning the game, as safe plays often do near its end."""
    tried = _in_deals(view, played, rival, budget, *place, for_the_game=True)
    half = budget.half(view, for_the_game=True)
    mine, other = (tried or _in_worlds(view, played, rival, half, budget.chance(*place, 6))).trials
    return difference(mine, other)[0] > 0


def _in_deals(
    view: View, played: Action, rival: Action, budget: Budget, *place: int, for_the_game: bool = False
) -> Tried | None:
    drawn = budget.deals, budget.chance(*place, 8), budget.deal_seconds
    return try_in_deals(view, [played, rival], *drawn, for_the_game=for_the_game)


def _in_worlds(view: View, played: Action, rival: Action, settings: Settings, seed: int) -> Tried:
    return Tried(try_actions(view, [played, rival], settings, seed), doubt=1.0)


def _another(view: View, played: Action) -> Action:
    """A seat that can go out at once: search looks at nothing else, the evaluation does."""
    return next(each.action for each in evaluate(view) if each.action != played)


def difference(one: Trial, other: Trial) -> tuple[float, float]:
    """By how much the first is worth more, with the standard error: visit by visit, each in the same world for both."""
    apart = [a - b for a, b in zip(one.worths, other.worths, strict=True)]
    return fmean(apart), standard_error(apart, one.worlds)


def _candidates(found: Sequence[Choice], tried: Tried, best: Action) -> tuple[Candidate, ...]:
    """The best first, then the others by what they are worth; the played one is never left out."""
    closely = {each.action: fmean(each.worths) for each in tried.trials}
    worth = {each.action: each.worth for each in found} | closely
    seen = [of_choice(each) for each in found if each.action not in closely]
    seen += [of_trial(each, tried.doubt) for each in tried.trials]
    seen.sort(key=lambda each: (each.action != best, -worth[each.action]))
    return tuple(each for place, each in enumerate(seen) if place < MOST_CANDIDATES or each.action in closely)


def of_choice(choice: Choice) -> Candidate:
    return Candidate(choice.action, choice.points, choice.error, choice.first_out)


def of_trial(trial: Trial, doubt: float = 1.0) -> Candidate:
    error = doubt * standard_error(trial.worths, trial.worlds)
    return Candidate(trial.action, trial.points, error, trial.first_out)
