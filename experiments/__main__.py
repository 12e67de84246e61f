"""Which results are current.

    python -m experiments         every result: current or stale, the commit it measures, and its command
    python -m experiments docs    writes the tables of docs anew, with their marks, and what the page says
    python -m experiments sign    notes what players and reviews decide with this code (minutes), then writes the tables

Sign before and after a change that should leave the decisions as they were: if it does, results stay current.
"""

from __future__ import annotations

import argparse

from . import (
    bet_calibration,
    decisions,
    hint_endings,
    inference,
    level_strength,
    luck,
    review_levels,
    strength,
    weights,
)
from .results import SIGNATURES, signatures, with_tables, write_json

MODULES = (strength, inference, bet_calibration, weights, review_levels, luck, hint_endings)
EXPERIMENTS = [module.EXPERIMENT for module in MODULES]


def status() -> str:
    lines = []
    for experiment in EXPERIMENTS:
        kept = experiment.kept()
        for name, command in experiment.commands.items():
            state = "none" if name not in kept else "stale" if experiment.is_stale(name, kept[name]) else "current"
            measured = kept[name]["version"]["commit"] if name in kept else None
            lines.append(f"{f'{experiment.name}/{name}':36} {state:8} {measured or '-':9} {command}")
    return "\n".join(lines)


def sign() -> None:
    """Notes the signature of the code; those that no result needs are forgotten."""
    needed = {result["version"]["code"] for experiment in EXPERIMENTS for result in experiment.kept().values()}
    known = {code: signature for code, signature in signatures().items() if code in needed}
    playing = decisions.signature()
    judging = f"{playing} {decisions.judging_signature()}"
    now = {
        experiment.code(command): judging if experiment.judges else playing
        for experiment in EXPERIMENTS
        for command in experiment.commands.values()
    }
    write_json(SIGNATURES, known | dict(sorted(now.items())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("status", "docs", "sign"), default="status")
    what = parser.parse_args().what
    if what == "status":
        return print(status())
    if what == "sign":
        sign()
    for page in sorted({experiment.page for experiment in EXPERIMENTS}):
        page.write_text(with_tables(page.read_text(), EXPERIMENTS))
    level_strength.write()
    return None


if __name__ == "__main__":
    main()
