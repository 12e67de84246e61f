"""`haggis bot`: one of our players for other people's arenas."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from haggis.engine.search import MOST_NODES
from haggis.players import PLAYERS
from haggis.players.client import Client


def bot(
    name: Annotated[str, typer.Argument(help=f"Who plays: {', '.join(PLAYERS)}.")],
    seed: Annotated[int, typer.Option(help="The same number and --nodes give the same answers.")] = 1,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_NODES, help="Play so many rounds out, whatever time is offered."),
    ] = None,
) -> None:
    """Speak haggis-bot/1 on standard input and output until the input ends (docs/bots.md)."""
    for answer in Client(name, seed, nodes).serve(sys.stdin.buffer):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
