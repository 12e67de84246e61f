"""Libraries that a plain installation leaves out: a command that needs them says how to get them."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from haggis.ray_cluster import Cluster
from haggis.rules import HaggisError

Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Ray cluster that does the work; `local` starts one here."),
]


class MissingExtra(HaggisError):
    """An extra that is not installed."""


def need(extra: str, module: str, sentence: str) -> None:
    """Raise the sentence, with what to install, if the module can't be imported without the extra."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("haggis"):
            raise
        raise MissingExtra(f"{sentence}: pip install 'haggis[{extra}]'") from error


def cluster(address: str | None) -> Cluster | None:
    """The Ray cluster at that address, if one is asked for."""
    if address is None:
        return None
    need("ray", "ray", "a cluster needs the library Ray")
    return Cluster(address)
