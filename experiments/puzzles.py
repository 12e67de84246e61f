"""Makes the puzzles of the package and proves each of them.

    python -m experiments.puzzles               makes them, then writes them into the package: an hour of two cores
    python -m experiments.puzzles open hidden   only these kinds; the others stay as they are in the package
    python -m experiments.puzzles --grade       asks the levels anew how difficult those in the package are: minutes
    python -m experiments.puzzles --check 50    proves so many of those in the package anew

Every few rounds are noted in build/puzzles, so a run can be stopped and taken up again. The source of
src/haggis/study/puzzles.jsonl.gz; the same seed gives the same puzzles as long as the players decide alike, whatever
the number of processes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path
from typing import NamedTuple

from haggis.rules import preset
from haggis.study.puzzle_making import find, graded, is_proved
from haggis.study.puzzles import FILE, KINDS, Kind, Puzzle, all_puzzles

from .jobs import add_jobs, do_all
from .results import ROOT, arguments

PATH = ROOT / "src" / "haggis" / "study" / FILE
NOTES = ROOT / "build" / "puzzles"
WANTED: dict[Kind, int] = {"open": 400, "hidden": 120, "opening": 60}
KIND_SEEDS: dict[Kind, int] = {"open": 1_000_000, "hidden": 2_000_000, "opening": 3_000_000}
ONE_OF_THREE = 4
"""Of so many rounds one is of three players."""
BLOCK = 32
"""Rounds that are looked at before they are noted."""


def write(puzzles: list[Puzzle], path: Path) -> None:
    """The easier ones first; the same puzzles always give the same bytes."""
    ordered = sorted(puzzles, key=lambda puzzle: (KINDS.index(puzzle.kind), puzzle.rating, puzzle.name))
    lines = "".join(json.dumps(puzzle.to_json(), separators=(",", ":")) + "\n" for puzzle in ordered)
    path.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))


class Task(NamedTuple):
    """A round that is looked at."""

    kind: Kind
    seed: int
    number: int


def look_at(task: Task) -> Puzzle | None:
    rules = preset("standard", players=3 if task.number % ONE_OF_THREE == 0 else 2)
    return find(rules, task.kind, task.seed * 10_000_000 + KIND_SEEDS[task.kind] + task.number)


def make(kind: Kind, wanted: int, asked: argparse.Namespace) -> list[Puzzle]:
    """So many puzzles of a kind; each round that was looked at is a line of the notes."""
    notes = asked.notes / f"{kind}-{asked.seed}.jsonl"
    notes.parent.mkdir(parents=True, exist_ok=True)
    notes.touch()
    lines = [json.loads(line) for line in notes.read_text().splitlines()]
    found = {each["name"]: Puzzle.from_json(each) for each in lines if each}
    begin = len(lines)
    while len(found) < wanted:
        tasks = [Task(kind, asked.seed, number) for number in range(begin, begin + BLOCK)]
        puzzles = do_all(look_at, tasks, asked.jobs, f"{kind} {len(found)} of {wanted}, rounds from {begin}")
        with notes.open("a") as file:
            file.writelines(json.dumps(puzzle.to_json() if puzzle else None) + "\n" for puzzle in puzzles)
        found |= {puzzle.name: puzzle for puzzle in puzzles if puzzle}
        begin += BLOCK
    return list(found.values())[:wanted]


def check(number: int, seed: int) -> None:
    """Proves some puzzles of the package anew; raises at the first that does not hold."""
    for puzzle in random.Random(seed).sample(all_puzzles(), number):
        if not is_proved(puzzle):
            raise SystemExit(f"{puzzle.name} ({puzzle.kind}) is not proved")
        print(f"{puzzle.name} ({puzzle.kind}) holds", flush=True)


def grade(asked: argparse.Namespace) -> None:
    """Those in the package, by the levels of today. None is left out for being too easy now."""
    puzzles = do_all(graded, all_puzzles(), asked.jobs, "graded")
    changed = sum(new != old for new, old in zip(puzzles, all_puzzles(), strict=True))
    print(f"{changed} of {len(puzzles)} puzzles are graded otherwise than before")
    if not asked.dry_run:
        write(puzzles, PATH)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], help="only these kinds")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="prove so many of the package anew")
    parser.add_argument("--grade", action="store_true", help="grade those of the package anew")
    parser.add_argument("--notes", type=Path, default=NOTES, help="where each round that was looked at is noted")
    parser.add_argument("--wanted", type=int, default=0, help="how many of each kind, instead of the usual numbers")
    add_jobs(parser)
    asked = parser.parse_args()
    if asked.check:
        return check(asked.check, asked.seed)
    if asked.grade:
        return grade(asked)
    kinds: list[Kind] = asked.kinds or list(KINDS)
    made = [puzzle for kind in kinds for puzzle in make(kind, asked.wanted or WANTED[kind], asked)]
    kept = [puzzle for puzzle in all_puzzles() if puzzle.kind not in kinds] if PATH.exists() else []
    print(f"{len(made)} puzzles made")
    return None if asked.dry_run else write([*kept, *made], PATH)


if __name__ == "__main__":
    main()
