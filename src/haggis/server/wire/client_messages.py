"""The messages of a client, checked as they come in: exact kinds, no unknown field, no endless text."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from haggis.rules import Action, Bet, Cards, Give, Pass, Play, parse_reading
from haggis.server.errors import BadRequest
from haggis.server.tables.commands import Command
from haggis.server.tables.live_table import LiveTable, Receipt
from haggis.server.tables.permissions import seat_for
from haggis.server.tables.play_commands import Act, GiveShare, SayReady
from haggis.server.tables.table_state import TableState
from haggis.server.tables.take_back import AnswerTakeBack, TakeBack
from haggis.shuffle.derivation import NUMBER

from .validation import complaint

CardsText = Annotated[str, Field(max_length=80, examples=["3r 4r J"])]
ReadingText = Annotated[str, Field(max_length=20, examples=["1x3:5"])]
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$", examples=["a1"])]
Seq = Annotated[int, Field(ge=0, le=2**31, examples=[57])]
SeatNumber = Annotated[int, Field(ge=0, le=2)]
NumberText = Annotated[str, Field(pattern=f"^{NUMBER}$", examples=["5f" * 32])]
"""32 bytes in hexadecimal: a share, or a commitment to one."""
Reaction = Literal["cheers", "laugh", "groan", "clap"]


class Incoming(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Deciding(Incoming):
    """It names the state that it was decided on: once the decision is another, it is refused."""

    id: ClientId
    seq: Seq


class PlayMessage(Deciding):
    type: Literal["play"]
    cards: CardsText
    reading: ReadingText | None = None


class PassMessage(Deciding):
    type: Literal["pass"]


class BetMessage(Deciding):
    type: Literal["bet"]
    amount: Annotated[int, Field(ge=0, le=1_000_000)]


class GiveMessage(Deciding):
    type: Literal["give"]
    to: SeatNumber


class NextMessage(Deciding):
    type: Literal["next"]


class TakebackMessage(Deciding):
    type: Literal["takeback"]


class AnswerTakebackMessage(Deciding):
    """Whether another may take an action back."""

    type: Literal["answer_takeback"]
    agree: bool


class ShareMessage(Incoming):
    """The share that was promised with the seat; it names no state, for there is only one moment for it."""

    type: Literal["share"]
    id: ClientId
    share: NumberText


class DescribeMessage(Incoming):
    type: Literal["describe"]
    id: ClientId
    cards: CardsText


class HintMessage(Incoming):
    type: Literal["hint"]
    id: ClientId


class ReactMessage(Incoming):
    type: Literal["react"]
    id: ClientId
    reaction: Reaction


class PingMessage(Incoming):
    type: Literal["ping"]
    id: ClientId


PlayerAction = PlayMessage | PassMessage | BetMessage | GiveMessage
TableAction = PlayerAction | NextMessage | TakebackMessage | AnswerTakebackMessage | ShareMessage
ActionMessage = Annotated[TableAction, Field(discriminator="type")]
AnyClientMessage = TableAction | DescribeMessage | HintMessage | ReactMessage | PingMessage
ClientMessage = Annotated[AnyClientMessage, Field(discriminator="type")]
CLIENT_MESSAGE: TypeAdapter[AnyClientMessage] = TypeAdapter(ClientMessage)


def read_message(text: str) -> ClientMessage:
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        raise BadRequest(complaint(error.errors())) from error


def is_ahead(message: ClientMessage, state: TableState, player: str | None) -> bool:
    """Whether a message may speak of what is stored, but not read here yet: its player has seen it at another node."""
    match message:
        case PingMessage():
            return False
        case Deciding(seq=seq) if seq > state.seq:
            return True
        case ShareMessage() if state.shuffle is None:
            return True
    return state.seat_of(player) is None


async def carry_out(message: TableAction, table: LiveTable, player: str | None) -> Receipt:
    """Do what a message asks of a table; the same id from the same seat counts once."""
    seat = seat_for(table.state, player)
    return await table.perform(_command(message, player, seat), client=f"{seat}:{message.id}")


def _command(message: TableAction, player: str | None, seat: int) -> Command:
    """What a message means, read once: cards and readings are no text from here on."""
    match message:
        case NextMessage():
            return SayReady(player, message.seq)
        case TakebackMessage():
            return TakeBack(player, message.seq)
        case AnswerTakebackMessage(agree=agree):
            return AnswerTakeBack(player, agree, message.seq)
        case ShareMessage(share=share):
            return GiveShare(player, share)
        case _:
            return Act(player, _action(message, seat), message.seq)


def _action(message: PlayerAction, seat: int) -> Action:
    match message:
        case PlayMessage(cards=cards, reading=reading):
            return Play(seat, Cards(cards), None if reading is None else parse_reading(reading))
        case PassMessage():
            return Pass(seat)
        case BetMessage(amount=amount):
            return Bet(seat, amount)
        case GiveMessage(to=to):
            return Give(seat, to)
