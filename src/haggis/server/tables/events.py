"""The events of a table: what is stored, in order, and never changed.

A table is the fold of its events (`table_state.fold`). They may hold what a client must not see,
like a deal in play: what clients get is made by `wire`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, TypeAdapter

from haggis.rules import Action, Bet, Cards, Deal, Give, Pass, Play, parse_action

By = Literal["player", "bot", "clock"]


def _action(value: object) -> Action:
    return value if isinstance(value, Bet | Play | Pass | Give) else parse_action(str(value))


StoredAction = Annotated[Action, PlainValidator(_action), PlainSerializer(str, return_type=str)]
"""An action; on disk its text."""


class Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Plan(Stored):
    """What was chosen when the table was made."""

    rules: dict[str, Any]
    players: int
    public: bool
    takeback: bool
    hints: bool
    unseen: bool
    move_seconds: int | None
    pace: float
    practice: bool = False
    """A game taken up again at one of its moments; it counts nowhere."""


class Entry(Stored):
    """One entry of the ledger. `v` is the version of its form: an entry of a form not known here is not guessed at."""

    v: Literal[1] = 1


class Created(Entry):
    kind: Literal["created"] = "created"
    plan: Plan
    host: str
    reserved: tuple[str | None, ...]
    """For whom a seat is kept (a rematch); None: for anybody."""
    awaited: tuple[str, ...] = ()
    """What those people are called, one name a seat; empty at a table that waits for anybody."""
    rules_version: int = 1
    """Which reading of the rules judges the game (`rules_versions`)."""


class Sat(Entry):
    kind: Literal["sat"] = "sat"
    seat: int
    player: str
    name: str
    share: str | None = None
    """The commitment to the share that she will add to the shuffle; None: she adds none."""


class BotSat(Entry):
    kind: Literal["bot-sat"] = "bot-sat"
    seat: int
    level: str
    name: str


class Left(Entry):
    kind: Literal["left"] = "left"
    seat: int


class Handed(Entry):
    """An abandoned seat goes to a bot."""

    kind: Literal["handed"] = "handed"
    seat: int
    level: str
    name: str
    by: int


class Returned(Entry):
    """The owner is back: from a bot, or after leaving."""

    kind: Literal["returned"] = "returned"
    seat: int
    name: str


class Claimed(Entry):
    """Another browser of the same person, by the personal link."""

    kind: Literal["claimed"] = "claimed"
    seat: int
    player: str


class Relinked(Entry):
    """The personal link is a new one: the old ones open nothing, and browsers that used them lose the seat."""

    kind: Literal["relinked"] = "relinked"
    seat: int
    player: str
    """Who asked for it; she and the owner keep the seat."""


class Named(Entry):
    kind: Literal["named"] = "named"
    seat: int
    name: str


class Started(Entry):
    kind: Literal["started"] = "started"


class Shuffling(Entry):
    """The server's part of every deal, settled before it knows anybody's share: the last secret of the chain."""

    kind: Literal["shuffling"] = "shuffling"
    last_secret: str


class Shared(Entry):
    """A share that was promised when its player sat down."""

    kind: Literal["shared"] = "shared"
    seat: int
    share: str


class Mark(Stored):
    """What must be known of the game so far to read the ledger from a deal on."""

    round: int
    names: tuple[str, ...]
    totals: tuple[int, ...]


class Dealt(Entry):
    kind: Literal["dealt"] = "dealt"
    dealer: int
    lead: int
    hands: tuple[str, ...]
    haggis: str
    salt: str
    secret: str | None = None
    """Of this round, if the deal was made of shares."""
    mark: Mark | None = None
    """None in ledgers from before there were marks."""

    @property
    def deal(self) -> Deal:
        return Deal(self.dealer, self.lead, tuple(map(Cards, self.hands)), Cards(self.haggis))


class Acted(Entry):
    kind: Literal["action"] = "action"
    action: StoredAction
    by: By


class TakenBack(Entry):
    """The round has only its first `actions` actions again."""

    kind: Literal["takeback"] = "takeback"
    seat: int
    actions: int


class TakeBackAsked(Entry):
    """Somebody would like the round to have only its first `actions` actions again."""

    kind: Literal["takeback_asked"] = "takeback_asked"
    seat: int
    actions: int


class TakeBackAgreed(Entry):
    kind: Literal["takeback_agreed"] = "takeback_agreed"
    seat: int


class TakeBackRefused(Entry):
    kind: Literal["takeback_refused"] = "takeback_refused"
    seat: int


class Ready(Entry):
    kind: Literal["ready"] = "ready"
    seat: int


class Closed(Entry):
    kind: Literal["closed"] = "closed"


class Replaced(Entry):
    """A bot has a seat for good: its player resigned, or the host sent her away."""

    kind: Literal["replaced"] = "replaced"
    seat: int
    level: str
    name: str
    by: int


class Removed(Entry):
    """Before the game the host makes a seat free again."""

    kind: Literal["removed"] = "removed"
    seat: int


class Swapped(Entry):
    """Before the game two seats change places."""

    kind: Literal["swapped"] = "swapped"
    seat: int
    other: int


class Rematch(Entry):
    kind: Literal["rematch"] = "rematch"
    table: str
    seat: int


TableEvent = (
    Created
    | Sat
    | BotSat
    | Left
    | Handed
    | Returned
    | Claimed
    | Relinked
    | Named
    | Started
    | Shuffling
    | Shared
    | Dealt
    | Acted
    | TakenBack
    | TakeBackAsked
    | TakeBackAgreed
    | TakeBackRefused
    | Ready
    | Closed
    | Replaced
    | Removed
    | Swapped
    | Rematch
)
FEW_STRINGS = ConfigDict(cache_strings="keys")
"""Ids, promises and secrets don't come again: to keep them would only fill the memory."""


class Form(BaseModel):
    """Of an entry only its version."""

    model_config = FEW_STRINGS
    v: int = 1


READERS: Mapping[int, TypeAdapter[TableEvent]] = {
    1: TypeAdapter(Annotated[TableEvent, Field(discriminator="kind")], config=FEW_STRINGS)
}
"""How an entry of each form is read. A second form gets a reader that makes today's events of it."""


def read_event(body: str) -> TableEvent:
    return READERS[Form.model_validate_json(body).v].validate_json(body)


def write_event(event: TableEvent) -> str:
    return event.model_dump_json()
