"""How strong the players are: every match of docs/strength.md, one command each. No constants come from here.

    python -m experiments.strength --list             which matches there are, and their commands
    python -m experiments.strength                    plays those whose result is missing or stale: hours
    python -m experiments.strength ladder-2 --again   plays the matches whose name begins so, anew

A match is `haggis arena ... --json`; its result is kept in experiments/results/strength and shown in docs/strength.md.
Stopped in between, it goes on with the next match that has no current result. `make strength` does all of it, the
pictures and the version of before included.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

from .results import NO_BETS, ROOT, Experiment, Result, arguments

SMALL = "--nodes 1500"
LADDER = ("beginner", "novice", "casual", "regular", "careful", "skilled", "strong", "expert")
STYLE = "careful"
"""It stands for the three styles."""
STYLES = ("daring", "hoarder")
LADDER_ROUNDS = {"strong": 400, "expert": 500}
USUAL_ROUNDS = 1000
BEFORE = "'cmd:build/before/.venv/bin/haggis bot strong'"
"""`strong` as it was before it had a network: scripts/before makes it. Bots of other programs are told their time."""
MILLIS = (10, 30, 100, 1000, 5000)
BETS = {
    "bets-2": "--players 2 --rounds 1000",
    "bets-3": "--players 3 --rounds 3000",
    "bets-points-2": "--players 2 --preset rogers-2024 --rounds 600",
    "bets-points-3": "--players 3 --preset rogers-2024 --rounds 600",
}
IDEAS = {"inference": "inference=0", "rollouts": "rollouts=off", "solver": "exact=0", "equity": "equity=off"}


def ladder() -> Iterator[tuple[str, str]]:
    for players in (2, 3):
        for lower, higher in pairwise(LADDER):
            rounds = LADDER_ROUNDS.get(higher, USUAL_ROUNDS)
            yield f"ladder-{players}-{higher}", f"{higher} {lower} --players {players} {NO_BETS} --rounds {rounds}"
        for style in STYLES:
            yield (
                f"style-{players}-{style}",
                f"{style} {STYLE} --players {players} {NO_BETS} --rounds {USUAL_ROUNDS}",
            )
    yield "style-2-greedy", f"beginner greedy {NO_BETS} --rounds {USUAL_ROUNDS}"


def bars() -> Iterator[tuple[str, str]]:
    yield "before-2", f"strong {BEFORE} {NO_BETS} --millis 200 --rounds 700"
    yield "before-3", f"strong {BEFORE} --players 3 {NO_BETS} --millis 200 --rounds 600"
    yield "before-2-bets", f"strong {BEFORE} --millis 200 --rounds 400"
    yield "before-2-10ms", f"strong:millis=10 {BEFORE} {NO_BETS} --millis 200 --rounds 400"
    yield "bar-network", f"network heuristic {NO_BETS} --rounds 1000"
    yield "bar-policy", f"policy network {NO_BETS} --rounds 2000"
    yield "bar-policy-3", f"policy network --players 3 {NO_BETS} --rounds 2000"
    yield "bar-network-3", f"network heuristic --players 3 {NO_BETS} --rounds 1000"
    yield "bar-clairvoyant", f"clairvoyant strong {NO_BETS} --rounds 200"
    for millis in MILLIS:
        yield f"time-{millis}", f"strong:millis={millis} strong {NO_BETS} --rounds {60 if millis > 1000 else 200}"


def ideas() -> Iterator[tuple[str, str]]:
    for name, table in BETS.items():
        yield name, f"strong strong:bets=off {table} {SMALL}"
    for idea, option in IDEAS.items():
        how = f"--games 300 {SMALL}" if idea == "equity" else f"{NO_BETS} --rounds 300"
        yield f"idea-{idea}", f"strong strong:{option} {how}"


def matches() -> dict[str, str]:
    """Every match by name: its command."""
    return {name: f"haggis arena {options}" for name, options in (*ladder(), *bars(), *ideas())}


def cells(result: Result) -> str:
    """A match in the tables of docs/strength.md."""
    low, high = result["difference"]["ci95"]
    first, *_, second = result["seats"]
    difference = f"{result['difference']['mean']:+.1f} | {low:+.1f} to {high:+.1f}"
    millis = f"{first['ms_mean']:.0f} / {first['ms_p99']:.0f} | {second['ms_mean']:.0f} / {second['ms_p99']:.0f}"
    won = (
        ""
        if first["games_won"] is None
        else f"; games won {first['games_won']:.1%} ({percent(first['games_won_ci95'])})"
    )
    return f"{difference}{won} | {millis}"


def percent(interval: list[float]) -> str:
    return " to ".join(f"{share:.1%}" for share in interval)


EXPERIMENT = Experiment(
    name="strength",
    commands=matches(),
    columns="points a round | 95 % | ms of the first, mean / p99 | of the other",
    cells=cells,
)


def play(command: str) -> Result:
    print(command, flush=True)
    about = EXPERIMENT.begin(command)
    arena = [sys.executable, "-m", *shlex.split(command), "--json"]
    done = subprocess.run(arena, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return about | json.loads(done.stdout)


def to_play(begins: list[str], *, again: bool) -> dict[str, str]:
    """The matches whose names begin so; unless `again`, only those without a current result."""
    current = {name for name, result in EXPERIMENT.kept().items() if not EXPERIMENT.is_stale(name, result)}
    return {name: command for name, command in EXPERIMENT.named(begins).items() if again or name not in current}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("names", nargs="*", help="only matches whose name begins so")
    parser.add_argument("--again", action="store_true", help="also those that have a current result")
    parser.add_argument("--list", action="store_true")
    parser.set_defaults(seed=None)
    asked = parser.parse_args()
    for name, command in to_play(asked.names, again=asked.again or asked.list).items():
        if asked.list:
            print(f"{name:32} {command}")
        elif asked.seed is None:
            EXPERIMENT.finish(name, play(command), dry_run=asked.dry_run)
        else:  # other deals than those of the listed match
            EXPERIMENT.finish(name, play(f"{command} --seed {asked.seed}"), dry_run=True)


if __name__ == "__main__":
    main()
