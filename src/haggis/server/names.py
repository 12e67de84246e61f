"""Names of people: the nicknames that they choose, and the names in records that somebody brought."""

from __future__ import annotations

import re
import unicodedata

from haggis.rules.names import BLANK_LETTERS
from haggis.server.english import say
from haggis.server.errors import BadRequest
from haggis.server.limits import LONGEST_NAME

FORBIDDEN_IN_NAMES = set('<>&"\\`')
MOST_MARKS = 4
"""On one letter: no language needs more, and a tower of them covers what stands above and below."""
_SHAPES = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""They only choose a shape of the sign before them, as emoji and some Japanese names do: all shapes are one name."""
MOST_LOOKED_AT = 1000
"""Characters of a name in a record."""
CUT = "\u2026"


def check_name(text: str) -> str:
    """The nickname, tidied; refuses what would not look like a name on the page."""
    if len(text) > 4 * LONGEST_NAME:
        raise BadRequest(say("name.long", most=LONGEST_NAME))
    name = " ".join(unicodedata.normalize("NFC", _SHAPES.sub("", text)).split())
    if not name:
        raise BadRequest(say("name.empty"))
    if len(name) > LONGEST_NAME:
        raise BadRequest(say("name.long", most=LONGEST_NAME))
    if not name.isprintable() or FORBIDDEN_IN_NAMES & set(name):
        raise BadRequest(say("name.signs"))
    if not any(_is_seen(letter) for letter in name):
        raise BadRequest(say("name.empty"))
    if BLANK_LETTERS & set(name) or _most_marks(name) > MOST_MARKS:
        raise BadRequest(say("name.signs"))
    return name


def _most_marks(name: str) -> int:
    """How many marks one letter has at most."""
    kinds = "".join(unicodedata.category(letter)[0] for letter in name)
    return max(map(len, re.findall("M*", kinds)))


def name_in_record(text: str, seat: int) -> str:
    """A name as it is shown, whatever a record says: no longer than a nickname, and never blank."""
    known = _SHAPES.sub("", text[:MOST_LOOKED_AT]).encode(errors="replace").decode()
    name = _without_towers(" ".join("".join(map(_shown, unicodedata.normalize("NFC", known))).split()))
    if not any(map(_is_seen, name)):
        return str(say("study.player", number=seat + 1))
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + CUT


def _without_towers(name: str) -> str:
    """Of the marks on each letter the first few."""
    kept, marks = "", 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        kept += letter if marks <= MOST_MARKS else ""
    return kept


def _shown(letter: str) -> str:
    """What shows nothing is a space, or nothing if it has no width: it only turns others around or joins them."""
    if letter.isprintable() and letter not in BLANK_LETTERS:
        return letter
    return "" if unicodedata.category(letter) == "Cf" else " "


def _is_seen(letter: str) -> bool:
    """Whether a letter shows: marks need one to stand on, and a few letters are blank by design."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK_LETTERS
