"""The messages of the server on the WebSocket (docs/server.md, "From the server")."""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from haggis.server.tables.summary import Summary

from .client_messages import Reaction
from .descriptions import Described
from .event_types import EventView
from .hints import Hint
from .refusals import ErrorBody
from .responses import Done, You
from .state_view import StateView


class WelcomeMessage(TypedDict):
    type: Literal["welcome"]
    table: Summary
    you: You
    now: int
    after: int
    events: list[EventView]
    state: StateView


class UpdateMessage(TypedDict):
    type: Literal["update"]
    events: list[EventView]
    state: StateView


class SeatPresence(TypedDict):
    here: bool
    since: int


class PresenceMessage(TypedDict):
    type: Literal["presence"]
    seats: list[SeatPresence]
    watchers: int
    may_replace: list[int]


class ReactionMessage(TypedDict):
    """Somebody at the table cheers, laughs, groans or claps; it is not kept."""

    type: Literal["reaction"]
    seat: int
    reaction: Reaction


class OkMessage(Done):
    type: Literal["ok"]
    id: str


class ErrorMessage(ErrorBody):
    type: Literal["error"]
    id: str | None


class DescribedMessage(Described):
    type: Literal["described"]
    id: str


class HintedMessage(Hint):
    type: Literal["hint"]
    id: str


AnyMessage = (
    WelcomeMessage
    | UpdateMessage
    | PresenceMessage
    | ReactionMessage
    | OkMessage
    | ErrorMessage
    | DescribedMessage
    | HintedMessage
)
ServerMessage = Annotated[AnyMessage, Field(discriminator="type")]
SERVER_MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(ServerMessage)


def write_message(message: AnyMessage) -> bytes:
    return orjson.dumps(message)
