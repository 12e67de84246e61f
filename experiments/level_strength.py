"""What the page says of a level's strength: each level against its neighbour, from the matches of `strength`.

`python -m experiments docs` writes it into the package.
"""

from __future__ import annotations

import itertools
from typing import Any

from .results import ROOT, Result, write_json
from .strength import EXPERIMENT, LADDER

FILE = ROOT / "src" / "haggis" / "server" / "wire" / "strength.json"
PLAYERS = (2, 3)


def measured() -> list[dict[str, Any]]:
    """Each level against the one below it, and between two the lowest against the one above."""
    kept = EXPERIMENT.kept()
    found = []
    for players in PLAYERS:
        for place, (lower, higher) in enumerate(itertools.pairwise(LADDER)):
            name = best_match(kept, players, higher, lower)
            if name is None:
                continue
            if place == 0 and players == 2:
                found.append(about(lower, higher, name, kept[name]))
            found.append(about(higher, lower, name, kept[name]))
    return found


def best_match(kept: dict[str, Result], players: int, higher: str, lower: str) -> str | None:
    """A match of these two: a current one if there is one."""
    names = [f"{series}-{players}-{higher}-{lower}" for series in ("ladder", "again")]
    there = [name for name in names if name in kept]
    return min(there, key=lambda name: EXPERIMENT.is_stale(name, kept[name]), default=None)


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
