"""A game to study: from a table (only finished rounds: a round in play is secret), or from a record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from haggis.rules import Game
from haggis.server.english import say
from haggis.server.errors import NotNow, NotYours
from haggis.server.tables.events import Claimed, Left, Removed, Sat, Swapped
from haggis.server.tables.history import Step
from haggis.server.tables.live_table import LiveTable
from haggis.server.tables.rules_versions import LATEST, finished_part
from haggis.server.tables.table_state import Promise, Seat, game_of
from haggis.study.replay import BadReplay


@dataclass(frozen=True)
class StudyGame:
    """A game as it stood at its end, or as far as it got."""

    id: str
    game: Game
    seats: tuple[Seat, ...]
    promises: tuple[Promise, ...] = ()
    """Of its deals; none in a record that somebody brought."""
    over: bool = True
    """Whether nobody plays on: a game in play is not judged."""
    table: bool = False
    readers: frozenset[str] | None = None
    """Who may have it reviewed; None: anybody."""
    refusal: BadReplay | None = None
    """Why it ends where it ends, if the rest of its record does not hold."""
    rules_version: int = LATEST
    """Which reading of the rules judged it."""

    def seat_of(self, player: str) -> int | None:
        """Where a player sat, also if a bot sits there now."""
        return next((number for number, seat in enumerate(self.seats) if seat.is_for(player)), None)

    def check_review(self, player: str) -> None:
        """Refuses a review in words."""
        if not self.over:
            raise NotNow(say("review.not-over"))
        if self.readers is not None and player not in self.readers:
            raise NotYours(say("review.private"))


def of_table(table: LiveTable) -> StudyGame:
    """The finished rounds of a table; refuses while there are none."""
    state = table.state
    if state.game is None or not state.game.finished:
        raise NotNow(say("study.no-round"))
    return StudyGame(
        id=table.id,
        game=finished_part(game_of(state)),
        rules_version=state.judge.version,
        seats=state.seats,
        promises=state.promises[: len(state.game.finished)],
        over=state.status in ("over", "closed"),
        table=True,
        readers=None if state.plan.public else who_sat(table.seatings),
    )


def who_sat(steps: Iterable[Step]) -> frozenset[str]:
    """Everybody who held a seat when the game began, or later, by what `tells_who_sat`."""
    seats: dict[int, set[str]] = {}
    for step in steps:
        match step.event:
            case Sat(seat=seat, player=player):
                seats[seat] = {player}
            case Claimed(seat=seat, player=player):
                seats.setdefault(seat, set()).add(player)
            case Left(seat=seat) | Removed(seat=seat):
                seats.pop(seat, None)
            case Swapped(seat=seat, other=other):
                seats[seat], seats[other] = seats.get(other, set()), seats.get(seat, set())
            case _:
                continue
    return frozenset(player for held in seats.values() for player in held)
