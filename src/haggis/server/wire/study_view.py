"""Single moments of a game to study: what a dealt hand promises, and the best play of an ending with open cards."""

from __future__ import annotations

from typing_extensions import TypedDict

from haggis.engine.solve import Solution, solve
from haggis.rules import Combo
from haggis.rules.words import reading_name
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.study.games import StudyGame
from haggis.server.study.practice import check_round, moment_at
from haggis.study.opening import before_the_first_card
from haggis.study.replay import moments_of_round

from .review_view import ActionView, action_view

MOST_SOLVED = 20
"""Cards of all hands: a whole deal would take much memory and not be solved."""
SOLVE_SECONDS = 2
SOLVE_MEGABYTES = 64


class BetPromise(TypedDict):
    amount: int
    chance: float
    """To win it, corrected as measured."""
    gain: float
    """In points."""


class ComboView(TypedDict):
    cards: str
    reading: str
    words: str


class OpeningView(TypedDict):
    """What a dealt hand promises."""

    seat: int
    first_out: float
    points: float
    bet: int
    """The bet that this justifies; 0: none."""
    bets: list[BetPromise]
    combos: list[ComboView]
    bombs: list[ComboView]


class SolvedView(TypedDict):
    """The best play of both with all cards open."""

    seat: int
    """Who is asked."""
    rival: int
    points: int
    """What she ends ahead of the rival by in this round."""
    line: list[ActionView]


def opening_view(study: StudyGame, number: int, seat: int) -> OpeningView:
    """Of a seat before its first card, as it saw its hand when it was dealt."""
    check_round(study, number)
    if seat >= len(study.seats):
        raise NotFound(say("study.no-seat", seat=seat))
    first = next(moments_of_round(study.game, number))
    found = before_the_first_card(first.view(seat))
    return OpeningView(
        seat=seat,
        first_out=round(found.first_out, 3),
        points=round(found.points, 1),
        bet=found.bet,
        bets=[
            BetPromise(amount=each.bet.amount, chance=round(each.chance, 3), gain=round(each.gain, 1))
            for each in found.bets
        ],
        combos=[_combo(each) for each in found.combos],
        bombs=[_combo(each) for each in found.bombs],
    )


def _combo(combo: Combo) -> ComboView:
    return ComboView(cards=str(combo.cards), reading=str(combo.reading), words=reading_name(combo.reading))


def solved_view(study: StudyGame, number: int, action: int) -> SolvedView:
    """The ending after so many actions of a round."""
    moment = moment_at(study, number, action)
    state = moment.state
    if state.over:
        raise NotNow(say("study.not-asked"))
    few = sum(map(len, state.hands)) <= MOST_SOLVED
    solution = solve(state, seconds=SOLVE_SECONDS, megabytes=SOLVE_MEGABYTES) if few else None
    if solution is None or not solution.solved:
        raise NotNow(say("study.not-solved", seconds=SOLVE_SECONDS))
    seat = state.turn
    return SolvedView(
        seat=seat,
        rival=_rival(solution, seat),
        points=solution.bounds_for(seat)[0],
        line=[action_view(each, study.game.names) for each in solution.line],
    )


def _rival(solution: Solution, seat: int) -> int:
    return solution.rivals[0] if seat == solution.rivals[1] else solution.rivals[1]
