"""What comes in from outside, looked at before C++ sees it: a sentence for every mistake."""

from __future__ import annotations

import math
import operator
from typing import TypeVar

from haggis import _native
from haggis.rules import HaggisError
from haggis.rules.errors import shown

Kind = TypeVar("Kind")

MOST_ROUNDS = 10_000_000
MOST_THREADS = _native.Settings.bounds()["threads"][1]
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


def number(value: object, name: str, least: float, most: float, unit: str = "") -> float:
    """A number within bounds, whole or not; `most` may be infinite, the number may not.

    >>> number(0.5, "the heat", 0, 2)
    0.5
    >>> number(3, "the heat", 0, 2.5, "degrees")
    Traceback (most recent call last):
    haggis.rules.errors.HaggisError: the heat must be a number of degrees from 0 to 2.5, not 3
    """
    found = _finite(value)
    if found is None or not least <= found <= most:
        kind = f"a number of {unit}" if unit else "a number"
        bounds = f", {least:g} or more" if most == math.inf else f" from {least:g} to {most:g}"
        raise HaggisError(f"{name} must be {kind}{bounds}, not {shown(value)}")
    return found


def seconds(value: object, name: str) -> float:
    """A budget of time."""
    return number(value, name, 0, math.inf, "seconds")


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


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # a whole number beyond every float
        return None


def _index(value: object) -> int | None:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several numbers
        return None
