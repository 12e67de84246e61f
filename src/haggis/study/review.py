"""A game reviewed: every decision judged, each player's average loss, luck, and the moments that cost most.

`review` tells of every judgement as it is made, can be cancelled between two of them, and with the same record, seed
and nodes always gives the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from haggis.ray_cluster import Map
from haggis.rules import Action, Bet, Game, HaggisError, Round

from .bets import BetJudgement, bet_moment, judge_bet
from .budget import Budget
from .english import say
from .judging import Judgement, judge
from .key_moments import KeyMoment, line_from
from .levels import level_like
from .luck import NO_LUCK, Luck, round_luck
from .reasons import reasons
from .replay import Moment, Replay
from .truth import what_was_true

if TYPE_CHECKING:
    from haggis.arena.statistics import Estimate

KEY_MOMENTS = 3
FEWEST_FOR_A_LEVEL = 10
"""Unforced decisions: of fewer, one blunder moves the mean by more than neighbouring levels lie apart."""


class Cancelled(HaggisError):
    """A review that was stopped."""


@dataclass(frozen=True)
class Decision:
    """One play, pass or give of the game; rounds and actions count from 1."""

    round_number: int
    action: int
    seat: int
    judgement: Judgement

    def to_json(self) -> dict[str, Any]:
        place = {"round": self.round_number, "action": self.action, "seat": self.seat}
        return place | self.judgement.to_json()


@dataclass(frozen=True)
class BetDecision:
    """A bet, or a first card without one; `action` is where it was placed or could have been for the last time."""

    round_number: int
    action: int
    seat: int
    judgement: BetJudgement

    def to_json(self) -> dict[str, Any]:
        place = {"round": self.round_number, "action": self.action, "seat": self.seat}
        return place | self.judgement.to_json()


@dataclass(frozen=True)
class Progress:
    """Told after every judgement."""

    done: int
    total: int
    """Decisions to judge; bets are no part of either."""
    decision: Decision | None
    """The newest; None for a bet."""


@dataclass(frozen=True)
class PlayerReview:
    seat: int
    name: str
    decisions: int
    """Unforced ones."""
    loss: Estimate
    """Points an unforced decision."""
    level: str
    """What level plays like that: `casual`, or `casual+` for a little better; empty with too few decisions."""
    luck: Luck
    classes: dict[str, int]
    """How many decisions of each class."""

    def to_json(self) -> dict[str, Any]:
        interval = self.loss.ci95
        told = self.luck.to_json()
        return {
            "seat": self.seat,
            "name": self.name,
            "decisions": self.decisions,
            "loss": round(self.loss.mean, 3),
            "loss_ci95": None if interval is None else [round(bound, 3) for bound in interval],
            "level": self.level,
            "luck": told.pop("luck"),
            "result": told.pop("result"),
            "adjusted": told.pop("adjusted"),
            "luck_parts": told,
            "classes": self.classes,
        }


@dataclass(frozen=True)
class Review:
    budget: Budget
    players: tuple[PlayerReview, ...]
    decisions: tuple[Decision, ...]
    bets: tuple[BetDecision, ...]
    key_moments: tuple[KeyMoment, ...]
    """The decisions that cost most, the worst first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "haggis-review/1",
            "nodes": self.budget.nodes,
            "millis": self.budget.millis,
            "seed": self.budget.seed,
            "players": [player.to_json() for player in self.players],
            "decisions": [decision.to_json() for decision in self.decisions],
            "bets": [bet.to_json() for bet in self.bets],
            "key_moments": [moment.to_json() for moment in self.key_moments],
        }


def no_progress(progress: Progress) -> None:
    """For who does not watch."""


def never() -> bool:
    """For who never cancels."""
    return False


def review(
    game: Replay,
    budget: Budget = Budget(),  # noqa: B008  # it never changes
    *,
    on_progress: Callable[[Progress], None] = no_progress,
    cancelled: Callable[[], bool] = never,
    run: Map = map,
) -> Review:
    """Judge every decision of a game, here or (`run`) elsewhere. Raises `Cancelled` soon after `cancelled` says so."""
    rounds = [[each.game for each in moments] for _, moments in groupby(game.moments, key=_round_number)]
    total = decision_count(_round_of(games[-1]) for games in rounds)
    questions = (each for number, games in enumerate(rounds, 1) for each in _questions(number, games, budget))
    decisions: list[Decision] = []
    bets: list[BetDecision] = []
    for found in run(_answer, questions):
        if cancelled():
            raise Cancelled(say("review.cancelled"))
        if isinstance(found, BetDecision):
            bets.append(found)
        else:
            decisions.append(found)
        on_progress(Progress(len(decisions), total, found if isinstance(found, Decision) else None))
    players = _players(game.game, rounds, decisions, bets)
    return Review(budget, players, tuple(decisions), tuple(bets), _key_moments(rounds, decisions, budget))


def decision_count(rounds: Iterable[Round]) -> int:
    """How many plays, passes and gives are judged; bets are judged apart."""
    return sum(not isinstance(action, Bet) for each in rounds for action in each.actions)


def _round_number(moment: Moment) -> int:
    return moment.round_number


class _Question(NamedTuple):
    """A decision to be judged, with all that its judgement depends on."""

    round_number: int
    place: int
    before: Game
    action: Action
    budget: Budget
    about_bet: bool


