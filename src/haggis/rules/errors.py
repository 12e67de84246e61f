"""What can go wrong, in words for a card player; every refusal is a `Sentence`, with a key and values.

Three kinds concern an action: it can't be read (`NotationError`), it isn't allowed
(`IllegalAction`), or it could mean several things (`AmbiguousPlay`). The rest concern what a
game is made of: its options, its deal, its record.
"""

from __future__ import annotations

from reprlib import Repr

from .sentences import Sentence, sentence

_short = Repr()
_short.maxstring = 40


def shown(value: object) -> str:
    """A value from outside, quoted in a sentence: never long, however big or deep it is."""
    return _short.repr(value)


class HaggisError(ValueError):
    """The base of every error that this package raises on purpose."""

    @property
    def sentence(self) -> Sentence:
        """The reason with its key and values; a plain text has the key `other`."""
        said = self.args[0] if self.args else ""
        return said if isinstance(said, Sentence) else sentence("other", text=str(self))


class NotationError(HaggisError):
    """A text that is not a card, a reading or an action."""


class IllegalAction(HaggisError):
    """An action that can be read but that the rules refuse now."""


class AmbiguousPlay(HaggisError):
    """Cards with several readings, and none was named."""


class BadRules(HaggisError):
    """Options that don't exist or don't go together."""


class BadDeal(HaggisError):
    """Hands and haggis that are not one whole deck, dealt once."""


class BadRecord(HaggisError):
    """A game record that is broken or dishonest; says where."""

    def __init__(self, reason: Sentence, round_number: int | None = None, action_number: int | None = None) -> None:
        self.reason = reason
        self.round_number = round_number
        self.action_number = action_number
        super().__init__(self._placed())

    def _placed(self) -> Sentence:
        if self.round_number is None:
            return self.reason
        if self.action_number is None:
            return sentence("record.in-round", round=self.round_number, reason=self.reason)
        return sentence("record.in-action", round=self.round_number, action=self.action_number, reason=self.reason)
