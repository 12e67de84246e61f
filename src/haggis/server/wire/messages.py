"""What comes in over the wire, checked at the border: exact kinds, no unknown field, no endless text."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from haggis.rules import Action, Bet, Cards, Give, Pass, Play, parse_reading
from haggis.server.errors import BadRequest

MOST_PACE = 10.0
DEFAULT_PACE = 0.8
LEAST_MOVE_SECONDS, MOST_MOVE_SECONDS = 5, 3600

CardsText = Annotated[str, Field(max_length=80, examples=["3r 4r J"])]
ReadingText = Annotated[str, Field(max_length=20, examples=["1x3:5"])]
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$", examples=["a1"])]
LevelName = Annotated[str, Field(min_length=1, max_length=40, examples=["greedy"])]
SeatNumber = Annotated[int, Field(ge=0, le=2)]


class Incoming(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# --- actions ------------------------------------------------------------------------------------


class PlayMessage(Incoming):
    type: Literal["play"]
    id: ClientId
    cards: CardsText
    reading: ReadingText | None = None


class PassMessage(Incoming):
    type: Literal["pass"]
    id: ClientId


class BetMessage(Incoming):
    type: Literal["bet"]
    id: ClientId
    amount: Annotated[int, Field(ge=0, le=1_000_000)]


class GiveMessage(Incoming):
    type: Literal["give"]
    id: ClientId
    to: SeatNumber


class NextMessage(Incoming):
    type: Literal["next"]
    id: ClientId


class TakebackMessage(Incoming):
    type: Literal["takeback"]
    id: ClientId


class DescribeMessage(Incoming):
    type: Literal["describe"]
    id: ClientId
    cards: CardsText


class HintMessage(Incoming):
    type: Literal["hint"]
    id: ClientId


class PingMessage(Incoming):
    type: Literal["ping"]
    id: ClientId


TableAction = PlayMessage | PassMessage | BetMessage | GiveMessage | NextMessage | TakebackMessage
ActionMessage = Annotated[TableAction, Field(discriminator="type")]
ClientMessage = TableAction | DescribeMessage | HintMessage | PingMessage
_READER: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])


def read_message(text: str) -> ClientMessage:
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        raise BadRequest(complaint([dict(each) for each in error.errors()])) from error


REASONS = {
    "extra_forbidden": "there is no such field",
    "missing": "this is missing",
    "union_tag_invalid": "there is no such kind",
    "union_tag_not_found": "the kind is missing",
    "literal_error": "there is no such choice",
    "string_type": "this must be text",
    "int_type": "this must be a whole number",
    "bool_type": "this must be true or false",
}
"""The usual mistakes in our words; what is rarer is said in the library's."""


def complaint(errors: list[dict[str, Any]]) -> str:
    """The first thing that is wrong, in words, with the place where it is."""
    first = errors[0]
    if first["type"] in ("json_invalid", "model_attributes_type", "model_type"):
        return "the message is not a JSON object"
    if first["type"] == "string_pattern_mismatch" and "table" in first["loc"]:
        return "there is no such table"
    path = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))[:80]
    where = f"{path}: " if path else ""
    reason = REASONS.get(str(first["type"]), str(first["msg"]))
    return f"{where}{reason[:1].lower()}{reason[1:200]}"


def action_of(message: PlayMessage | PassMessage | BetMessage | GiveMessage, seat: int) -> Action:
    """The action that a message asks for, in the words of the rules."""
    match message:
        case PlayMessage(cards=cards, reading=reading):
            return Play(seat, Cards(cards), None if reading is None else parse_reading(reading))
        case PassMessage():
            return Pass(seat)
        case BetMessage(amount=amount):
            return Bet(seat, amount)
        case GiveMessage(to=to):
            return Give(seat, to)


# --- bodies of requests -------------------------------------------------------------------------


class Empty(Incoming):
    """No fields: `{}`."""


class NameBody(Incoming):
    name: str


class MeSeat(Incoming):
    kind: Literal["me"]


class OpenSeat(Incoming):
    kind: Literal["open"]


class BotSeat(Incoming):
    kind: Literal["bot"]
    level: LevelName


SeatBody = Annotated[MeSeat | OpenSeat | BotSeat, Field(discriminator="kind")]


class OptionsBody(Incoming):
    """The options that differ from the preset."""

    courts: str | None = None
    sets: str | None = None
    bets: Annotated[list[int], Field(max_length=8)] | None = None
    bet_wins: str | None = None
    lost_bet: str | None = None
    bombed_trick: str | None = None
    haggis: str | None = None
    leftovers: str | None = None
    points: str | None = None
    next_lead: str | None = None


class TableBody(Incoming):
    seats: Annotated[list[SeatBody], Field(min_length=2, max_length=3)]
    preset: Annotated[str, Field(max_length=40)] = "standard"
    options: OptionsBody = OptionsBody()
    target: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    rounds: Annotated[int, Field(ge=1, le=1_000)] | None = None
    public: bool = False
    takeback: bool | None = None
    hints: bool | None = None
    unseen: bool | None = None
    move_seconds: Annotated[int, Field(ge=LEAST_MOVE_SECONDS, le=MOST_MOVE_SECONDS)] | None = None
    pace: Annotated[float, Field(ge=0, le=MOST_PACE, strict=False)] = DEFAULT_PACE


class SitBody(Incoming):
    seat: SeatNumber | None = None


class LevelBody(Incoming):
    level: LevelName


class TokenBody(Incoming):
    token: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_=-]+$")]


class CardsBody(Incoming):
    cards: CardsText


class DescribeBody(Incoming):
    cards: CardsText
    players: Annotated[int, Field(ge=2, le=3)] | None = None
    preset: Annotated[str, Field(max_length=40)] = "standard"
    on: ReadingText | None = None
