"""`haggis train`: value networks and policies by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from . import extras, options

if TYPE_CHECKING:
    from haggis.learning.actors import Actors
    from haggis.learning.generations import Training


def train(  # noqa: PLR0913  # a command's options
    folder: Annotated[Path, typer.Argument(help="Keeps the training; if it exists, training goes on in it.")],
    *,
    policy: Annotated[
        bool, typer.Option("--policy", help="Train what players are likely to do, by what they know.")
    ] = False,
    players: Annotated[int, typer.Option(min=2, max=3, help="For how many at the table.")] = 2,
    generations: Annotated[int, typer.Option(min=1, help="How many there shall be in all.")] = 10,
    rounds: Annotated[
        int | None,
        typer.Option(min=10, help="Rounds of self-play a generation; 50000 unless you say so, 20000 for a policy."),
    ] = None,
    hidden: Annotated[
        int | None,
        typer.Option(
            min=32, max=512, help="Width of the first layer, a multiple of 32; 384 unless you say so, 128 for a policy."
        ),
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Of the searches that a policy learns from; 320.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same number gives the same training.")] = 1,
    ray: extras.Ray = None,
) -> None:
    """Trains a value network, or a policy: rounds against itself, a fit to how they went, and again.

    Whatever is finished is in the folder at once: stop with Ctrl-C whenever you like, and go on with the same command.
    """
    extras.need("train", "torch", "training needs the library PyTorch")
    if nodes is not None and not policy:
        raise typer.BadParameter("only a policy learns from searches: add --policy", param_hint="--nodes")
    wishes = {"players": players, "rounds": rounds, "hidden": hidden, "nodes": nodes, "seed": seed}
    given = {name: value for name, value in wishes.items() if value is not None}
    training = _training(folder, given, _actors(ray), policy=policy)
    _run(training, generations)
    for point in training.curve:
        options.out.print(training.described(point))


def _training(folder: Path, given: dict[str, Any], actors: Actors, *, policy: bool) -> Training[Any]:
    if policy:
        from haggis.learning.policies import PolicyConfiguration, PolicyTraining  # noqa: PLC0415  # needs PyTorch

        return PolicyTraining(folder, PolicyConfiguration(**given), actors)
    from haggis.learning.values import ValueConfiguration, ValueTraining  # noqa: PLC0415

    return ValueTraining(folder, ValueConfiguration(**given), actors)


def _actors(address: str | None) -> Actors:
    from haggis.learning.actors import here, on_cluster  # noqa: PLC0415

    cluster = extras.cluster(address)
    return on_cluster(cluster) if cluster else here


def _run(training: Training[Any], generations: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeRemainingColumn(), console=options.err) as bar:
        task = bar.add_task("")
        training.run(generations, lambda what, done, of: bar.update(task, description=what, completed=done, total=of))
