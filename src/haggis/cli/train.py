"""`haggis train`: value networks by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from . import extras, options

if TYPE_CHECKING:
    from haggis.learning.actors import Actors
    from haggis.learning.generations import Training


def train(
    folder: Annotated[Path, typer.Argument(help="Keeps the training; if it exists, training goes on in it.")],
    *,
    players: Annotated[int, typer.Option(min=2, max=3, help="For how many at the table.")] = 2,
    generations: Annotated[int, typer.Option(min=1, help="How many there shall be in all.")] = 10,
    rounds: Annotated[int, typer.Option(min=10, help="Rounds of self-play a generation.")] = 50_000,
    hidden: Annotated[int, typer.Option(min=32, max=512, help="Width of the first layer: a multiple of 32.")] = 384,
    seed: Annotated[int, typer.Option(min=0, help="The same number gives the same training.")] = 1,
    ray: extras.Ray = None,
) -> None:
    """Trains a value network: rounds against itself, a fit to how they went, and again.

    Whatever is finished is in the folder at once: stop with Ctrl-C whenever you like, and go on with the same command.
    """
    extras.need("train", "torch", "training needs the library PyTorch")
    from haggis.learning.generations import Configuration, Training  # noqa: PLC0415  # needs PyTorch

    wishes = {"players": players, "rounds": rounds, "hidden": hidden, "seed": seed}
    training = Training(folder, Configuration(**wishes), _actors(ray))
    _run(training, generations)
    for point in training.curve:
        explained, surprise = f"{point['explained']:.3f}", f"{point['surprise']:.3f}"
        options.out.print(f"generation {point['generation']}: explains {explained} of the lead, surprise {surprise}")


def _actors(address: str | None) -> Actors:
    from haggis.learning.actors import here, on_cluster  # noqa: PLC0415

    cluster = extras.cluster(address)
    return on_cluster(cluster) if cluster else here


def _run(training: Training, generations: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeRemainingColumn(), console=options.err) as bar:
        task = bar.add_task("")
        training.run(generations, lambda what, done, of: bar.update(task, description=what, completed=done, total=of))
