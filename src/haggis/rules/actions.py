"""What a player can do, and its text in a game record (docs/spec/rules.md, section 3; docs/spec/record.md).

`0 bet 15`, `0 play 3r 4r J as 1x3:5`, `1 pass`, `2 give 1`: the seat comes first.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Cards
from .combos import Combo, Reading, parse_reading
from .errors import NotationError, shown
from .sentences import sentence

MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Bet:
    seat: int
    amount: int

    def __str__(self) -> str:
        return f"{self.seat} bet {self.amount}"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards put on the table. Without a reading, the cards must have only one."""

    seat: int
    cards: Cards
    reading: Reading | None = None

    @property
    def combo(self) -> Combo:
        if self.reading is None:
            raise NotationError(sentence("notation.no-reading", cards=str(self.cards)))
        return Combo(self.cards, self.reading)

    def __str__(self) -> str:
        reading = "" if self.reading is None else f" as {self.reading}"
        return f"{self.seat} play {self.cards}{reading}"


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int

    def __str__(self) -> str:
        return f"{self.seat} pass"


@dataclass(frozen=True, slots=True)
class Give:
    """Who captures a trick that was won with a bomb."""

    seat: int
    to: int

    def __str__(self) -> str:
        return f"{self.seat} give {self.to}"


Action = Bet | Play | Pass | Give


def parse_action(text: str) -> Action:
    """The action that `text` names."""
    match text.split():
        case [seat, "bet", amount]:
            return Bet(_number(seat, text), _number(amount, text))
        case [seat, "play", _, *_]:
            return _parse_play(_number(seat, text), text.split(maxsplit=2)[2])
        case [seat, "pass"]:
            return Pass(_number(seat, text))
        case [seat, "give", to]:
            return Give(_number(seat, text), _number(to, text))
    raise NotationError(sentence("notation.action", given=shown(text)))


def _parse_play(seat: int, text: str) -> Play:
    cards, named, reading = f" {text} ".partition(" as ")
    return Play(seat, Cards(cards), parse_reading(reading.strip()) if named else None)


def _number(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS:
        raise NotationError(sentence("notation.number", given=shown(text), whole=shown(whole)))
    return int(text)
