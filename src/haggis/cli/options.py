"""Options that several commands share, and how they become a ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from haggis.rules import BadRules, Cards, IllegalAction, Ruleset, preset
from haggis.rules.deal import HAND_SIZE, check_in_play

Item = TypeVar("Item")

Players = Annotated[int | None, typer.Option(help="How many play, 2 or 3; by default the fewest of the preset.")]
Preset = Annotated[str, typer.Option(help="Whose rules: see `haggis rules --list`.")]
Rule = Annotated[
    list[str] | None,
    typer.Option(metavar="OPTION=VALUE", help="One option changed, e.g. bets=none; may be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]

out = Console(highlight=False, soft_wrap=True, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)


def ruleset(name: str, players: int | None, changes: list[str] | None) -> Ruleset:
    """The preset with the options that were changed on the command line."""
    rules = preset(name, players=players)
    for change in changes or ():
        option, given, value = change.partition("=")
        if not given:
            raise BadRules(f"--rule wants OPTION=VALUE, like bets=none, not {change!r}")
        rules = rules.with_rule(option.strip(), value.strip())
    return rules


def held_cards(text: str, rules: Ruleset) -> Cards:
    """Cards that one hand could hold under these rules."""
    cards = Cards(text)
    check_in_play(cards, rules.players)
    if not cards:
        raise IllegalAction("name at least one card, like 3r 4r J")
    if len(cards.numbers) > HAND_SIZE:
        raise IllegalAction(f"a hand has at most {HAND_SIZE} number cards and J, Q, K; these are {len(cards)} cards")
    return cards


def with_progress(items: Sequence[Item], words: str) -> Iterable[Item]:
    """The items with a progress bar on standard error, if somebody watches."""
    return track(items, words, console=err, transient=True, disable=not err.is_terminal)


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value))
