"""What can be chosen for a new table, with words for each choice."""

from __future__ import annotations

from typing import NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from haggis.players import LEVELS
from haggis.rules import PRESETS, preset
from haggis.rules.cards import SUIT_NAMES
from haggis.rules.rulebook import option_words
from haggis.rules.ruleset import CHOICES, PRESET_PLAYERS
from haggis.rules.sentences import Sentence
from haggis.server.english import say
from haggis.server.limits import DEFAULT_PACE, LEAST_MOVE_SECONDS, LONGEST_NAME, MOST_MOVE_SECONDS, MOST_PACE
from haggis.server.opponents import (
    OPPONENTS,
    Beard,
    Coat,
    Hair,
    HairColour,
    Hat,
    Mouth,
    Person,
    Skin,
)
from haggis.server.tables.seat_commands import level_name

from .sentence_view import SentenceView, sentence_view
from .strength import strength_words

DEFAULT_LEVEL = "casual"
"""What somebody who has never played is offered."""


class Said(TypedDict):
    words: str
    sentence: SentenceView


class LookView(TypedDict):
    """What a portrait is drawn from."""

    skin: Skin
    hair: Hair
    hair_colour: HairColour
    coat: Coat
    mouth: Mouth
    beard: Beard
    hat: Hat
    glasses: bool


class PersonView(TypedDict):
    name: str
    look: LookView


class Level(Said):
    name: str
    plays: Said
    """How it plays."""
    strength: dict[str, Said]
    """How strong it is, as measured, by the number of players."""
    people: list[PersonView]
    """Who plays at this level; the first of them first."""


class PresetRules(TypedDict):
    """Every option of a preset; it ends at a target or after a number of rounds."""

    courts: str
    sets: str
    bets: list[int]
    bet_wins: str
    lost_bet: str
    bombed_trick: str
    haggis: str
    leftovers: str
    points: str
    next_lead: str
    target: NotRequired[int]
    rounds: NotRequired[int]


class PresetView(TypedDict):
    name: str
    players: list[int]
    rules: PresetRules


class Value(Said):
    value: str


class Choice(Said):
    option: str
    values: list[Value]


class Pace(TypedDict):
    default: float
    most: float


class Range(TypedDict):
    least: int
    most: int


class Options(TypedDict):
    levels: list[Level]
    default_level: str
    presets: list[PresetView]
    choices: list[Choice]
    pace: Pace
    move_seconds: Range
    name_length: int
    suits: list[str]


_RULES: TypeAdapter[PresetRules] = TypeAdapter(PresetRules)


def options() -> Options:
    return Options(
        levels=[_level(name) for name in LEVELS],
        default_level=DEFAULT_LEVEL,
        presets=[_preset(name) for name in PRESETS],
        choices=[_choice(option) for option in CHOICES],
        pace=Pace(default=DEFAULT_PACE, most=MOST_PACE),
        move_seconds=Range(least=LEAST_MOVE_SECONDS, most=MOST_MOVE_SECONDS),
        name_length=LONGEST_NAME,
        suits=list(SUIT_NAMES),
    )


def _level(name: str) -> Level:
    return Level(
        name=name,
        **_said(level_name(name)),
        plays=_said(say(f"plays.{name}")),
        strength={str(players): _said(words) for players, words in strength_words(name).items()},
        people=[_person(person) for person in OPPONENTS[name].people],
    )


def _said(words: Sentence) -> Said:
    return Said(words=words, sentence=sentence_view(words))


def _person(person: Person) -> PersonView:
    look = person.look
    return PersonView(
        name=person.name,
        look=LookView(
            skin=look.skin,
            hair=look.hair,
            hair_colour=look.hair_colour,
            coat=look.coat,
            mouth=look.mouth,
            beard=look.beard,
            hat=look.hat,
            glasses=look.glasses,
        ),
    )


def _preset(name: str) -> PresetView:
    rules = preset(name).to_json()
    del rules["preset"]
    return PresetView(name=name, players=list(PRESET_PLAYERS[name]), rules=_RULES.validate_python(rules))


def _choice(option: str) -> Choice:
    values = [_value(option, value) for value in CHOICES[option]]
    return Choice(option=option, values=values, **_said(say(f"option-name.{option}")))


def _value(option: str, value: str) -> Value:
    """With the sentence of the rules page for three players: they have every choice."""
    words = option_words(preset("standard", players=3).with_rule(option, value), option)
    return Value(value=value, **_said(words))
