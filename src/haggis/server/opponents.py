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
    "beginner": Opponent(
        "Beginner",
        "Has just learned the rules: misses long combinations, forgets what was played, spends wild cards at once.",
        (
            Person("Wee Ian", Look("rosy", "short", "sand", "yellow", "open", hat="cap")),
            Person("Effie", Look("fair", "curls", "red", "orange", "open")),
            Person("Callum", Look("brown", "curls", "black", "blue", "open")),
        ),
    ),
    "novice": Opponent(
        "Novice",
        "Knows what beats what, but often overlooks a good combination and loses count of the cards.",
        (
            Person("Jean", Look("rosy", "bob", "brown", "red", "grin")),
            Person("Rory", Look("fair", "short", "red", "green", "grin")),
            Person("Mhairi", Look("tan", "long", "sand", "blue", "grin")),
        ),
    ),
    "casual": Opponent(
        "Casual",
        "Plays sensibly most of the time, but overlooks things and forgets what was played, as people do.",
        (
            Person("Morag", Look("fair", "bun", "grey", "green", "smile", glasses=True)),
            Person("Ewan", Look("rosy", "short", "sand", "blue", "smile", beard="stubble")),
            Person("Isla", Look("brown", "long", "black", "orange", "smile")),
        ),
    ),
    "regular": Opponent(
        "Regular",
        "Plays every week: few mistakes, a fair memory, and a liking for wild cards.",
        (
            Person("Sheena", Look("fair", "long", "brown", "yellow", "smile", hat="band")),
            Person("Gregor", Look("tan", "short", "black", "orange", "smile", beard="moustache")),
            Person("Una", Look("brown", "curls", "grey", "red", "smile", glasses=True)),
        ),
    ),
    "careful": Opponent(
        "Careful",
        "Saves wild cards and bombs for the end, and would rather pass than pay too much.",
        (
            Person("Elspeth", Look("fair", "bun", "white", "blue", "calm", glasses=True)),
            Person("Alasdair", Look("rosy", "bald", "grey", "green", "calm")),
            Person("Kirsty", Look("tan", "bob", "black", "yellow", "calm")),
        ),
    ),
    "daring": Opponent(
        "Daring",
        "Takes every trick it can, spends wild cards freely, and bets on hands that others would not.",
        (
            Person("Rob", Look("tan", "long", "red", "red", "grin", beard="stubble")),
            Person("Senga", Look("brown", "curls", "red", "orange", "grin", hat="band")),
            Person("Fraser", Look("fair", "short", "sand", "blue", "grin", hat="tam")),
        ),
    ),
    "hoarder": Opponent(
        "Hoarder",
        "Keeps its bombs to the very end, and hates to break one up.",
        (
            Person("Murdo", Look("rosy", "bald", "red", "green", "calm", beard="full", hat="cap")),
            Person("Agnes", Look("fair", "bun", "grey", "red", "grin", hat="band")),
            Person("Torquil", Look("brown", "short", "white", "orange", "calm", beard="full")),
        ),
    ),
    "skilled": Opponent(
        "Skilled",
        "Thinks a few plays ahead in a few ways that the hidden cards may lie, at once.",
        (
            Person("Lorna", Look("fair", "long", "sand", "green", "calm", glasses=True)),
            Person("Struan", Look("tan", "curls", "brown", "blue", "calm", beard="stubble")),
            Person("Flora", Look("brown", "bun", "black", "yellow", "calm")),
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
