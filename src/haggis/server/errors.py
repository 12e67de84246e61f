"""Refusals of the server's own, beside those of the rules; each has a code, an HTTP status and a `sentence`."""

from __future__ import annotations

from typing import Literal

from haggis.rules import Cards, HaggisError, Reading, Ruleset
from haggis.rules.sentences import Sentence

Code = Literal[
    "bad-request",
    "notation",
    "illegal",
    "ambiguous",
    "unknown-identity",
    "not-yours",
    "not-found",
    "not-now",
    "too-large",
    "too-many",
    "damaged",
    "trouble",
]


class Refusal(HaggisError):
    """Something that the server doesn't do, and the sentence that says why."""

    code: Code = "bad-request"
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


class SpoiltRecord(Refusal):
    """A record that somebody brought and that does not hold."""

    code = "notation"

    def __init__(self, words: Sentence, *, in_part: bool) -> None:
        super().__init__(words)
        self.in_part = in_part
        """Whether something of it holds: it can be shown up to the fault."""


class Damaged(Refusal):
    """A table whose ledger doesn't hold; nothing of it is told. Only its owner can mend it: it may take long."""

    code = "damaged"
    status = 503
    retry_after = 3600

    def __init__(self, words: Sentence, event: int) -> None:
        super().__init__(words)
        self.event = event
        """The number of the event that doesn't hold."""


class Trouble(Refusal):
    """Our own fault; nothing has changed."""

    code = "trouble"
    status = 503
    retry_after = 5
