"""A table as it stands: seats, rules, game. It never changes; `fold` gives the next one.

The whole of it is known to the server only. `fold` checks every action with the rules, so a ledger
that doesn't hold can't be loaded; `fold_unchecked` is for events that a command has just verified.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal, NamedTuple

from haggis.rules import Action, Bet, Game, Round, Ruleset
from haggis.rules.fair import commitment
from haggis.server.limits import MOST_EVENTS_A_ROUND

from .events import (
    Acted,
    BotSat,
    Claimed,
    Closed,
    Created,
    Dealt,
    Handed,
    Left,
    Named,
    Plan,
    Ready,
    Relinked,
    Rematch,
    Removed,
    Replaced,
    Returned,
    Sat,
    Shared,
    Shuffling,
    Started,
    Swapped,
    TableEvent,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from .rules_versions import JUDGES, Judge
from .shuffle import Shuffle, add_share, begin_shuffle
from .wishes import TakeBackWish, wish_after, wish_after_reseating

Kind = Literal["person", "bot", "open"]
Status = Literal["open", "playing", "over", "closed"]
Apply = Callable[[Game, Action], Game]
"""Asks the game itself, which is of the kind that its table was begun with."""


@dataclass(frozen=True)
class Seat:
    kind: Kind = "open"
    name: str = ""
    level: str | None = None
    owner: str | None = None
    """The person who took the seat; she may return even when a bot sits there now."""
    browsers: frozenset[str] = frozenset()
    """Every identity that may act for the seat: the owner's, and those that used her link."""
    links: int = 0
    """How often the personal link was made anew."""
    left: bool = False
    reserved: str | None = None
    awaited: str = ""
    """What the person is called for whom the seat is kept."""
    share: str | None = None
    """The commitment to the share that the person will add to the shuffle."""
    changes: int = 0
    """How often since the deal its person was renamed, left or came back, or its link was used or renewed."""
    taken_over: int = 0
    """The moment in which a bot took over from the asked person; 0 if she was not asked."""

    def is_for(self, player: str | None) -> bool:
        return player is not None and player in self.browsers


class Promise(NamedTuple):
    """What was committed to when a round was dealt."""

    commitment: str
    salt: str
    secret: str | None = None