def _questions(number: int, games: Sequence[Game], budget: Budget) -> Iterator[_Question]:
    """The decisions of a round in the order of its actions; a bet comes before the action that closes it."""
    states = [_round_of(game) for game in games]
    players = range(states[0].players)
    bet_at = {place: seat for seat in players if (place := bet_moment(states, seat)) is not None}
    for place, (before, after) in enumerate(pairwise(games), 1):
        action = _round_of(after).actions[-1]
        if place in bet_at:
            yield _Question(number, place, before, action, budget, about_bet=True)
        if not isinstance(action, Bet):
            yield _Question(number, place, before, action, budget, about_bet=False)


def _answer(question: _Question) -> Decision | BetDecision:
    number, place, before, action, budget, about_bet = question
    if about_bet:
        amount = action.amount if isinstance(action, Bet) else 0
        judged = judge_bet(before.view(action.seat), amount, budget.chance(number, place, 3))
        return BetDecision(number, place, action.seat, judged)
    return Decision(number, place, action.seat, judge_action(before, action, budget, number, place))


def judge_action(before: Game, action: Action, budget: Budget, *place: int) -> Judgement:
    """Judge a play, pass or give, and say beside it what happened to be true."""
    view = before.view(action.seat)
    judged = judge(view, action, budget, *place)
    if judged.forced:
        return judged
    seed = budget.chance(*place, 4)
    return replace(judged, truth=what_was_true(view, _round_of(before), judged.played, judged.best, seed))


def _round_of(game: Game) -> Round:
    state = game.last_round
    assert state is not None  # every moment of a replay is of a round  # noqa: S101
    return state


def _key_moments(
    rounds: Sequence[Sequence[Game]], decisions: Sequence[Decision], budget: Budget
) -> tuple[KeyMoment, ...]:
    """What is fine costs nothing."""
    costly = [each for each in decisions if each.judgement.class_ != "fine"]
    worst = sorted(costly, key=lambda each: -each.judgement.loss)[:KEY_MOMENTS]
    return tuple(_key_moment(rounds[each.round_number - 1][each.action - 1], each, budget) for each in worst)


def _key_moment(before: Game, decision: Decision, budget: Budget) -> KeyMoment:
    judged = decision.judgement
    return KeyMoment(
        decision.round_number,
        decision.action,
        decision.seat,
        judged.played,
        judged.best,
        judged.loss,
        judged.error,
        judged.class_,
        tuple(reasons(before.view(decision.seat), judged.best, judged.played, seed=budget.seed)),
        line_from(before, judged.best, budget.chance(decision.round_number, decision.action, 5)),
        judged.truth,
    )


# --- players ---


def _players(
    game: Game, rounds: Sequence[Sequence[Game]], decisions: Sequence[Decision], bets: Sequence[BetDecision]
) -> tuple[PlayerReview, ...]:
    lucks = _lucks(rounds, decisions, bets)
    by_seat = [[each.judgement for each in decisions if each.seat == seat] for seat in range(game.rules.players)]
    return tuple(_player(game, seat, by_seat[seat], lucks[seat]) for seat in range(game.rules.players))


def _player(game: Game, seat: int, judged: Sequence[Judgement], luck: Sequence[Luck]) -> PlayerReview:
    chosen = [each for each in judged if not each.forced]
    loss = mean_loss([each.loss for each in chosen])
    classes = {
        kind: sum(each.class_ == kind for each in chosen) for kind in ("fine", "inaccuracy", "mistake", "blunder")
    }
    level = level_like(loss.mean, game.rules.players) if len(chosen) >= FEWEST_FOR_A_LEVEL else ""
    return PlayerReview(seat, game.names[seat], len(chosen), loss, level, sum(luck, NO_LUCK), classes)


def mean_loss(losses: Sequence[float]) -> Estimate:
    """The mean with its 95 % interval, by a bootstrap over decisions; no loss is below nothing, so no mean is."""
    import numpy as np  # noqa: PLC0415  # other commands don't wait for NumPy

    from haggis.arena.statistics import Estimate, ratios  # noqa: PLC0415

    if not losses:
        return Estimate(0.0, None)
    mean, interval = ratios(np.array(losses)[:, None], np.ones(len(losses)), seed=1)[0]
    return Estimate(mean, interval and (max(0.0, interval[0]), interval[1]))


def _lucks(
    rounds: Sequence[Sequence[Game]], decisions: Sequence[Decision], bets: Sequence[BetDecision]
) -> list[list[Luck]]:
    """For each seat its luck in each finished round."""
    seats = range(len(rounds[0][0].names))
    found: list[list[Luck]] = [[] for _ in seats]
    for number, games in enumerate(rounds, 1):
        last = _round_of(games[-1])
        if not last.over:
            continue
        costs = [_cost(decisions, number, seat) + _cost(bets, number, seat) for seat in seats]
        for seat, luck in enumerate(round_luck(_round_of(games[0]), last, costs)):
            found[seat].append(luck)
    return found


def _cost(decisions: Sequence[Decision] | Sequence[BetDecision], round_number: int, seat: int) -> float:
    return sum(each.judgement.cost for each in decisions if (each.round_number, each.seat) == (round_number, seat))
