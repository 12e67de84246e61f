"""The `haggis` command: one small module a command.

A mistake of the user's is one sentence on standard error and exit code 2, never a traceback.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import haggis
from haggis.rules import HaggisError

from . import (
    admin,
    arena,
    bench,
    bot,
    hint,
    ladder,
    moves,
    perft,
    play,
    puzzle,
    read,
    review,
    rules,
    serve,
    solve,
    train,
    verify,
)

app = typer.Typer(name="haggis", add_completion=False, pretty_exceptions_enable=False)


@app.callback(invoke_without_command=True)
def _haggis(*, version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    """Haggis, Sean Ross's climbing card game for two or three players."""
    if version:
        typer.echo(f"haggis {haggis.__version__}")
        raise typer.Exit


for command in (
    serve.serve,
    play.play,
    arena.arena,
    ladder.ladder,
    bot.bot,
    moves.moves,
    read.read,
    rules.rules,
    verify.verify,
    review.review,
    hint.hint,
    solve.solve,
    puzzle.puzzle,
    perft.perft,
    bench.bench,
    train.train,
):
    app.command()(command)
app.add_typer(admin.app, name="admin")


def main() -> None:
    """Run the command line; every expected trouble ends in a sentence and an exit code."""
    try:
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except typer.Abort:
        code = 130
    except typer.TyperException as error:
        # Only the formatted message says which option is meant.
        code = _complain(error.format_message())
    except HaggisError as error:
        code = _complain(str(error))
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    sys.exit(code)


def _complain(sentence: str) -> int:
    typer.echo(f"haggis: {sentence}", err=True)
    return 2
