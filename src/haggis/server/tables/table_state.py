"""A table as it stands: seats, rules, game. It never changes; `fold` gives the next one.

The whole of it is known to the server only. `fold` checks every action again with the rules, so
a ledger that doesn't hold can't be loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from haggis.rules import Bet, Game, Round, Ruleset, parse_action
from haggis.rules.fair import commitment
from haggis.rules.round import replay

from .events import (
    Acted,
    BotSat,
    Claimed,
    Closed,
    Created,
    Dealt,
    Entry,
    Handed,
    Left,
    Named,
    Plan,
    Ready,
    Rematch,
    Returned,
    Sat,
    Started,
    TakenBack,
)

Kind = Literal["person", "bot", "open"]
Status = Literal["open", "playing", "over", "closed"]


@dataclass(frozen=True)
class Seat:
    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    """The person who took the seat; she may return even when a bot sits there now."""
    browsers: frozenset[str] = frozenset()
    """Every identity that may act for the seat: the owner's, and those that used her link."""
    left: bool = False
    reserved: str | None = None

    def is_for(self, player: str | None) -> bool:
        return player is not None and player in self.browsers


class Promise(NamedTuple):
    """What was committed to when a round was dealt."""

    commitment: str
    salt: str


@dataclass(frozen=True)
class Sitting:
    id: str
    plan: Plan
    rules: Ruleset
    host: str
    seats: tuple[Seat, ...]
    created_at: int
    seq: int = 1
    status: Status = "open"
    game: Game | None = None
    promises: tuple[Promise, ...] = ()
    """One a round, dealt or finished."""
    history: tuple[tuple[int, ...], ...] = ()
    """The totals after each round."""
    ready: frozenset[int] = frozenset()
    rematch: str | None = None
    asked_at: int = 0
    """Since when the asked seat has been asked, or the scores have been shown."""

    @property
    def round(self) -> Round | None:
        """The round being played."""
        return self.game.round if self.game else None

    @property
    def between_rounds(self) -> bool:
        return self.status == "playing" and self.round is None

    @property
    def people(self) -> list[int]:
        """The seats of people who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left]

    def seat_of(self, player: str | None) -> int | None:
        """The seat that a player acts for."""
        held = (number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.is_for(player))
        return next(held, None)

    def all_others_are_bots(self, seat: int) -> bool:
        return all(other.kind == "bot" for number, other in enumerate(self.seats) if number != seat)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats))


def begin(table: str, created: Created, at: int) -> Sitting:
    """The table as it was made."""
    rules = Ruleset.from_json(created.plan.rules, created.plan.players)
    seats = tuple(Seat(reserved=player) for player in created.reserved)
    return Sitting(table, created.plan, rules, created.host, seats, created_at=at, asked_at=at)


def fold(sitting: Sitting, entry: Entry, at: int) -> Sitting:
    """The table after one more entry."""
    sitting = replace(sitting, seq=sitting.seq + 1)
    match entry:
        case Dealt():
            return _dealt(sitting, entry, at)
        case Acted():
            return _acted(sitting, entry, at)
        case TakenBack():
            return _taken_back(sitting, entry, at)
        case Ready(seat=seat):
            return replace(sitting, ready=sitting.ready | {seat})
        case Started():
            return replace(sitting, status="playing", game=Game.start(sitting.rules, sitting.names))
        case Closed():
            return replace(sitting, status="closed")
        case Rematch(table=table):
            return replace(sitting, rematch=table)
        case Created():
            raise ValueError("a table is created once")
        case _:
            return _reseated(sitting, entry)


def _reseated(sitting: Sitting, entry: Sat | BotSat | Left | Handed | Returned | Claimed | Named) -> Sitting:
    """A change at one seat; the game, once there is one, knows the seats by their names."""
    before = sitting.seats[entry.seat]
    seats = (*sitting.seats[: entry.seat], _seat(before, entry, sitting.status), *sitting.seats[entry.seat + 1 :])
    after = replace(sitting, seats=seats)
    return replace(after, game=replace(after.game, names=after.names)) if after.game else after


def _seat(seat: Seat, entry: Sat | BotSat | Left | Handed | Returned | Claimed | Named, status: Status) -> Seat:
    match entry:
        case Sat(player=player, name=name):
            return Seat("person", name, None, player, frozenset({player}))
        case BotSat(level=level, name=name):
            return Seat("bot", name, level)
        case Left():
            return Seat(reserved=seat.reserved) if status == "open" else replace(seat, left=True)
        case Handed(level=level, name=name):
            return replace(seat, kind="bot", name=name, level=level, left=False)
        case Returned(name=name):
            return replace(seat, kind="person", name=name, level=None, left=False)
        case Claimed(player=player):
            return replace(seat, browsers=seat.browsers | {player}, left=False)
        case Named(name=name):
            return replace(seat, name=name)


def _dealt(sitting: Sitting, entry: Dealt, at: int) -> Sitting:
    deal = entry.deal
    promise = Promise(commitment(deal, entry.salt), entry.salt)
    game = playing(sitting).deal_given(deal)
    return replace(sitting, game=game, promises=(*sitting.promises, promise), ready=frozenset(), asked_at=at)


def _acted(sitting: Sitting, entry: Acted, at: int) -> Sitting:
    action = parse_action(entry.action)
    game = playing(sitting).apply(action)
    after = replace(sitting, game=game, asked_at=sitting.asked_at if isinstance(action, Bet) else at)
    if game.round:
        return after
    return replace(after, history=(*after.history, game.totals), status="over" if game.over else "playing")


def _taken_back(sitting: Sitting, entry: TakenBack, at: int) -> Sitting:
    game = playing(sitting)
    if game.round is None:
        raise ValueError("nothing can be taken back after the round")
    earlier = replay(game.rules, game.round.deal, game.round.actions[: entry.actions])
    return replace(sitting, game=replace(game, round=earlier, events=()), asked_at=at)


def playing(sitting: Sitting) -> Game:
    """The game of a table that has one."""
    if sitting.game is None:
        raise ValueError("the game has not started")
    return sitting.game
