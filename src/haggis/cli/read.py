"""`haggis read`: what cards can be read as."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from haggis.rules import readings
from haggis.rules.refusals import not_a_combination
from haggis.rules.words import reading_name

from . import options


def read(
    cards: Annotated[str, typer.Argument(help="The cards, like '3r J Q'.")],
    players: options.Players = None,
    preset: options.Preset = "standard",
    rule: options.Rule = None,
    as_json: options.Json = False,
) -> None:
    """Every reading of the cards, one a line (with its name when you look at it in a terminal)."""
    rules = options.ruleset(preset, players, rule)
    found = readings(options.held_cards(cards, rules), rules)
    if as_json:
        options.print_json([str(reading) for reading in found])
        return
    if not found:
        options.err.print(not_a_combination(options.held_cards(cards, rules)))
    for reading in found:
        name = f"  {reading_name(reading)}" if sys.stdout.isatty() else ""
        typer.echo(f"{reading!s}{name}")
