"""`haggis train`: better weights for the evaluation, by self-play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from haggis.engine.evaluation import tuned_weights
from haggis.rules import HaggisError, preset

from . import extras, files, options

MOST = 1_000_000  # hundredths of a point


class BadWeights(HaggisError):
    """A file that holds no weights."""


class Kept(NamedTuple):
    """What a file holds."""

    generation: int
    weights: list[int]


def train(
    file: Annotated[Path, typer.Argument(help="Keeps the weights; if it exists, training goes on from it.")],
    *,
    players: Annotated[int, typer.Option(min=2, max=3, help="For how many at the table.")] = 2,
    generations: Annotated[int, typer.Option(min=1, help="How long: one is about a second.")] = 200,
    deals: Annotated[int, typer.Option(min=2, help="Deals that every variation plays in a generation.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="The same number gives the same training.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Generations between two exams.")] = 20,
) -> None:
    """Tunes the evaluation's weights by matches against itself (CMA-ES), and examines them on fresh deals.

    Whatever passed an exam is in the file at once: stop with Ctrl-C whenever you like.
    """
    from haggis.arena.training import train as exams  # noqa: PLC0415  # needs NumPy

    if not file.parent.is_dir():
        raise BadWeights(f"there is no folder {file.parent} to keep the numbers in")
    extras.need("train", "cma", "training needs the library cma")
    files.check_writable(_new(file))
    start = _read(file, players) if file.exists() else Kept(0, tuned_weights(players))
    rules = preset("standard", players=players).with_rule("bets", "none")
    options.out.print("generation   against the best so far      against the start")
    for exam in exams(
        rules, start.weights, generations=generations, deals=deals, seed=seed, every=every, begun=start.generation
    ):
        best, from_start = (f"{each.mean:+.2f} ({each.interval})" for each in (exam.against_best, exam.against_start))
        options.out.print(f"{exam.generation:10}   {best:26}   {from_start:22}{' kept' if exam.passed else ''}")
        if exam.passed:
            _write(file, players, Kept(exam.generation, exam.weights))


def _read(file: Path, players: int) -> Kept:
    try:
        wire = json.loads(file.read_text(encoding="utf-8"))
        kept = Kept(int(wire["generation"]), [int(number) for number in wire["weights"]])
        fits = wire["players"] == players and len(kept.weights) == len(tuned_weights(players))
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadWeights(f"{file} does not hold weights: {error}") from error
    if not fits or max(map(abs, kept.weights)) > MOST or kept.generation < 0:
        raise BadWeights(f"{file} holds no weights for {players} players")
    return kept


def _write(file: Path, players: int, kept: Kept) -> None:
    """All or nothing: a crash leaves the old file."""
    text = json.dumps({"players": players, **kept._asdict()}) + "\n"
    with files.or_printed(text, file):
        _new(file).write_text(text, encoding="utf-8")
        _new(file).replace(file)


def _new(file: Path) -> Path:
    return file.with_name(file.name + ".new")
