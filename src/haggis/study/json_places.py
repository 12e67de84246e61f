"""At which line of a JSON text a value stands: who parses it forgets that."""

from __future__ import annotations

import re
from collections.abc import Iterator

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[][{},:]|[^][{},:"\s]+')
Path = list[str | int | None]
"""Keys and places from 0; None where a key is still to come."""


def line_of(text: str, *path: str | int) -> int:
    """The line (from 1) of a value of an object, or of the innermost part around it that is there."""
    found, depth = 0, -1
    for here, start in _values(text):
        if depth < len(here) <= len(path) and here == list(path[: len(here)]):
            found, depth = start, len(here)
            if depth == len(path):
                break
    return text.count("\n", 0, found) + 1


def _values(text: str) -> Iterator[tuple[Path, int]]:
    """Every value with its path, which changes as the reading goes on, and where it begins."""
    path: Path = []
    for token in TOKEN.finditer(text):
        sign = token[0]
        if sign == ",":
            _step(path)
        elif sign in ("]", "}"):
            del path[-1:]
        elif path and path[-1] is None:
            path[-1] = sign[1:-1]
        elif sign != ":":
            yield path, token.start()
            if sign in ("[", "{"):
                path.append(0 if sign == "[" else None)


def _step(path: Path) -> None:
    if path:
        path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
