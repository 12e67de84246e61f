"""What can be chosen for a new table, with words for each choice."""

from __future__ import annotations

from haggis.players import PLAYERS
from haggis.rules import PRESETS, preset
from haggis.rules.cards import SUIT_NAMES
from haggis.rules.rulebook import option_words
from haggis.rules.ruleset import CHOICES, PRESET_PLAYERS
from haggis.server.tables.commands import level_name
from haggis.server.web.identity import LONGEST_NAME

from .messages import DEFAULT_PACE, LEAST_MOVE_SECONDS, MOST_MOVE_SECONDS, MOST_PACE
from .responses import Choice, Level, Options, Pace, PresetShape, Range, Value

DEFAULT_LEVEL = "casual"
"""What somebody who has never played is offered."""


def options() -> Options:
    return Options(
        levels=[Level(name=name, words=level_name(name)) for name in PLAYERS],
        default_level=DEFAULT_LEVEL,
        presets=[_preset(name) for name in PRESETS],
        choices=[_choice(option) for option in CHOICES],
        pace=Pace(default=DEFAULT_PACE, most=MOST_PACE),
        move_seconds=Range(least=LEAST_MOVE_SECONDS, most=MOST_MOVE_SECONDS),
        name_length=LONGEST_NAME,
        suits=list(SUIT_NAMES),
    )


def _preset(name: str) -> PresetShape:
    rules = preset(name).to_json()
    del rules["preset"]
    return PresetShape(name=name, players=list(PRESET_PLAYERS[name]), rules=rules)


def _choice(option: str) -> Choice:
    return Choice(option=option, values=[Value(value=value, words=_words(option, value)) for value in CHOICES[option]])


def _words(option: str, value: str) -> str:
    """The sentence of the rules page, with three players: they have every choice."""
    return option_words(preset("standard", players=3).with_rule(option, value), option)
