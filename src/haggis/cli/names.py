"""Names from files, made fit for a terminal: whoever wrote a record may have put anything into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from haggis.rules.names import BLANK_LETTERS
from haggis.study.replay import Replay

LONGEST = 24
"""As long as a name may be at a table; of a longer one the beginning is shown."""
INSTEAD = "\ufffd"


def shown_name(name: str) -> str:
    """The name without control characters (a terminal would obey them) and invisible ones, and not overlong."""
    seen = "".join(letter if letter.isprintable() and letter not in BLANK_LETTERS else INSTEAD for letter in name)
    return seen if len(seen) <= LONGEST else f"{seen[: LONGEST - 1]}…"


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(shown_name, names))


def with_shown_names(given: Replay) -> Replay:
    """A replay to be told to people; programs get the names as they are."""
    names = shown_names(given.game.names)
    moments = (replace(each, game=replace(each.game, names=names)) for each in given.moments)
    return replace(given, moments=tuple(moments))
