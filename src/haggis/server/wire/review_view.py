"""A review as clients get it: actions ready to be shown, sentences with their keys (docs/server.md, "Study")."""

from __future__ import annotations

import gzip
import json
from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from pydantic_core import to_json
from typing_extensions import TypedDict

from haggis.rules import Action, Play
from haggis.rules.sentences import Sentence
from haggis.rules.words import hint_words
from haggis.server.study.games import StudyGame
from haggis.server.study.reviews import Found, Status, Writing
from haggis.study.judging import Candidate, Class
from haggis.study.key_moments import KeyMoment
from haggis.study.reasons import Reason
from haggis.study.review import BetDecision, Decision, PlayerReview, Review
from haggis.study.review_words import level_words

from .sentence_view import SentenceView, sentence_view

Names = tuple[str, ...]
MOST_DECISIONS = 64
"""In one answer while a review is being made: whoever lacks more asks again with a higher `after`."""


class ActionView(TypedDict):
    seat: int
    type: Literal["play", "pass", "bet", "give"]
    cards: str
    """Of a play."""
    reading: str
    words: str
    sentence: SentenceView


class CandidateView(TypedDict):
    action: ActionView
    points: float
    error: float
    first_out: float


class TruthView(TypedDict):
    """With all hands known; it plays no part in the judgement."""

    best: ActionView
    loss: float


class DecisionView(TypedDict):
    round: int
    action: int
    seat: int
    played: ActionView
    best: ActionView
    loss: float
    """Not rounded, like its error: whoever shows them rounds, once."""
    error: float
    grade: Class
    forced: bool
    candidates: list[CandidateView]
    truth: TruthView | None


class BetDecisionView(TypedDict):
    round: int
    action: int
    seat: int
    amount: int
    best: int
    loss: float
    error: float
    chance: float
    grade: Class


class ReasonView(TypedDict):
    words: str
    sentence: SentenceView


class KeyMomentView(TypedDict):
    round: int
    action: int
    seat: int
    played: ActionView
    best: ActionView
    loss: float
    error: float
    grade: Class
    reasons: list[ReasonView]
    line: list[ActionView]


class LuckView(TypedDict):
    """Where a result came from, in points ahead of the mean of the others."""

    deal: float
    lead: float
    rest: float
    given: float
    own: float


class PlayerReviewView(TypedDict):
    seat: int
    name: str
    decisions: int
    loss: float
    loss_ci95: list[float] | None
    level: str
    classes: dict[Class, int]
    result: float
    luck: float
    adjusted: float
    luck_parts: LuckView


class ReviewView(TypedDict):
    nodes: int
    about_levels: ReasonView | None
    """That the levels don't compare; null with the nodes that they were measured with."""
    players: list[PlayerReviewView]
    decisions: list[DecisionView]
    bets: list[BetDecisionView]
    key_moments: list[KeyMomentView]


class ReviewAnswer(TypedDict):
    """How far a review is; `review` comes with `done`."""

    status: Status
    done: int
    total: int
    decisions: list[DecisionView]
    """While it is being made: the next after the first `after`."""
    review: NotRequired[ReviewView]


_PLAYER: TypeAdapter[PlayerReviewView] = TypeAdapter(PlayerReviewView)
_BET: TypeAdapter[BetDecisionView] = TypeAdapter(BetDecisionView)


def action_view(action: Action, names: Names) -> ActionView:
    words = hint_words(action, names)
    kind: Any = type(action).__name__.lower()
    cards = str(action.cards) if isinstance(action, Play) else ""
    reading = str(action.reading) if isinstance(action, Play) else ""
    return ActionView(
        seat=action.seat, type=kind, cards=cards, reading=reading, words=words, sentence=sentence_view(words)
    )


def decision_view(decision: Decision, names: Names) -> DecisionView:
    judged = decision.judgement
    truth = judged.truth
    return DecisionView(
        round=decision.round_number,
        action=decision.action,
        seat=decision.seat,
        played=action_view(judged.played, names),
        best=action_view(judged.best, names),
        loss=judged.loss,
        error=judged.error,
        grade=judged.class_,
        forced=judged.forced,
        candidates=[_candidate(each, names) for each in judged.candidates],
        truth=None if truth is None else TruthView(best=action_view(truth.best, names), loss=round(truth.loss, 1)),
    )


def _candidate(candidate: Candidate, names: Names) -> CandidateView:
    return CandidateView(
        action=action_view(candidate.action, names),
        points=round(candidate.points, 1),
        error=round(candidate.error, 2),
        first_out=round(candidate.first_out, 3),
    )


def reason_view(reason: Reason) -> ReasonView:
    return _said(reason.sentence)


def _said(sentence: Sentence) -> ReasonView:
    return ReasonView(words=sentence, sentence=sentence_view(sentence))


def review_view(review: Review, names: Names) -> ReviewView:
    judged = {(each.round_number, each.action): each for each in review.decisions}
    about_levels = level_words(review.budget)
    return ReviewView(
        nodes=review.budget.nodes,
        about_levels=None if about_levels is None else _said(about_levels),
        players=[_player(each) for each in review.players],
        decisions=[decision_view(each, names) for each in review.decisions],
        bets=[_bet(each) for each in review.bets],
        key_moments=[_key_moment(each, judged[each.round_number, each.action], names) for each in review.key_moments],
    )


def _player(player: PlayerReview) -> PlayerReviewView:
    """The library's own numbers, as they are."""
    return _PLAYER.validate_python(player.to_json())


def _bet(decision: BetDecision) -> BetDecisionView:
    told = decision.to_json()
    return _BET.validate_python({**told, "grade": told["class"]})


def _key_moment(moment: KeyMoment, decision: Decision, names: Names) -> KeyMomentView:
    return KeyMomentView(
        round=moment.round_number,
        action=moment.action,
        seat=moment.seat,
        played=action_view(moment.played, names),
        best=action_view(moment.best, names),
        loss=moment.loss,
        error=decision.judgement.error,
        grade=decision.judgement.class_,
        reasons=[reason_view(each) for each in moment.reasons],
        line=[action_view(each, names) for each in moment.line],
    )


def _write_decision(decision: Decision, study: StudyGame) -> bytes:
    return to_json(decision_view(decision, study.game.names))


def _write_review(review: Review, study: StudyGame) -> str:
    return to_json(review_view(review, study.game.names)).decode()


def _write_answer(stored: str) -> bytes:
    """The `ReviewAnswer` of a finished review, compressed."""
    total = len(json.loads(stored)["decisions"])
    return gzip.compress(_answer("done", total, total, b"", b',"review":%b' % stored.encode()), mtime=0)


WRITING = Writing(_write_decision, _write_review, _write_answer)


def unfinished_answer(found: Found, after: int = 0) -> bytes:
    """The `ReviewAnswer` of one that is not finished; `after`: how many decisions the client has already."""
    job = found.job
    if job is None:
        return _answer(found.status, 0, 0, b"")
    new = b",".join(job.decisions[after : after + MOST_DECISIONS])
    return _answer(found.status, len(job.decisions), job.total, new)


def _answer(status: Status, done: int, total: int, decisions: bytes, more: bytes = b"") -> bytes:
    """Joined of parts that are written already."""
    return b'{"status":"%b","done":%d,"total":%d,"decisions":[%b]%b}' % (status.encode(), done, total, decisions, more)
