"""Refusals as every client gets them, by REST and by WebSocket."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from haggis.rules import HaggisError
from haggis.rules.sentences import Sentence
from haggis.server.errors import SayWhich, TooMany, code_of

from .descriptions import ReadingView, describe
from .sentence_view import ValueView, values_view


class ErrorBody(TypedDict):
    code: str
    words: str
    key: str
    values: dict[str, ValueView]
    retry_after: NotRequired[int]
    readings: NotRequired[list[ReadingView]]


def error_body(error: HaggisError) -> ErrorBody:
    body = refused(code_of(error), error.sentence)
    if isinstance(error, TooMany):
        body["retry_after"] = error.retry_after
    if isinstance(error, SayWhich):
        body["readings"] = describe(error.cards, error.on, error.rules)["readings"]
    return body


def refused(code: str, why: Sentence) -> ErrorBody:
    return ErrorBody(code=code, words=why, key=why.key, values=values_view(why))
