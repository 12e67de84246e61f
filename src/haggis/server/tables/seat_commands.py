"""Commands of coming and going: take a seat, leave it, give it to a bot, claim it by a link, change a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from haggis.players import PLAYERS, UnknownPlayer
from haggis.rules.sentences import Sentence, sentence
from haggis.server.english import say
from haggis.server.errors import NotNow, NotYours
from haggis.server.limits import (
    MOST_ARRANGED,
    MOST_BROWSERS,
    MOST_LINKS,
    MOST_MOVES,
    MOST_NAMINGS,
    OWNERS_LINKS,
)
from haggis.server.opponents import OPPONENTS

from .commands import Command
from .events import BotSat, Claimed, Closed, Handed, Left, Named, Relinked, Rematch, Returned, Sat, TableEvent
from .permissions import bot_goes_first, check_seats, seat_for
from .play_commands import start
from .table_state import Seat, TableState, fold


@dataclass(frozen=True)
class WhileSeated:
    """A command about the seats as they were at event `seen`: sent again, it must not undo itself or hit others."""

    command: Command
    seen: int | None
    """None: whoever sits there now."""

    def events(self, state: TableState) -> Sequence[TableEvent]:
        if self.seen is not None:
            check_seats(state, self.seen)
        return self.command.events(state)


@dataclass(frozen=True)
class Sit:
    """Take an open seat, or one's own again."""

    player: str
    name: str
    wanted: int | None = None
    share: str | None = None
    """The commitment to the share that she will add to the shuffle."""

    def events(self, state: TableState) -> list[TableEvent]:
        held = state.seat_of(self.player)
        if held is not None:
            return self._return(state, held)
        own = next((number for number, seat in enumerate(state.seats) if seat.is_for(self.player)), None)
        if own is not None and self.wanted in (None, own):
            return self._relieve(state, own)
        if state.status != "open":
            raise NotNow(say("table.started"))
        if state.crowded:
            raise NotNow(say("table.crowded-early"))
        seat = self._open_seat(state)
        name = free_name(self.name, state, seat)
        return _and_begin(state, Sat(seat=seat, player=self.player, name=name, share=self.share))

    def _return(self, state: TableState, seat: int) -> list[TableEvent]:
        if not state.seats[seat].left:
            raise NotNow(say("table.seated-already"))
        return [Returned(seat=seat, name=free_name(self.name, state, seat))]

    def _relieve(self, state: TableState, seat: int) -> list[TableEvent]:
        """Take over from a bot; one that was relieved too often stays, else a seat could change hands without end."""
        if bot_goes_first(state, seat):
            raise NotNow(say("table.bot-goes-first", name=state.seats[seat].name))
        if state.seats[seat].changes >= MOST_MOVES:
            raise NotNow(say("table.crowded-return"))
        return [Returned(seat=seat, name=free_name(self.name, state, seat))]

    def _open_seat(self, state: TableState) -> int:
        wanted = self.wanted
        numbers = range(len(state.seats)) if wanted is None else [check_seat(state, wanted)]
        free = [number for number in numbers if self._is_free(state.seats[number])]
        if not free:
            raise NotNow(say("table.no-open-seat") if wanted is None else say("table.seat-taken", seat=wanted))
        return max(free, key=lambda number: state.seats[number].reserved == self.player)

    def _is_free(self, seat: Seat) -> bool:
        return seat.kind == "open" and seat.reserved in (None, self.player)


@dataclass(frozen=True)
class GiveToBot:
    """Before the game the host fills an open seat; later any player hands over an abandoned one."""

    player: str
    seat: int
    level: str
    away: Callable[[], AbstractSet[int]] = frozenset
    """Tells whose people are gone for long; asked at the moment of judging, for one may have just acted."""
    least: str = next(iter(PLAYERS))
    """The weakest level that plays on for somebody: her opponent chooses."""

    def events(self, state: TableState) -> list[TableEvent]:
        return self._add_bot(state) if state.status == "open" else self._hand_over(state)

    def _add_bot(self, state: TableState) -> list[TableEvent]:
        if self.player != state.host:
            raise NotYours(say("table.host-seats-bots"))
        if state.seats[check_seat(state, self.seat)].kind != "open":
            raise NotNow(say("table.seat-taken", seat=self.seat))
        if state.arranged >= MOST_ARRANGED:
            raise NotNow(say("table.crowded-early"))
        return _and_begin(state, bot_sat(state, self.seat, self.level))

    def _hand_over(self, state: TableState) -> list[TableEvent]:
        abandoned = state.seats[check_seat(state, self.seat)]
        by = state.seat_of(self.player)
        if by is None:
            raise NotYours(say("table.players-hand-over"))
        if state.status != "playing":
            raise NotNow(say("table.not-playing"))
        if by == self.seat or abandoned.kind != "person":
            raise NotNow(say("table.nobody-to-replace", seat=self.seat))
        if not (abandoned.left or self.seat in self.away()):
            raise NotNow(say("table.still-here", name=abandoned.name))
        check_level(self.level)
        level = max(self.level, self.least, key=list(PLAYERS).index)
        return [Handed(seat=self.seat, level=level, name=bot_name(state, self.seat, level), by=by)]


