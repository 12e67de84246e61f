"""Refusals as every client gets them, by REST and by WebSocket."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from haggis.players import UnknownPlayer
from haggis.rules import AmbiguousPlay, BadDeal, BadRules, HaggisError, IllegalAction, NotationError
from haggis.rules.sentences import Sentence
from haggis.server.errors import Code, Damaged, Refusal, SayWhich, SpoiltRecord, TooMany, Trouble
from haggis.server.metrics import REFUSALS
from haggis.study.replay import BadReplay

from .descriptions import ReadingView, describe
from .sentence_view import ValueView, values_view

_OF_OTHERS: dict[type[HaggisError], tuple[Code, int]] = {
    NotationError: ("notation", 422),
    BadDeal: ("notation", 422),
    IllegalAction: ("illegal", 409),
    AmbiguousPlay: ("ambiguous", 409),
    BadRules: ("bad-request", 422),
    UnknownPlayer: ("bad-request", 422),
    BadReplay: ("notation", 422),
}
"""Code and HTTP status of what the rules and the players refuse; any other error of theirs is `illegal`."""


class ErrorBody(TypedDict):
    code: Code
    words: str
    key: str
    values: dict[str, ValueView]
    retry_after: NotRequired[int]
    readings: NotRequired[list[ReadingView]]
    in_part: NotRequired[bool]
    """Of a record that does not hold: whether what comes before the fault can be shown."""


def error_body(error: HaggisError) -> ErrorBody:
    body = refused(_code_and_status(error)[0], error.sentence)
    if isinstance(error, TooMany | Trouble | Damaged):
        body["retry_after"] = error.retry_after
    if isinstance(error, SayWhich):
        body["readings"] = describe(error.cards, error.on, error.rules)["readings"]
    if isinstance(error, SpoiltRecord):
        body["in_part"] = error.in_part
    return body


def status_of(error: HaggisError) -> int:
    return _code_and_status(error)[1]


def _code_and_status(error: HaggisError) -> tuple[Code, int]:
    return (error.code, error.status) if isinstance(error, Refusal) else _OF_OTHERS.get(type(error), ("illegal", 409))


def refused(code: Code, why: Sentence) -> ErrorBody:
    REFUSALS.labels(code, why.key).inc()
    return ErrorBody(code=code, words=why, key=why.key, values=values_view(why))
