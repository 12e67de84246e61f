"""Puzzles as clients get them: the position as the player sees it, and after an answer the solution."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from haggis.rules import Action, Cards, Pass, Play, View, parse_reading, view_of
from haggis.server.study.puzzling import Answered, find_puzzle, today
from haggis.study.puzzle_answers import outcome_of
from haggis.study.puzzle_progress import PuzzleProgress
from haggis.study.puzzles import Kind, Puzzle, all_puzzles, puzzle_of_the_day
from haggis.study.reasons import reasons

from .client_messages import CardsText, Incoming, ReadingText
from .legal_view import Legal, legal
from .review_view import ActionView, ReasonView, action_view, reason_view
from .state_view import RoundPart, round_part

NAMES = ("You", "Ailsa", "Bruce")
"""From the seat that is asked, clockwise."""


class PlayAnswer(Incoming):
    type: Literal["play"]
    cards: CardsText
    reading: ReadingText | None = None


class PassAnswer(Incoming):
    type: Literal["pass"]


class RevealAnswer(Incoming):
    """Shows the solution; counts as not solved."""

    type: Literal["reveal"]


AnswerBody = Annotated[PlayAnswer | PassAnswer | RevealAnswer, Field(discriminator="type")]


class ProgressView(TypedDict):
    rating: int
    solved: int
    failed: int
    streak: int
    """Solved in a row."""
    best_streak: int
    days: int
    """Days in a row with the puzzle of the day solved."""
    puzzles: int
    """How many there are."""


class PuzzleState(RoundPart):
    """The round as the asked seat may know it."""

    hand: str
    legal: Legal
    may_pass: bool
    unseen: str


class PuzzleView(TypedDict):
    name: str
    kind: Kind
    rating: int
    day: bool
    """Whether it is the puzzle of the day."""
    tried: bool
    """Whether it was answered before."""
    counts: bool
    """Whether an answer counts: the first one, or for the days in a row the first one on the puzzle's own day."""
    deals: int
    """Deals that were solved to prove it; 0: nothing is proved."""
    seat: int
    names: list[str]
    target: int | None
    hands: list[str | None]
    """Those that are open; null: hidden."""
    state: PuzzleState


class SolutionView(TypedDict):
    solution: ActionView
    points: float
    """What the solution leads to: points ahead."""
    second: float
    """The same for the next best."""
    reasons: list[ReasonView]


class OutcomeView(TypedDict):
    """What another answer than the solution leads to."""

    action: ActionView
    points: float
    behind: float
    """Points less than the solution."""
    error: float
    """The standard error of both; 0: they are exact."""


class ToldView(SolutionView):
    yours: OutcomeView | None
    """Of a play or pass that was not the solution; null also if nothing is known of it."""


class AnswerView(ToldView):
    solved: bool
    counted: bool
    progress: ProgressView


def puzzle_view(puzzle: Puzzle, progress: PuzzleProgress) -> PuzzleView:
    view = _view(puzzle)
    hands = puzzle.state.hands
    return PuzzleView(
        name=puzzle.name,
        kind=puzzle.kind,
        rating=puzzle.rating,
        day=puzzle == puzzle_of_the_day(today()),
        tried=puzzle.name in progress.seen,
        counts=progress.counts(puzzle, today()),
        deals=puzzle.deals,
        seat=view.seat,
        names=list(view.names),
        target=view.rules.target,
        hands=[str(hand) if puzzle.kind == "open" or seat == view.seat else None for seat, hand in enumerate(hands)],
        state=_state(view),
    )


def _view(puzzle: Puzzle) -> View:
    state = puzzle.state
    players = range(state.players)
    return view_of(state, state.turn, tuple(NAMES[(seat - state.turn) % state.players] for seat in players))


def _state(view: View) -> PuzzleState:
    return {
        **round_part(view),
        "hand": str(view.hand),
        "legal": legal(view),
        "may_pass": bool(view.trick),
        "unseen": str(view.unseen),
    }


def answer_of(body: PlayAnswer | PassAnswer | RevealAnswer, puzzle: Puzzle) -> Action | None:
    """None: she wants to see the solution."""
    seat = puzzle.solution.seat
    match body:
        case PlayAnswer(cards=cards, reading=reading):
            return Play(seat, Cards(cards), None if reading is None else parse_reading(reading))
        case PassAnswer():
            return Pass(seat)
        case RevealAnswer():
            return None


@cache  # there are some hundreds; whoever asks for the same again and again would slow down everybody
def solution_view(name: str) -> SolutionView:
    """Of the puzzle of that name. Takes a while: for its reasons others are weighed, too."""
    puzzle = find_puzzle(name)
    view = _view(puzzle)
    return SolutionView(
        solution=action_view(puzzle.solution, view.names),
        points=puzzle.points,
        second=puzzle.second,
        reasons=[reason_view(each) for each in reasons(view, puzzle.solution)],
    )


@lru_cache(maxsize=1000)
def _outcome_view(name: str, action: Action) -> OutcomeView | None:
    puzzle = find_puzzle(name)
    found = outcome_of(puzzle, action)
    if found is None:
        return None
    told = action_view(action, _view(puzzle).names)
    return OutcomeView(action=told, points=round(found.points, 2), behind=found.behind, error=found.error)


def told_view(puzzle: Puzzle, action: Action | None) -> ToldView:
    """What is told after an answer; raises if it isn't legal. Takes a while, as `solution_view` does."""
    done = None if action is None else puzzle.state.verify(action)
    yours = None if done in (None, puzzle.solution) else _outcome_view(puzzle.name, done)
    return ToldView(yours=yours, **solution_view(puzzle.name))


def answer_view(told: ToldView, answered: Answered) -> AnswerView:
    return AnswerView(
        solved=answered.solved, counted=answered.counted, progress=progress_view(answered.progress), **told
    )


def progress_view(progress: PuzzleProgress) -> ProgressView:
    return ProgressView(
        rating=round(progress.rating),
        solved=progress.solved,
        failed=progress.failed,
        streak=progress.streak,
        best_streak=progress.best_streak,
        days=progress.days,
        puzzles=len(all_puzzles()),
    )
