"""What the page says of a level's strength: each level against its neighbour, from the matches of `strength`.

`python -m experiments docs` writes it into the package.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from .results import ROOT, Result, write_json
from .strength import EXPERIMENT, LADDER, STYLE, STYLES

FILE = ROOT / "src" / "haggis" / "server" / "wire" / "strength.json"
PLAYERS = (2, 3)


def measured() -> list[dict[str, Any]]:
    """Each level against the one below it, styles against another style, and the lowest against the one above."""
    kept = EXPERIMENT.kept()
    found = []
    for players in PLAYERS:
        for name, higher, lower in pairs(players):
            if name not in kept:
                continue
            if lower == LADDER[0] and players == 2:
                found.append(about(lower, higher, name, kept[name]))
            found.append(about(higher, lower, name, kept[name]))
    return found


def pairs(players: int) -> Iterator[tuple[str, str, str]]:
    """Matches by name, with who plays in them."""
    for lower, higher in itertools.pairwise(LADDER):
        yield f"ladder-{players}-{higher}", higher, lower
    for style in STYLES:
        yield f"style-{players}-{style}", style, STYLE


def about(level: str, other: str, name: str, result: Result) -> dict[str, Any]:
    """The match as the level sees it."""
    seats = result["seats"]
    mean = result["difference"]["mean"]
    return {
        "level": level,
        "other": other,
        "players": result["players"],
        "points": round(mean if seats[0]["name"] == level else -mean, 1),
        "out_first": next(seat["first_out"] for seat in seats if seat["name"] == level),
        "rounds": result["rounds"],
        "current": not EXPERIMENT.is_stale(name, result),
    }


def write() -> None:
    write_json(FILE, measured())
