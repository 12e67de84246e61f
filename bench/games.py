"""Ten thousand games among all players, on all presets: no fault, and every record holds.

    python bench/games.py --games 10000

Every pair (with three at a table, every triple) of levels meets on every preset, with a few nodes
for a decision. Records are written, checked by `haggis verify` and thrown away. What was played is
kept in bench/results/games.json after each match; stopped in between, it goes on from there.
A fault, or a record that doesn't hold, is an exit code that is not 0.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from rich.progress import track

from haggis.players import PLAYERS
from haggis.rules.ruleset import PRESET_PLAYERS

RESULT = Path(__file__).parent / "results" / "games.json"
NODES = 8


def matches() -> Iterator[list[str]]:
    """What comes after `haggis arena`, without the number of games."""
    for preset, counts in PRESET_PLAYERS.items():
        for players in counts:
            for names in combinations(PLAYERS, players):
                yield [*names, "--preset", preset, "--players", str(players), "--nodes", str(NODES)]


def haggis(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "haggis", *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def play(match: list[str], games: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.jsonl")
        told = json.loads(haggis("arena", *match, "--games", str(games), "--record", file, "--json"))
        verified = haggis("verify", file).strip()  # a record that fails ends everything here
    faults = sum(seat["faults"] for seat in told["seats"])
    return {"games": told["games"], "rounds": told["rounds"], "faults": faults, "verified": verified}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--again", action="store_true", help="also those that have a result")
    asked = parser.parse_args()
    todo = list(matches())
    each = -(-asked.games // len(todo))
    before = json.loads(RESULT.read_text())["matches"] if RESULT.exists() and not asked.again else {}
    played: dict[str, Any] = {}
    for match in track(todo, "matches"):
        name = "haggis arena " + " ".join([*match, "--games", str(each)])
        played[name] = before[name] if name in before else play(match, each)
        keep(before | played)
    totals = keep(played)
    print(totals)
    if totals["faults"]:
        sys.exit("some player committed a fault")


def keep(matches: dict[str, Any]) -> dict[str, int]:
    """Writes what was played, with its totals, all or nothing."""
    totals = {key: sum(one[key] for one in matches.values()) for key in ("games", "rounds", "faults")}
    new = RESULT.with_suffix(".new")
    new.write_text(json.dumps(totals | {"matches": matches}, indent=1) + "\n")
    new.replace(RESULT)
    return totals


if __name__ == "__main__":
    main()
