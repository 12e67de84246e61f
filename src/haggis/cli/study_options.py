"""What the commands of study have in common: their options, and games read from a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from haggis.engine.search import MOST_NODES
from haggis.rules import HaggisError, NotationError
from haggis.study.budget import NODES, Budget
from haggis.study.replay import Replay, read_games, replay

from . import options

HOUR = 3_600_000
File = Annotated[Path, typer.Argument(help="Game records, one JSON object a line; - for standard input.")]
Nodes = Annotated[
    int | None,
    typer.Option(
        min=2, max=MOST_NODES, help=f"Positions for a decision, {NODES} by default: the same on every machine."
    ),
]
Millis = Annotated[int | None, typer.Option(min=1, max=HOUR, help="Time for a decision, instead of --nodes.")]
Seed = Annotated[int, typer.Option(help="The same number gives the same answer.")]
Partial = Annotated[bool, typer.Option("--partial", help="Take what holds of a record that does not hold to its end.")]


def budget(nodes: int | None, millis: int | None, seed: int) -> Budget:
    if nodes is not None and millis is not None:
        raise HaggisError("a decision is given --nodes or --millis, not both")
    return Budget(nodes or NODES, millis, seed)


def replays(file: Path, *, partial: bool) -> list[Replay]:
    """The games of a file. With `partial` what does not hold is said on standard error."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{file} is not a text file") from error
    found = [replay(game, as_far_as_it_holds=partial) for game in read_games(text)]
    for each in found:
        if each.refusal:
            options.err.print(f"haggis: {each.refusal}; up to there:", markup=False)
    return found
