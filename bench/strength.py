"""How strong the players are: every match of docs/strength.md, one command each.

    python bench/strength.py --list           which matches there are, and their commands
    python bench/strength.py                  plays those that have no result yet: hours
    python bench/strength.py ladder-2 --again plays the matches whose name begins so, anew
    python bench/strength.py --docs           writes the results as they stand into docs/strength.md

A match is `haggis arena ... --json`; its result is kept in bench/results/strength/NAME.json with
the command. Stopped in between, it goes on with the next match that has no result.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results" / "strength"
PAGE = ROOT / "docs" / "strength.md"
HEAD = ("| match | points a round | 95 % | ms of the first, mean / p99 | of the other | command |", "|---" * 6 + "|")
NO_BETS = "--rule bets=none"
SMALL = "--nodes 1500"

LADDER = ("random", "greedy", "casual", "strong", "expert")
LADDER_ROUNDS = {2: (400, 400, 160, 500), 3: (300, 300, 120, 450)}
AGAIN_ROUNDS = {2: 400, 3: 450}
BETS = {
    "bets-2": "--players 2 --rounds 500",
    "bets-3": "--players 3 --rounds 6000 --seed 3",
    "bets-points-2": "--players 2 --preset rogers-2024 --rounds 300",
    "bets-points-3": "--players 3 --preset rogers-2024 --rounds 300 --seed 2",
}
"""With three players on other deals than those by which margins were chosen."""
IDEAS = ("no-inference", "no-tree", "no-solver", "random-playouts")


def matches() -> dict[str, str]:
    """Every match by name: what comes after `haggis arena`."""
    found: dict[str, str] = {}
    for players, rounds_of_each in LADDER_ROUNDS.items():
        for lower, higher, count in zip(LADDER, LADDER[1:], rounds_of_each, strict=False):
            found[f"ladder-{players}-{higher}-{lower}"] = (
                f"{higher} {lower} --players {players} {NO_BETS} --rounds {count}"
            )
    for players, count in AGAIN_ROUNDS.items():
        found[f"again-{players}-expert-strong"] = (
            f"expert strong --players {players} {NO_BETS} --rounds {count} --seed 2"
        )
    found["bar-random"] = f"strong random {NO_BETS} --rounds 300"
    found["bar-heuristic"] = f"strong heuristic {NO_BETS} --rounds 600"
    found["bar-clairvoyant"] = f"clairvoyant strong {NO_BETS} --rounds 200"
    found["bar-times"] = "strong casual --rounds 60 --jobs 1"
    for name, table in BETS.items():
        found[name] = f"strong strong-no-bets {table} {SMALL}"
    for idea in IDEAS:
        found[f"idea-{idea}"] = f"strong strong-{idea} {NO_BETS} --rounds 400 {SMALL}"
    found["idea-no-opponent-model"] = f"expert expert-no-opponent-model --players 3 {NO_BETS} --rounds 240 {SMALL}"
    found["idea-no-equity"] = "strong strong-no-equity --games 300 --nodes 200"
    return found


def as_typed(command: str) -> str:
    return f"haggis arena {command}"


def is_played(name: str, command: str) -> bool:
    """Whether there is a result of just this command."""
    file = RESULTS / f"{name}.json"
    return file.exists() and json.loads(file.read_text())["command"] == as_typed(command)


def play(name: str, command: str) -> None:
    haggis = [sys.executable, "-m", "haggis", "arena", *shlex.split(command), "--json"]
    print(f"{name}: {as_typed(command)}", flush=True)
    about = {"command": as_typed(command), "version": version()}  # now: the match is long, and work goes on
    done = subprocess.run(haggis, stdout=subprocess.PIPE, text=True, check=True)
    result = about | json.loads(done.stdout)
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    print(row(name, result), flush=True)


def version() -> str:
    """The commit that was measured; "+" says that the players had been changed since."""
    commit = told_by_git("describe", "--always", "--exclude=*")
    return commit + ("+" if told_by_git("status", "--porcelain", "src", "native") else "")


def told_by_git(*words: str) -> str:
    return subprocess.run(["git", *words], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout.strip()


def row(name: str, result: dict[str, Any]) -> str:
    """A line of the tables in docs/strength.md."""
    low, high = result["difference"]["ci95"]
    first, *_, second = result["seats"]
    difference = f"{result['difference']['mean']:+.1f} | {low:+.1f} to {high:+.1f}"
    millis = f"{first['ms_mean']:.0f} / {first['ms_p99']:.0f} | {second['ms_mean']:.0f} / {second['ms_p99']:.0f}"
    won = (
        ""
        if first["games_won"] is None
        else f"; games won {first['games_won']:.1%} ({percent(first['games_won_ci95'])})"
    )
    return f"| {name} | {difference}{won} | {millis} | `{result['command']}` |"


def percent(interval: list[float]) -> str:
    return " to ".join(f"{share:.1%}" for share in interval)


def table(begin: str) -> str:
    """The results of the matches whose name begins so."""
    files = [RESULTS / f"{name}.json" for name in matches() if name.startswith(begin)]
    rows = [row(file.stem.removeprefix(begin), json.loads(file.read_text())) for file in files if file.exists()]
    return "\n".join([*HEAD, *rows]) + "\n"


def with_tables(page: str) -> str:
    """The page with its tables as the results stand: each comes after a comment that names it."""
    return re.sub(
        r"(<!-- results of (\S+) -->\n\n).*?(?=\n\n|\Z)",
        lambda found: found[1] + table(found[2]).rstrip(),
        page,
        flags=re.DOTALL,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only matches whose name begins so")
    parser.add_argument("--again", action="store_true", help="also those that have a result")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--docs", action="store_true")
    asked = parser.parse_args()
    wanted = {
        name: command
        for name, command in matches().items()
        if not asked.names or any(name.startswith(begin) for begin in asked.names)
    }
    if asked.docs:
        PAGE.write_text(with_tables(PAGE.read_text()))
    for name, command in wanted.items():
        if asked.list:
            print(f"{name:32} {as_typed(command)}")
        elif not asked.docs and (asked.again or not is_played(name, command)):
            play(name, command)


if __name__ == "__main__":
    main()
