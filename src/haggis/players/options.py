"""Options in the name of a player who searches: `strong:nodes=500,equity=off`."""

from __future__ import annotations

from typing import Any, NamedTuple

from haggis.engine.search import Settings
from haggis.rules import HaggisError
from haggis.rules.sentences import Catalogue

from .advice import STRONG
from .player import Clock

ON_OFF = {"on": True, "off": False}
NUMBERS = tuple(name for name in Settings.bounds() if name != "seconds")
"""Of a search; time is given as `millis`."""
SWITCHES = tuple(name for name in dir(STRONG) if isinstance(getattr(STRONG, name), bool))
OPTIONS = ("millis", "bets", *NUMBERS, *SWITCHES)

sentence = Catalogue(
    {
        "option.unknown": "{player} has no option {given}; there are {options}",
        "option.value": "{option} of {player} is {wanted}, not {given}",
    }
)


class BadOption(HaggisError):
    """An option that the player does not have, or a value that the option can't have."""


class Options(NamedTuple):
    """How a player who searches plays."""

    settings: Settings = STRONG
    clock: Clock = Clock()
    """Hers, for when nobody says how long she may think."""
    insists: bool = False
    """Her name says how long she thinks: then that counts, whatever the others are given."""
    bets: bool = True


def parse_options(player: str, text: str, usual: Options) -> Options:
    """The usual options with those of the text; `player` is named in refusals."""
    options = usual
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in OPTIONS:
            raise BadOption(sentence("option.unknown", player=player, given=repr(name[:40]), options=OPTIONS))
        options = _with_option(player, options, name, value)
    return options


def _with_option(player: str, options: Options, name: str, value: str) -> Options:
    if name == "bets":
        return options._replace(bets=_on_off(player, name, value))
    if name == "millis":
        return options._replace(clock=Clock(millis=_number(player, name, value)), insists=True)
    if name == "nodes":
        return options._replace(clock=Clock(nodes=_number(player, name, value)), insists=True)
    read: Any = _on_off if name in SWITCHES else _number
    return options._replace(settings=options.settings.replace(**{name: read(player, name, value)}))


def _on_off(player: str, option: str, value: str) -> bool:
    if value not in ON_OFF:
        raise BadOption(sentence("option.value", player=player, option=option, wanted="on or off", given=value[:40]))
    return ON_OFF[value]


def _number(player: str, option: str, value: str) -> int:
    if not value.isdecimal() or len(value) > 9:
        raise BadOption(
            sentence("option.value", player=player, option=option, wanted="a whole number", given=value[:40])
        )
    return int(value)
