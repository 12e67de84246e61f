"""Refusals of the server's own, beside those of the rules; each has a code and an HTTP status."""

from __future__ import annotations

from haggis.players import UnknownPlayer
from haggis.rules import AmbiguousPlay, BadDeal, BadRules, HaggisError, IllegalAction, NotationError
from haggis.server.wire.responses import ReadingShape


class Refusal(HaggisError):
    """Something that the server doesn't do, and the sentence that says why."""

    code = "bad-request"
    status = 422


class BadRequest(Refusal):
    """A message that can't be read."""


class NotNow(Refusal):
    """The table isn't in the state for it."""

    code = "not-now"
    status = 409


class NotYours(Refusal):
    """Somebody else's seat or table."""

    code = "not-yours"
    status = 403


class NotFound(Refusal):
    code = "not-found"
    status = 404


class UnknownIdentity(Refusal):
    """A cookie that was not signed here."""

    code = "unknown-identity"
    status = 401


class TooLarge(Refusal):
    code = "too-large"
    status = 413


class TooMany(Refusal):
    """A rate limit. `retry_after` is in seconds."""

    code = "too-many"
    status = 429

    def __init__(self, words: str, retry_after: float) -> None:
        super().__init__(words)
        self.retry_after = max(1, round(retry_after))


class SayWhich(Refusal):
    """Cards with several readings; these are offered."""

    code = "ambiguous"
    status = 409

    def __init__(self, words: str, offered: list[ReadingShape]) -> None:
        super().__init__(words)
        self.offered = offered


class Trouble(Refusal):
    """Our own fault; nothing has changed."""

    code = "trouble"
    status = 503


_OF_THE_RULES: dict[type[HaggisError], tuple[str, int]] = {
    NotationError: ("notation", 422),
    BadDeal: ("notation", 422),
    IllegalAction: ("illegal", 409),
    AmbiguousPlay: ("ambiguous", 409),
    BadRules: ("bad-request", 422),
    UnknownPlayer: ("bad-request", 422),
}


def code_of(error: HaggisError) -> str:
    return error.code if isinstance(error, Refusal) else _OF_THE_RULES.get(type(error), ("illegal", 409))[0]


def status_of(error: HaggisError) -> int:
    return error.status if isinstance(error, Refusal) else _OF_THE_RULES.get(type(error), ("illegal", 409))[1]


def error_body(error: HaggisError) -> dict[str, object]:
    """The error as every client gets it."""
    body: dict[str, object] = {"code": code_of(error), "words": str(error)}
    if isinstance(error, TooMany):
        return body | {"retry_after": error.retry_after}
    return body | {"readings": error.offered} if isinstance(error, SayWhich) else body