@dataclass(frozen=True)
class TableState:
    id: str
    plan: Plan
    rules: Ruleset
    judge: Judge
    host: str
    seats: tuple[Seat, ...]
    created_at: int
    seq: int = 1
    status: Status = "open"
    game: Game | None = None
    promises: tuple[Promise, ...] = ()
    """One a round, dealt or finished."""
    totals_after: tuple[tuple[int, ...], ...] = ()
    """The totals after each round."""
    shuffle: Shuffle | None = None
    """What the deals are made of; None at a table where nobody gives a share."""
    ready: frozenset[int] = frozenset()
    wish: TakeBackWish | None = None
    rematch: str | None = None
    arranged: int = 0
    """How often the host has seated a bot or swapped seats."""
    dealt_seq: int = 1
    """The number of the latest deal."""
    moment: int = 1
    """The number of the event that led to what is to be decided now; a bet or a new name leaves it as it is."""
    seated_seq: int = 1
    """The number of the latest change of a seat."""
    asked_at: int = 0
    """Since when the asked seat has been asked, or the scores have been shown."""

    @property
    def round(self) -> Round | None:
        """The round being played; at a table that was closed, none is."""
        return self.game.round if self.game and self.status != "closed" else None

    @property
    def gathering(self) -> bool:
        """Whether the first deal waits for shares."""
        return self.status == "playing" and self.shuffle is not None and not self.promises

    @property
    def between_rounds(self) -> bool:
        return self.status == "playing" and self.round is None and not self.gathering

    @property
    def crowded(self) -> bool:
        """Whether so much has happened since the deal that nothing is taken back: a ledger has an end."""
        return self.seq - self.dealt_seq >= MOST_EVENTS_A_ROUND

    def asks(self, seat: int) -> bool:
        return self.round is not None and self.round.turn == seat

    @property
    def people(self) -> list[int]:
        """The seats of people who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left]

    def seat_of(self, player: str | None) -> int | None:
        """The seat that a player acts for."""
        held = (number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.is_for(player))
        return next(held, None)

    def all_others_are_bots(self, seat: int) -> bool:
        """For good: where a bot only plays on for somebody, she may come back."""
        others = (other for number, other in enumerate(self.seats) if number != seat)
        return all(other.kind == "bot" and other.owner is None for other in others)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or f"seat {number}" for number, seat in enumerate(self.seats))


def begin(table: str, created: Created, at: int) -> TableState:
    """The table as it was made."""
    rules = Ruleset.from_json(created.plan.rules, created.plan.players)
    awaited = zip_longest(created.reserved, created.awaited, fillvalue="")
    seats = tuple(Seat(reserved=player or None, awaited=name or "") for player, name in awaited)
    judge = JUDGES[created.rules_version]
    return TableState(table, created.plan, rules, judge, created.host, seats, created_at=at, asked_at=at)


def fold(state: TableState, event: TableEvent, at: int) -> TableState:
    """The table after one more event; a seat that there is not, or an action that the rules refuse, raises."""
    named = (getattr(event, field, None) for field in ("seat", "by", "other"))  # an action's `by` is no seat
    if any(isinstance(seat, int) and seat not in range(len(state.seats)) for seat in named):
        raise ValueError("there is no such seat")
    return _fold(state, event, at, lambda game, action: game.apply(action))


def fold_unchecked(state: TableState, event: TableEvent, at: int) -> TableState:
    return _fold(state, event, at, lambda game, action: game.apply_unchecked(action))


def _fold(state: TableState, event: TableEvent, at: int, apply: Apply) -> TableState:
    state = replace(state, seq=state.seq + 1)
    match event:
        case Dealt():
            return _dealt(state, event, at)
        case Acted(action=action):
            return _acted(state, action, at, apply, keep_wish=event.by == "bot")
        case TakenBack() | TakeBackAsked() | TakeBackAgreed() | TakeBackRefused():
            return _taken_back(state, event, at)
        case Ready(seat=seat):
            return replace(state, ready=state.ready | {seat})
        case Started() | Shuffling() | Shared():
            return _begun(state, event, at)
        case Closed():
            return replace(state, status="closed", wish=None)
        case Swapped():
            return _swapped(state, event)
        case Rematch(table=table):
            return replace(state, rematch=table)
        case Created():
            raise ValueError("a table is created once")
        case _:
            return _reseated(state, event, at)


def _begun(state: TableState, event: Started | Shuffling | Shared, at: int) -> TableState:
    """On the way to the first deal."""
    match event:
        case Started():
            return replace(state, status="playing", game=state.judge.game.start(state.rules, state.names))
        case Shuffling(last_secret=last):
            return replace(state, shuffle=begin_shuffle(last, [seat.share for seat in state.seats]), asked_at=at)
        case Shared(seat=seat, share=share):
            return replace(state, shuffle=add_share(shuffle_of(state), seat, share))


Reseating = Sat | BotSat | Left | Handed | Returned | Claimed | Relinked | Named | Replaced | Removed
"""What changes one seat."""


def _reseated(state: TableState, event: Reseating, at: int) -> TableState:
    """A change at one seat; the game, once there is one, knows the seats by their names."""
    before = state.seats[event.seat]
    seats = (*state.seats[: event.seat], _seat(before, event, state), *state.seats[event.seat + 1 :])
    after = replace(state, seats=seats, seated_seq=state.seq, wish=wish_after_reseating(state.wish, event))
    if isinstance(event, Replaced):
        after = replace(after, host=_next_host(after))
    if isinstance(event, BotSat):
        after = replace(after, arranged=state.arranged + 1)
    if isinstance(event, Returned) and before.kind == "bot" and state.asks(event.seat):
        after = replace(after, asked_at=at)  # at most once a moment: handed over again, she waits for the bot
    return replace(after, game=replace(after.game, names=after.names)) if after.game else after


def _next_host(state: TableState) -> str:
    """The host while she has a seat, then the first of the others who still play."""
    owners = [seat.owner for seat in state.seats if seat.kind == "person" and seat.owner]
    return state.host if state.host in owners or not owners else owners[0]


def _swapped(state: TableState, event: Swapped) -> TableState:
    seats = list(state.seats)
    seats[event.seat], seats[event.other] = seats[event.other], seats[event.seat]
    return replace(state, seats=tuple(seats), seated_seq=state.seq, arranged=state.arranged + 1)


def _seat(seat: Seat, event: Reseating, state: TableState) -> Seat:
    counted = replace(seat, changes=seat.changes + 1)
    match event:
        case Removed():
            return Seat()
        case Replaced(level=level, name=name) | BotSat(level=level, name=name):
            return Seat("bot", name, level)
        case Sat(player=player, name=name, share=share):
            return Seat("person", name, None, player, frozenset({player}), share=share)
        case Left():
            return Seat(reserved=seat.reserved) if state.status == "open" else replace(counted, left=True)
        case Handed(level=level, name=name):
            moment = state.moment if state.asks(event.seat) else 0
            return replace(seat, kind="bot", name=name, level=level, left=False, taken_over=moment)
        case Returned(name=name):
            return replace(counted, kind="person", name=name, level=None, left=False)
        case Claimed(player=player):
            return replace(counted, browsers=seat.browsers | {player}, left=False)
        case Relinked(player=player):
            return replace(counted, browsers=frozenset({player, seat.owner or player}), links=seat.links + 1)
        case Named(name=name):
            return replace(counted, name=name)


def _dealt(state: TableState, event: Dealt, at: int) -> TableState:
    deal = event.deal
    promise = Promise(commitment(deal, event.salt), event.salt, event.secret)
    game = game_of(state).deal_given(deal)
    promises = (*state.promises, promise)
    return replace(
        state,
        game=game,
        seats=tuple(replace(seat, changes=0) if seat.changes else seat for seat in state.seats),
        promises=promises,
        ready=frozenset(),
        wish=None,
        asked_at=at,
        moment=state.seq,
        dealt_seq=state.seq,
    )


def _acted(state: TableState, action: Action, at: int, apply: Apply, *, keep_wish: bool) -> TableState:
    """To play on is an answer to a wish; bots give none."""
    game = apply(game_of(state), action)
    after = replace(state, game=game, wish=state.wish if keep_wish and game.round else None)
    if not isinstance(action, Bet):
        after = replace(after, asked_at=at, moment=state.seq)
    if game.round:
        return after
    return replace(after, totals_after=(*after.totals_after, game.totals), status="over" if game.over else "playing")


def _taken_back(
    state: TableState, event: TakenBack | TakeBackAsked | TakeBackAgreed | TakeBackRefused, at: int
) -> TableState:
    if not isinstance(event, TakenBack):
        return replace(state, wish=wish_after(state.wish, event, state.seq))
    game = game_of(state)
    if game.round is None:
        raise ValueError("nothing can be taken back after the round")
    earlier = state.judge.round.start(game.rules, game.round.deal)
    for action in game.round.actions[: event.actions]:  # each was checked when it was played
        earlier = earlier.apply_unchecked(action)
    return replace(state, game=replace(game, round=earlier, events=()), wish=None, asked_at=at, moment=state.seq)


def shuffle_of(state: TableState) -> Shuffle:
    """The shuffle of a table that has one."""
    if state.shuffle is None:
        raise ValueError("nobody promised a share")
    return state.shuffle


def game_of(state: TableState) -> Game:
    """The game of a table that has one."""
    if state.game is None:
        raise ValueError("the game has not started")
    return state.game
