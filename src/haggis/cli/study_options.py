"""What the commands of study have in common: their options, and games read from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from haggis.engine.search import MOST_NODES
from haggis.rules import HaggisError
from haggis.study.budget import NODES, Budget
from haggis.study.replay import BadReplay, GameText, Replay, read_games, replay

from . import options
from .files import read_text

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
    """The games of a file. With `partial` what does not hold is said on standard error, and the rest is taken."""
    games = read_games(read_text(file), as_far_as_it_holds=partial)
    if not partial:
        return [replay(game) for game in games]
    found: list[Replay] = []
    lost: list[BadReplay] = []
    for game in games:
        try:
            found.append(_as_far_as_it_holds(game))
        except BadReplay as refusal:
            lost.append(refusal)
    if not found:
        raise lost[0]
    for each in lost:
        options.err.print(f"haggis: {each}; this one is left out", markup=False)
    return found


def replay_of(file: Path, number: int) -> Replay:
    """One game of a file (from 1), as far as it holds; a line that holds none counts, too."""
    games = read_games(read_text(file), as_far_as_it_holds=True)
    if number > len(games):
        raise HaggisError(f"there is no game {number} in {file}")
    return _as_far_as_it_holds(games[number - 1])


def _as_far_as_it_holds(game: GameText) -> Replay:
    found = replay(game, as_far_as_it_holds=True)
    if found.refusal:
        options.err.print(f"haggis: {found.refusal}; up to there:", markup=False)
    return found
