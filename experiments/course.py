"""How a training went: every network of its folder, one step ahead, against the evaluation that it began with.

python -m experiments.course FOLDER       of `haggis train FOLDER`; keeps the course in experiments/results/training
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from .results import RESULTS, write_json

ROUNDS = 1000


def strength(network: Path, players: int) -> dict[str, Any]:
    """Points a round above the evaluation, with the interval."""
    match = [f"network:{network}", "heuristic", "--players", str(players), "--rule", "bets=none"]
    command = [sys.executable, "-m", "haggis", "arena", *match, "--rounds", str(ROUNDS), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)["difference"]
    return {"mean": found["mean"], "ci95": found["ci95"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    players = json.loads((folder / "configuration.json").read_text())["players"]
    course = json.loads((folder / "curve.json").read_text())
    for point in course:
        point["strength"] = strength(folder / f"network-{point['generation']}.bin", players)
        print(point["generation"], point["strength"], flush=True)
    write_json(RESULTS / "training" / f"{players}.json", course)


if __name__ == "__main__":
    main()
