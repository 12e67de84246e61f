"""Ten thousand games among all players, on all presets: no fault, and every record holds.

    python bench/games.py --games 10000

Every pair (with three at a table, every triple) of levels meets on every preset, with a few nodes
for a decision. Records are written, checked by `haggis verify` and thrown away. What was played is
kept in bench/results/games.json after each match; stopped in between, it goes on from there.
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
    asked = parser.parse_args()
    todo = list(matches())
    each = -(-asked.games // len(todo))
    played = json.loads(RESULT.read_text())["matches"] if RESULT.exists() else {}
    for match in track(todo, "matches"):
        name = "haggis arena " + " ".join([*match, "--games", str(each)])
        if name in played:
            continue
        played[name] = play(match, each)
        totals = {key: sum(one[key] for one in played.values()) for key in ("games", "rounds", "faults")}
        RESULT.write_text(json.dumps(totals | {"matches": played}, indent=1) + "\n")
    print({key: value for key, value in json.loads(RESULT.read_text()).items() if key != "matches"})


if __name__ == "__main__":
    main()
