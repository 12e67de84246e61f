"""`haggis rules`: the rules of a preset in words."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.markdown import Markdown

from haggis.rules import PRESETS
from haggis.rules.rulebook import rulebook
from haggis.rules.ruleset import PRESET_PLAYERS

from . import options


def rules(
    preset: Annotated[str, typer.Argument(help="Whose rules.")] = "standard",
    players: options.Players = None,
    rule: options.Rule = None,
    list_presets: Annotated[bool, typer.Option("--list", help="Name the presets instead.")] = False,
    as_json: options.Json = False,
) -> None:
    """The rules of a preset, in words and with examples."""
    if list_presets:
        _list(as_json=as_json)
        return
    chosen = options.ruleset(preset, players, rule)
    if as_json:
        options.print_json({"players": chosen.players, **chosen.to_json(), "text": rulebook(chosen)})
    elif sys.stdout.isatty():
        options.out.print(Markdown(rulebook(chosen)))
    else:
        typer.echo(rulebook(chosen), nl=False)


def _list(*, as_json: bool) -> None:
    if as_json:
        options.print_json({name: list(PRESET_PLAYERS[name]) for name in PRESETS})
        return
    for name in PRESETS:
        typer.echo(f"{name}: {' or '.join(map(str, PRESET_PLAYERS[name]))} players")
