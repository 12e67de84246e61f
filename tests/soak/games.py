"""Ten thousand games among all players, on all presets: no fault, and every record holds.

    python -m tests.soak.games --games 10000

Every pair (with three at a table, every triple) of levels meets on every preset, with a few nodes
for a decision. Records are written, checked by `haggis verify` and thrown away. What was played is
noted in build/soak/games.json after each match; stopped in between, it goes on from there while the
players are the same. A fault, or a record that doesn't hold, is an exit code that is not 0.
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

from experiments.results import PLAYING, ROOT, code_hash, write_json
from haggis.players import PLAYERS
from haggis.rules.ruleset import PRESET_PLAYERS

NOTES = ROOT / "build" / "soak" / "games.json"
CODE = (*PLAYING, "src/haggis/arena", "src/haggis/rules")
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


def play(match: list[str], games: int, seed: int) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.jsonl")
        played = ("arena", *match, "--games", str(games), "--seed", str(seed), "--record", file, "--json")
        said = json.loads(haggis(*played))
        haggis("verify", file)  # a record that fails ends everything here
    faults = sum(seat["faults"] for seat in said["seats"])
    return {"games": said["games"], "rounds": said["rounds"], "faults": faults}


def noted(about: dict[str, Any]) -> dict[str, Any]:
    """The matches of a run like this one that was stopped."""
    notes = json.loads(NOTES.read_text()) if NOTES.exists() else {}
    return notes["matches"] if notes.get("about") == about else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="in all, shared by the matches")
    parser.add_argument("--seed", type=int, default=1, help="another number deals other cards")
    asked = parser.parse_args()
    todo = list(matches())
    each = -(-asked.games // len(todo))
    about = {"code": code_hash(CODE), "games": each, "seed": asked.seed}
    played = noted(about)
    NOTES.parent.mkdir(parents=True, exist_ok=True)
    for match in track(todo, "matches"):
        name = " ".join(match)
        played[name] = played.get(name) or play(match, each, asked.seed)
        write_json(NOTES, {"about": about, "matches": played})
    totals = {key: sum(one[key] for one in played.values()) for key in ("games", "rounds", "faults")}
    print(", ".join(f"{count:,} {key}" for key, count in totals.items()))
    NOTES.unlink()
    if totals["faults"]:
        sys.exit("some player committed a fault")


if __name__ == "__main__":
    main()
