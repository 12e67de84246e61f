"""How strong the players are: every match of docs/strength.md, one command each. No constants come from here.

    python -m experiments.strength --list             which matches there are, and their commands
    python -m experiments.strength                    plays those whose result is missing or stale: hours
    python -m experiments.strength ladder-2 --again   plays the matches whose name begins so, anew

A match is `haggis arena ... --json`; its result is kept in experiments/results/strength and shown in docs/strength.md.
Stopped in between, it goes on with the next match that has no current result.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

from .results import ROOT, Experiment, Result, arguments

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
    """Every match by name: its command."""
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
    return {name: f"haggis arena {options}" for name, options in found.items()}


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
    return {
        name: command
        for name, command in EXPERIMENT.commands.items()
        if name.startswith(tuple(begins or [""])) and (again or name not in current)
    }


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
