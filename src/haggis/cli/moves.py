"""`haggis moves`: every legal play of a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from haggis.rules import legal_plays, parse_reading

from . import options


def moves(
    cards: Annotated[str, typer.Argument(help="The hand, like '2r 3r 4r J'.")],
    on: Annotated[str | None, typer.Option(help="The reading to beat, like 1x3:7; without it, on the lead.")] = None,
    players: options.Players = None,
    preset: options.Preset = "standard",
    rule: options.Rule = None,
    as_json: options.Json = False,
) -> None:
    """Every legal play of a hand, one a line: CARDS as READING."""
    rules = options.ruleset(preset, players, rule)
    hand = options.held_cards(cards, rules)
    plays = legal_plays(hand, parse_reading(on) if on is not None else None, rules)
    if as_json:
        options.print_json([str(combo) for combo in plays])
    elif plays:
        typer.echo("\n".join(map(str, plays)))
    else:
        options.err.print(f"nothing in {hand} beats {on}: pass")