@dataclass(frozen=True)
class Leave:
    """Refused to nobody but who has gone and come back so often in a round that a ledger would have no end."""

    player: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = state.seat_of(self.player)
        if seat is None or state.seats[seat].left:
            raise NotNow(say("table.not-seated"))
        if state.status in ("over", "closed"):
            raise NotNow(sentence("game.over"))
        if state.status == "playing" and state.seats[seat].changes >= MOST_MOVES:
            raise NotNow(say("table.crowded"))
        if state.status == "open" and self.player == state.host:
            return [Left(seat=seat), Closed()]
        return [Left(seat=seat)]


@dataclass(frozen=True)
class Claim:
    """Use a personal link from another browser."""

    player: str
    seat: int
    owner: str | None
    links: int
    """Whose link it was when it was checked, and how often hers had been made anew."""

    def events(self, state: TableState) -> list[TableEvent]:
        held = state.seats[self.seat]
        if (held.owner, held.links) != (self.owner, self.links):  # seats were swapped meanwhile, or the link renewed
            raise NotYours(say("table.wrong-link"))
        if held.is_for(self.player):
            return [Returned(seat=self.seat, name=held.name)] if held.left else []
        if state.seat_of(self.player) is not None:
            raise NotNow(say("table.browser-seated-already"))
        if len(held.browsers) >= MOST_BROWSERS:
            raise NotNow(say("table.link-worn-out"))
        return [Claimed(seat=self.seat, player=self.player)]


@dataclass(frozen=True)
class RenewLink:
    """A new personal link; what the old ones opened is closed again. Whoever has stolen one can't use that up."""

    player: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = seat_for(state, self.player)
        held = state.seats[seat]
        if held.changes >= MOST_LINKS + (OWNERS_LINKS if self.player == held.owner else 0):
            raise NotNow(say("table.crowded"))
        return [Relinked(seat=seat, player=self.player)]


@dataclass(frozen=True)
class Rename:
    """A few times a round: later ones don't reach the table, so that they use up nothing that others need."""

    player: str
    name: str

    def events(self, state: TableState) -> list[TableEvent]:
        seat = state.seat_of(self.player)
        if seat is None or state.status in ("over", "closed"):
            return []
        if state.crowded or state.seats[seat].changes >= MOST_NAMINGS:
            return []
        free = free_name(self.name, state, seat)
        return [Named(seat=seat, name=free)] if free != state.seats[seat].name else []


@dataclass(frozen=True)
class AnnounceRematch:
    """The table of the rematch is ready: everybody here learns of it."""

    table: str
    seat: int

    def events(self, state: TableState) -> list[TableEvent]:
        return [Rematch(table=self.table, seat=self.seat)] if state.rematch is None else []


def _and_begin(state: TableState, event: TableEvent) -> list[TableEvent]:
    """The event and, if it fills the table, the start of the game."""
    after = fold(state, event, 0)
    if any(seat.kind == "open" for seat in after.seats):
        return [event]
    return [event, *start(after)]


def bot_sat(state: TableState, seat: int, level: str) -> BotSat:
    return BotSat(seat=seat, level=level, name=bot_name(state, seat, level))


def bot_name(state: TableState, seat: int, level: str) -> str:
    """What a bot is called on a seat; refuses a level that there is not."""
    check_level(level)
    taken = {other.name for number, other in enumerate(state.seats) if number != seat}
    names = [person.name for person in OPPONENTS[level].people]
    return next((name for name in names if name not in taken), free_name(names[0], state, seat))


def check_level(level: str) -> None:
    if level not in PLAYERS:
        raise UnknownPlayer(say("table.no-level", given=repr(level[:40]), levels=tuple(PLAYERS)))


def check_seat(state: TableState, seat: int) -> int:
    if seat not in range(len(state.seats)):
        raise NotNow(sentence("seat.none", seat=seat, last=len(state.seats) - 1))
    return seat


def level_name(level: str) -> Sentence:
    return say(f"level.{level}")


def free_name(name: str, state: TableState, seat: int) -> str:
    """The name, with a number if somebody else at the table is called the same."""
    taken = {other.name for number, other in enumerate(state.seats) if number != seat}
    names = [name, *(f"{name} {number}" for number in range(2, 5))]
    return next(free for free in names if free not in taken)
