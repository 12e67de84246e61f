"""The types of events on the wire, one for each kind; `event_view` makes them."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from haggis.server.tables.events import By

from .sentence_view import SentenceView


class Stamp(TypedDict):
    seq: int
    at: int


class Words(TypedDict):
    words: list[str]
    """Sentences for the log and the screen reader, in order."""
    sentences: list[SentenceView]
    """The same without English."""


class PlainEvent(Stamp, Words):
    kind: Literal["created", "started", "closed"]


class SeatEvent(Stamp, Words):
    kind: Literal["ready", "claimed", "relinked", "shared"]
    seat: int


class NamedSeatEvent(Stamp, Words):
    kind: Literal["left", "returned", "named", "removed"]
    seat: int
    name: str


class PersonSatEvent(Stamp, Words):
    kind: Literal["sat"]
    seat: int
    name: str
    bot: Literal[False]


class BotSatEvent(Stamp, Words):
    kind: Literal["sat"]
    seat: int
    name: str
    bot: Literal[True]
    level: str


class HandedEvent(Stamp, Words):
    kind: Literal["handed"]
    seat: int
    name: str
    level: str
    by: int


class ShufflingEvent(Stamp, Words):
    kind: Literal["shuffling"]
    commitment: str
    commitments: list[str | None]


class DealtEvent(Stamp, Words):
    kind: Literal["dealt"]
    round: int
    dealer: int
    lead: int
    commitment: str


class ReplacedEvent(Stamp, Words):
    kind: Literal["replaced"]
    seat: int
    name: str
    level: str
    by: int


class SwappedEvent(Stamp, Words):
    kind: Literal["swapped"]
    seat: int
    other: int


class TakebackEvent(Stamp, Words):
    kind: Literal["takeback"]
    seat: int
    actions: int


class TakebackAskedEvent(Stamp, Words):
    kind: Literal["takeback_asked"]
    seat: int
    actions: int


class TakebackAnsweredEvent(Stamp, Words):
    kind: Literal["takeback_agreed", "takeback_refused"]
    seat: int


class RematchEvent(Stamp, Words):
    kind: Literal["rematch"]
    table: str
    seat: int


# --- actions and what they cause ----------------------------------------------------------------


class TrickCaused(TypedDict):
    kind: Literal["trick"]
    winner: int
    captor: int
    cards: int
    points: int
    words: str


class OutCaused(TypedDict):
    kind: Literal["out"]
    seat: int
    place: int
    most: int
    holder: int
    words: str


class ScoredCaused(TypedDict):
    kind: Literal["scored"]
    words: str


class WonCaused(TypedDict):
    kind: Literal["won"]
    seat: int
    totals: list[int]
    words: str


Consequence = TypeAliasType("Consequence", TrickCaused | OutCaused | ScoredCaused | WonCaused)


class Acting(Words):
    """What every action has."""

    seat: int
    by: By
    then: list[Consequence]


class ActionEvent(Stamp, Acting):
    kind: Literal["action"]


class PlayEvent(ActionEvent):
    type: Literal["play"]
    cards: str
    reading: str
    reading_words: str
    bomb: bool


class BetEvent(ActionEvent):
    type: Literal["bet"]
    amount: int


class GiveEvent(ActionEvent):
    type: Literal["give"]
    to: int


class PassEvent(ActionEvent):
    type: Literal["pass"]


AnyActionEvent = TypeAliasType("AnyActionEvent", PlayEvent | BetEvent | GiveEvent | PassEvent)
EventView = TypeAliasType(
    "EventView",
    PlainEvent
    | SeatEvent
    | NamedSeatEvent
    | PersonSatEvent
    | BotSatEvent
    | HandedEvent
    | ReplacedEvent
    | SwappedEvent
    | ShufflingEvent
    | DealtEvent
    | TakebackEvent
    | TakebackAskedEvent
    | TakebackAnsweredEvent
    | RematchEvent
    | AnyActionEvent,
)
