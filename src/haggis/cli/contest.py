"""What `haggis arena` and `haggis ladder` have in common: their options, progress, and end."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from haggis.arena import BadMatch, Hooks, Match, all_cores
from haggis.engine.search import MOST_NODES
from haggis.players import PLAYERS, Clock
from haggis.players.registry import YARDSTICKS
from haggis.ray_cluster import Cluster
from haggis.rules import HaggisError

from . import extras, files, options

HOUR = 3_600_000
WHO = f"{', '.join(PLAYERS)}; 'cmd:PROGRAM ARGS' for your own; for comparison {', '.join(YARDSTICKS)}."
Names = Annotated[list[str], typer.Argument(metavar="PLAYER...", help=WHO)]
Rounds = Annotated[
    int | None, typer.Option(min=1, help="Rounds of a match, 200 by default; each deal is played in all seatings.")
]
Games = Annotated[int | None, typer.Option(min=1, help="Whole games of a match, instead of single rounds.")]
Seed = Annotated[int, typer.Option(help="The same number deals the same cards.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes, at most one for each core, which is the default.")]
Millis = Annotated[int | None, typer.Option(min=1, max=HOUR, help="Time for a decision; by default each player's own.")]
Nodes = Annotated[
    int | None, typer.Option(min=1, max=MOST_NODES, help="Rounds played out for a decision: the same on every machine.")
]
Plot = Annotated[Path | None, typer.Option(help="Draw the result into this file (.png, .svg or .pdf).")]

DEFAULT_ROUNDS = 200
PLOTS = (".png", ".svg", ".pdf")
INTERRUPTED = 130


def length(rounds: int | None, games: int | None) -> int:
    """How many rounds or games are asked for."""
    if rounds is not None and games is not None:
        raise BadMatch("a match is of --rounds or of --games, not of both")
    return games or rounds or DEFAULT_ROUNDS


def clock(millis: int | None, nodes: int | None) -> Clock:
    """How long everybody may think."""
    if millis is not None and nodes is not None:
        raise BadMatch("players think by --millis or by --nodes, not by both")
    return Clock(millis, nodes)


class Workers(NamedTuple):
    """Who plays: so many processes here, or a cluster."""

    jobs: int
    cluster: Cluster | None


def workers(jobs: int | None, ray: str | None, matches: Iterable[Match]) -> Workers:
    """As the user asks for; what can't be is said before the cluster is looked for."""
    if ray is None:
        return Workers(_processes(jobs), None)
    if jobs is not None:
        raise BadMatch("a match is played by --jobs here or on a cluster by --ray, not by both")
    for match in matches:
        match.check_for_cluster()
    return Workers(1, extras.cluster(ray))


def _processes(jobs: int | None) -> int:
    """How many to play in: as many as asked for, but never more than there are cores."""
    cores = all_cores()
    if jobs and jobs > cores:
        there = "is 1 core: playing in 1 process"
        if cores > 1:
            there = f"are {cores} cores: playing in {cores} processes"
        typer.echo(f"haggis: there {there}", err=True)
    return min(jobs or cores, cores)


class NoPlot(HaggisError):
    """A picture that can't be drawn."""


def check_plot(file: Path | None) -> None:
    """Raise before the match if its picture couldn't be drawn after it."""
    if file is None:
        return
    if file.suffix not in PLOTS:
        raise NoPlot(f"a plot's name ends in {', '.join(PLOTS)}, not {file.name!r}")
    if not file.parent.is_dir():
        raise NoPlot(f"there is no directory {file.parent} for the plot")
    extras.need("plot", "matplotlib", "a plot needs matplotlib")
    files.check_writable(file)


@contextmanager
def progress(words: str, total: int) -> Iterator[Hooks]:
    """A progress bar on standard error that counts rounds or games as they are played.

    From here on SIGTERM is heard like Ctrl-C: the match stops, tells what was finished, and leaves nobody behind.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=options.err, transient=True, disable=not options.err.is_terminal) as bar:
        task = bar.add_task(words, total=total)
        try:
            yield Hooks(on_played=lambda result: bar.advance(task, len(result.tallies)))
        except KeyboardInterrupt:
            typer.echo("haggis: stopped, with nothing to report yet", err=True)
            raise


def leave(workers: Workers, *, interrupted: bool) -> None:
    """End the command; after Ctrl-C with the exit code that says so, without its cluster with the sentence."""
    if workers.cluster and workers.cluster.lost:
        raise workers.cluster.lost
    raise typer.Exit(INTERRUPTED if interrupted else 0)
