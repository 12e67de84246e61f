"""What comes in from outside, looked at before C++ sees it: a sentence for every mistake."""

from __future__ import annotations

import math
import operator
from typing import TypeVar

from haggis.rules import HaggisError
from haggis.rules.errors import shown

Kind = TypeVar("Kind")

MOST_ROUNDS = 10_000_000
MOST_THREADS = 256
STYLES = ("random", "sensible")


def whole(value: object, name: str, least: int, most: int) -> int:
    """A whole number within bounds. NumPy's are welcome; truth values and floats are not.

    >>> whole(3, "the depth", 0, 255)
    3
    >>> whole(2.5, "the depth", 0, 255)
    Traceback (most recent call last):
    haggis.rules.errors.HaggisError: the depth must be a whole number from 0 to 255, not 2.5
    """
    number = _index(value)
    if number is None or not least <= number <= most:
        raise HaggisError(f"{name} must be a whole number from {least} to {most}, not {shown(value)}")
    return number


def seed(value: object) -> int:
    """Any whole number; the engine uses its low 64 bits."""
    number = _index(value)
    if number is None:
        raise HaggisError(f"a seed must be a whole number, not {shown(value)}")
    return number


def seconds(value: object, name: str) -> float:
    """A budget of time: a number that is not negative, not NaN and not infinite."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if not 0 <= number < math.inf:
        raise HaggisError(f"{name} must be a number of seconds, 0 or more, not {shown(value)}")
    return float(number)


def threads(value: object) -> int:
    """How many threads; 0 means as many as the machine has."""
    return whole(value, "threads", 0, MOST_THREADS)


def rounds(value: object) -> int:
    """How many rounds or playouts."""
    return whole(value, "the number of rounds", 0, MOST_ROUNDS)


def style(value: object) -> str:
    """How playouts play."""
    if not isinstance(value, str) or value not in STYLES:
        raise HaggisError(f"a playout is {' or '.join(STYLES)}, not {shown(value)}")
    return value


def instance(value: object, kind: type[Kind], name: str) -> Kind:
    """The value, if it is of that kind."""
    if not isinstance(value, kind):
        raise HaggisError(f"{name} must be a {kind.__name__}, not {shown(value)}")
    return value


def _index(value: object) -> int | None:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several numbers
        return None
