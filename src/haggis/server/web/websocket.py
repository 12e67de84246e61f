"""The WebSocket: the handshake, the welcome, and the answers to what a client sends (docs/server.md, "Live")."""

from __future__ import annotations

import asyncio
import logging

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from haggis.rules import Cards, HaggisError
from haggis.server.english import say
from haggis.server.errors import BadRequest, TooLarge, TooMany, Trouble
from haggis.server.limits import MOST_REFUSED, MOST_TOLD
from haggis.server.metrics import FAILURES, WEBSOCKETS
from haggis.server.tables.clocks import steady_millis
from haggis.server.tables.permissions import seat_for, view_for, view_for_hint
from haggis.server.tables.registry import OpenTable
from haggis.server.tables.summary import summary_of
from haggis.server.wire.client_messages import (
    ClientMessage,
    DescribeMessage,
    HintMessage,
    PingMessage,
    ReactMessage,
    TableAction,
    carry_out,
    is_ahead,
    read_message,
)
from haggis.server.wire.descriptions import describe_for
from haggis.server.wire.event_view import events_view
from haggis.server.wire.hints import hint_view
from haggis.server.wire.refusals import error_body
from haggis.server.wire.responses import you_at
from haggis.server.wire.server_messages import WelcomeMessage
from haggis.server.wire.state_view import state_for

from .connection import Connection
from .identity import player_of
from .middleware import check_host, check_origin, refusal
from .rate_limits import Buckets, address_of
from .services import Services, services_of

log = logging.getLogger(__name__)
router = APIRouter()


@router.websocket("/api/tables/{table}/live")
async def live(websocket: WebSocket, table: str, after: str = "") -> None:
    """A client's connection to a table, from the handshake to the end."""
    services = services_of(websocket)
    address = address_of(websocket)
    try:
        services.requests.take(address)
        player = _admit(websocket, services)
        opened = await services.tables.find(table, address, player)
        name = await services.name_of(player) if player else ""
        services.connections.enter(address)
    except HaggisError as error:
        if isinstance(error, TooMany):
            await services.slow_down.wait()
        await websocket.send_denial_response(refusal(error))
        return
    try:
        await websocket.accept()
        with WEBSOCKETS.track_inprogress():
            await _Visit(websocket, services, opened, player).serve(_seq(after), name)
    finally:
        services.connections.leave(address)


def _admit(websocket: WebSocket, services: Services) -> str | None:
    """Who asks; refuses other sites' pages and forged cookies."""
    check_host(websocket.headers, services.settings.hosts)
    check_origin(websocket.headers, services.settings.origins)
    return player_of(websocket.cookies, services.signer)


def _seq(after: str) -> int | None:
    return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None


class _Visit:
    """One client at one table."""

    def __init__(self, websocket: WebSocket, services: Services, opened: OpenTable, player: str | None) -> None:
        self._websocket = websocket
        self._services = services
        self._opened = opened
        self._table = opened.table
        self._player = player
        self._address = address_of(websocket)
        self._connection = Connection(websocket, player)
        self._bucket = Buckets(services.settings.limits.messages, say("limit.messages"))
        self._refused = 0
        self._hints: set[asyncio.Task[None]] = set()

    async def serve(self, after: int | None, name: str) -> None:
        self._connection.say(self._welcome(after, name))
        self._services.broadcasts.join(self._opened, self._connection)
        sender = asyncio.create_task(self._connection.deliver())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, receiver, *self._hints):
                task.cancel()
            self._services.broadcasts.leave(self._opened, self._connection)

    def _welcome(self, after: int | None, name: str) -> WelcomeMessage:
        table, state = self._table, self._table.state
        if after is not None and state.seq - after > MOST_TOLD:
            after = None
        steps = table.steps_of_round()[-MOST_TOLD:] if after is None else table.steps_after(after)
        return WelcomeMessage(
            type="welcome",
            table=summary_of(state),
            you=you_at(state, self._player, name),
            now=steady_millis(),
            after=after or 0,
            events=events_view(steps, state),
            state=state_for(state, state.seat_of(self._player), table.clocks()),
        )

    # --- listening ---

    async def _receive(self) -> None:
        try:
            while (message := await self._websocket.receive())["type"] != "websocket.disconnect":
                if self._refused < MOST_REFUSED:
                    await self._hear(message.get("text"))
                await asyncio.sleep(0)  # others may speak, too
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _hear(self, text: str | None) -> None:
        """One message; whatever is wrong with it is answered in words."""
        message: ClientMessage | None = None
        try:
            self._bucket.take("")
            self._services.messages.take(self._address)
            message = self._read(text)
            await self._answer(message)
            log.debug("message", extra={"kind": message.type})
        except HaggisError as error:
            log.debug("refused", extra={"key": error.sentence.key})
            self._complain(message, error)
            self._count(error)
        except Exception as error:  # noqa: BLE001  # no details reach a client
            self._fail(message, error)

    def _read(self, text: str | None) -> ClientMessage:
        if text is None:
            raise BadRequest(say("request.bytes"))
        if len(text) > self._services.settings.limits.message_bytes:
            raise TooLarge(say("request.message-too-long"))
        return read_message(text)

    def _count(self, error: HaggisError) -> None:
        """Whoever sends nothing but nonsense, or far too much, is sent away."""
        self._refused += isinstance(error, BadRequest | TooLarge | TooMany)
        if self._refused == MOST_REFUSED:
            self._connection.dismiss("too many messages")

    # --- answering ---

    def _complain(self, message: ClientMessage | None, error: HaggisError) -> None:
        self._connection.say({"type": "error", "id": message.id if message else None, **error_body(error)})

    def _fail(self, message: ClientMessage | None, error: Exception) -> None:
        """Our own fault: logged without details, which could name a card."""
        FAILURES.labels("message").inc()
        log.error("a message failed: %s", type(error).__name__)
        self._complain(message, Trouble(say("trouble.ours")))

    async def _answer(self, message: ClientMessage) -> None:
        if is_ahead(message, self._table.state, self._player):
            await self._services.sharing.refresh(self._table)
        match message:
            case PingMessage():
                self._connection.say({"type": "ok", "id": message.id, "seq": self._table.state.seq, "again": False})
            case DescribeMessage(cards=cards):
                described = describe_for(view_for(self._table.state, self._player), Cards(cards))
                self._connection.say({"type": "described", "id": message.id, **described})
            case ReactMessage(reaction=reaction):
                self._services.react(self._table.id, seat_for(self._table.state, self._player), reaction)
                self._connection.say({"type": "ok", "id": message.id, "seq": self._table.state.seq, "again": False})
            case HintMessage():
                self._services.hints.take(self._player or "")
                task = asyncio.create_task(self._hint(message))
                self._hints.add(task)
                task.add_done_callback(self._hints.discard)
            case _:
                await self._act(message)

    async def _act(self, message: TableAction) -> None:
        receipt = await carry_out(message, self._table, self._player)
        self._connection.say({"type": "ok", "id": message.id, "seq": receipt.seq, "again": receipt.again})

    async def _hint(self, message: HintMessage) -> None:
        try:
            view = view_for_hint(self._table.state, self._player)
            advice = await self._services.tables.thinkers.advise(view, self._address)
            self._connection.say({"type": "hint", "id": message.id, **hint_view(advice, view)})
        except HaggisError as error:
            self._complain(message, error)
        except Exception as error:  # noqa: BLE001  # a task of its own: nobody else would answer
            self._fail(message, error)
