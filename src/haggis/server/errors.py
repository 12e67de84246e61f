"""Refusals of the server's own, beside those of the rules; each has a code, an HTTP status and a `sentence`."""

from __future__ import annotations

from haggis.players import UnknownPlayer
from haggis.rules import (
    AmbiguousPlay,
    BadDeal,
    BadRules,
    Cards,
    HaggisError,
    IllegalAction,
    NotationError,
    Reading,
    Ruleset,
)
from haggis.rules.sentences import Sentence


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

    def __init__(self, words: Sentence, retry_after: float) -> None:
        super().__init__(words)
        self.retry_after = max(1, round(retry_after))


class SayWhich(Refusal):
    """Cards with several readings: what was chosen, on what, by which rules, so that they can be offered."""

    code = "ambiguous"
    status = 409

    def __init__(self, words: Sentence, cards: Cards, on: Reading | None, rules: Ruleset) -> None:
        super().__init__(words)
        self.cards = cards
        self.on = on
        self.rules = rules


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
