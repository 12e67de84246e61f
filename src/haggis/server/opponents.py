"""The bots as people: one entry a level, with its title, how it plays, and who it is at the table.

How strong a level is stands nowhere here: `wire.strength` says what was measured. A second bot of a level at the
same table is the level's second person.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Skin = Literal["fair", "rosy", "tan", "brown"]
Hair = Literal["short", "long", "bun", "curls", "bob", "bald"]
HairColour = Literal["red", "black", "brown", "sand", "grey", "white"]
Beard = Literal["none", "full", "moustache", "stubble"]
Hat = Literal["none", "tam", "cap", "band"]
Mouth = Literal["smile", "grin", "calm", "open"]
Coat = Literal["red", "orange", "yellow", "green", "blue"]


class Look(NamedTuple):
    """What the page draws a portrait from."""

    skin: Skin
    hair: Hair
    hair_colour: HairColour
    coat: Coat
    mouth: Mouth = "smile"
    beard: Beard = "none"
    hat: Hat = "none"
    glasses: bool = False


class Person(NamedTuple):
    name: str
    look: Look


class Opponent(NamedTuple):
    """A level as people meet it."""

    title: str
    plays: str
    """How it plays, in a sentence."""
    people: tuple[Person, ...]


OPPONENTS: dict[str, Opponent] = {
    "random": Opponent(
        "Random",
        "Puts down any card that is allowed, and looks up from the knitting only when it is over.",
        (
            Person("Tam", Look("rosy", "curls", "red", "yellow", "open")),
            Person("Nell", Look("fair", "bob", "sand", "orange", "grin")),
            Person("Wullie", Look("tan", "short", "brown", "blue", "open", hat="cap")),
        ),
    ),
    "greedy": Opponent(
        "Greedy",
        "Gets rid of as many cards as possible, the lowest first, and saves nothing for later.",
        (
            Person("Hamish", Look("rosy", "short", "red", "red", "grin", beard="full", hat="tam")),
            Person("Bonnie", Look("fair", "curls", "brown", "yellow", "grin")),
            Person("Angus", Look("tan", "bald", "black", "green", "grin", beard="moustache")),
        ),
    ),
    "casual": Opponent(
        "Casual",
        "Plays sensibly and knows what a hand is worth, but overlooks things now and then, as people do.",
        (
            Person("Morag", Look("fair", "bun", "grey", "green", "smile", glasses=True)),
            Person("Ewan", Look("rosy", "short", "sand", "blue", "smile", beard="stubble")),
            Person("Isla", Look("brown", "long", "black", "orange", "smile")),
        ),
    ),
    "strong": Opponent(
        "Strong",
        "Thinks through many ways the hidden cards may lie before each play, and bets when that should pay.",
        (
            Person("Catriona", Look("fair", "long", "red", "blue", "calm")),
            Person("Duncan", Look("brown", "short", "black", "red", "calm", beard="full")),
            Person("Rhona", Look("tan", "bob", "brown", "green", "calm", hat="band")),
        ),
    ),
    "expert": Opponent(
        "Expert",
        "Takes up to a second over a card and goes through thousands of ways the hidden cards may lie.",
        (
            Person("Lachlan", Look("fair", "bald", "white", "red", "calm", beard="full", glasses=True)),
            Person("Ailsa", Look("brown", "bun", "white", "blue", "calm", glasses=True)),
            Person("Fergus", Look("tan", "short", "grey", "yellow", "calm", beard="moustache", hat="tam")),
        ),
    ),
}
"""By the name of the level, as in `haggis.players`."""
