"""Records that people brought to look at: read once, and kept in memory while there is room.

Whoever has the record can bring it again: nothing of it is stored.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from haggis.server.english import say
from haggis.server.errors import NotFound, SpoiltRecord
from haggis.server.limits import MOST_ROUNDS
from haggis.server.names import name_in_record
from haggis.server.tables.table_state import Seat
from haggis.study.replay import BadReplay, final_game, read_games, rounds_of

from .games import StudyGame

MOST_SEATS = 3
MOST_RECORDS = 64
MOST_KEPT_ROUNDS = 2000
"""Of all records together: a round takes about 10 kB."""


def read_record(text: str, number: int, *, partial: bool) -> StudyGame:
    """One game (from 1) of a file; what does not hold is refused with its line and action, or ends the game there."""
    try:
        return _read(text, number, partial=partial)
    except BadReplay as refusal:
        raise SpoiltRecord(refusal.sentence, in_part=not partial and _holds_in_part(text, number)) from refusal


def _holds_in_part(text: str, number: int) -> bool:
    try:
        _read(text, number, partial=True)
    except (BadReplay, NotFound):
        return False
    return True


def _read(text: str, number: int, *, partial: bool) -> StudyGame:
    games = read_games(text, as_far_as_it_holds=partial)
    if number > len(games):
        raise NotFound(say("study.no-game", number=number, games=len(games)))
    game, refusal = final_game(games[number - 1], as_far_as_it_holds=partial, most_rounds=MOST_ROUNDS)
    names = tuple(name_in_record(name, seat) for seat, name in enumerate(game.names))
    seats = tuple(Seat("person", name) for name in names)
    game = replace(game, names=names)
    return StudyGame(_id(text, number, refusal), game, seats, refusal=refusal)


def _id(text: str, number: int, refusal: BadReplay | None) -> str:
    """The same file and game have the same id: a review that is asked for twice is made once."""
    return hashlib.sha256(f"{number}/{refusal}/{text}".encode(errors="surrogatepass")).hexdigest()[:32]


class ListedGame(NamedTuple):
    """A game of a file, by what its record says of itself: nothing of it is checked before it is opened."""

    names: list[str]
    rounds: int


def games_in(text: str) -> list[ListedGame]:
    """What there is to choose from in a file; a line that holds no game is one without names."""
    return [_listed(game.record) for game in read_games(text, as_far_as_it_holds=True)]


def _listed(record: object) -> ListedGame:
    said = record if isinstance(record, dict) else {}
    seats, rounds = (found if isinstance(found := said.get(part), list) else [] for part in ("seats", "rounds"))
    names = [name_in_record(name, seat) for seat, name in enumerate(seats[:MOST_SEATS]) if isinstance(name, str)]
    return ListedGame(names, len(rounds))


class Records:
    """The latest records; used from the event loop only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, StudyGame] = OrderedDict()

    def keep(self, game: StudyGame) -> None:
        self._kept[game.id] = game
        self._kept.move_to_end(game.id)
        while len(self._kept) > 1 and (len(self._kept) > MOST_RECORDS or self._rounds() > MOST_KEPT_ROUNDS):
            self._kept.popitem(last=False)

    def _rounds(self) -> int:
        return sum(len(rounds_of(each.game)) for each in self._kept.values())

    def find(self, name: str) -> StudyGame:
        found = self._kept.get(name)
        if found is None:
            raise NotFound(say("study.forgotten"))
        self._kept.move_to_end(name)
        return found
