"""The WebSocket: welcome, updates, and the answers to what a client sends (docs/server.md, "Live")."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic_core import to_json
from starlette.responses import JSONResponse
from starlette.websockets import WebSocketDisconnect

from haggis.rules import HaggisError
from haggis.server.errors import BadRequest, TooLarge, TooMany, Trouble, error_body, status_of
from haggis.server.tables import desk
from haggis.server.tables.live_table import now_millis
from haggis.server.tables.registry import Kept
from haggis.server.tables.summary import summary
from haggis.server.wire.messages import ClientMessage, DescribeMessage, HintMessage, PingMessage, read_message
from haggis.server.wire.responses import You

from .identity import COOKIE
from .middleware import check_origin
from .rate_limits import Buckets, address_key
from .services import Services, services_of

log = logging.getLogger(__name__)
router = APIRouter()
MOST_WAITING = 200
TOO_MUCH = 4429
PATIENCE = 100  # refused messages before the connection is closed


class Listener:
    """One connection. What is sent waits in a queue, so that a slow reader holds nobody up."""

    def __init__(self, websocket: WebSocket, player: str | None) -> None:
        self.player = player
        self._websocket = websocket
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._dismissed = ""

    def send(self, message: bytes) -> None:
        if self._dismissed:
            return
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put_nowait(message)
        else:
            self.dismiss("too slow to read")

    def dismiss(self, words: str) -> None:
        """Say no more; the connection ends once everything before has been sent."""
        self._dismissed = words
        self._waiting.put_nowait(None)

    def say(self, message: dict[str, Any]) -> None:
        self.send(to_json(message))

    async def deliver(self) -> None:
        """Send what waits, in order, until the client is gone or dismissed."""
        try:
            while (message := await self._waiting.get()) is not None:
                await self._websocket.send_text(message.decode())
            await self._websocket.close(TOO_MUCH, self._dismissed)
        except (WebSocketDisconnect, RuntimeError):
            return


@router.websocket("/api/tables/{table}/live")
async def live(websocket: WebSocket, table: str, after: str = "") -> None:
    """A client's connection to a table, from the handshake to the end."""
    services = services_of(websocket)
    address = address_key(websocket.client.host if websocket.client else None)
    try:
        player = _admit(websocket, services)
        kept = await services.tables.find(table)
        services.connections.enter(address)
    except HaggisError as error:
        await websocket.send_denial_response(JSONResponse(error_body(error), status_of(error)))
        return
    try:
        await websocket.accept()
        await _Connection(websocket, services, kept, player).serve(_seq(after))
    finally:
        services.connections.leave(address)


def _admit(websocket: WebSocket, services: Services) -> str | None:
    """Who is at the door; refuses other sites' pages, forged cookies and too many knocks."""
    services.requests.take(address_key(websocket.client.host if websocket.client else None))
    check_origin(websocket.headers, services.settings.origins)
    cookie = websocket.cookies.get(COOKIE)
    return None if cookie is None else services.signer.player_in(cookie)


def _seq(after: str) -> int | None:
    return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None


class _Connection:
    def __init__(self, websocket: WebSocket, services: Services, kept: Kept, player: str | None) -> None:
        self._websocket = websocket
        self._services = services
        self._kept = kept
        self._player = player
        self._listener = Listener(websocket, player)
        self._bucket = Buckets(services.settings.limits.messages, "too many messages; wait a moment")
        self._refused = 0
        self._hints: set[asyncio.Task[None]] = set()

    async def serve(self, after: int | None) -> None:
        name = await self._services.name_of(self._player) if self._player else ""
        self._listener.say(self._welcome(after, name))
        self._kept.presence.enter(self._listener)
        sender = asyncio.create_task(self._listener.deliver())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sender, receiver, *self._hints):
                task.cancel()
            self._kept.presence.leave(self._listener)

    def _welcome(self, after: int | None, name: str) -> dict[str, Any]:
        table = self._kept.table
        seat = table.sitting.seat_of(self._player)
        host = self._player is not None and self._player == table.sitting.host
        return {
            "type": "welcome",
            "table": summary(table.sitting),
            "you": You(seat=seat, host=host, player=self._player, name=name),
            "now": now_millis(),
            "after": after or 0,
            "events": table.round_events() if after is None else table.events_after(after),
            "state": table.state_for(seat),
        }

    async def _receive(self) -> None:
        try:
            while (message := await self._websocket.receive())["type"] != "websocket.disconnect":
                if self._refused < PATIENCE:
                    await self._hear(message.get("text"))
                await asyncio.sleep(0)  # others may speak, too
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _hear(self, text: str | None) -> None:
        """One message; whatever is wrong with it is answered in words."""
        message: ClientMessage | None = None
        try:
            self._bucket.take("")
            if text is None:
                raise BadRequest("messages are text, not bytes")
            if len(text) > self._services.settings.limits.message_bytes:
                raise TooLarge("the message is too long")
            message = read_message(text)
            await self._answer(message)
        except HaggisError as error:
            self._complain(message, error)
            self._count(error)
        except Exception as error:  # noqa: BLE001  # no details reach a client
            log.error("a message failed: %s", type(error).__name__)
            self._complain(message, Trouble("something went wrong here; it is not your fault"))

    def _count(self, error: HaggisError) -> None:
        """Whoever sends nothing but nonsense, or far too much, is sent away."""
        self._refused += isinstance(error, BadRequest | TooLarge | TooMany)
        if self._refused == PATIENCE:
            self._listener.dismiss("too many messages")

    def _complain(self, message: ClientMessage | None, error: HaggisError) -> None:
        self._listener.say({"type": "error", "id": message.id if message else None, **error_body(error)})

    async def _answer(self, message: ClientMessage) -> None:
        table = self._kept.table
        match message:
            case PingMessage():
                self._listener.say({"type": "ok", "id": message.id, "seq": table.sitting.seq, "again": False})
            case DescribeMessage(cards=cards):
                self._listener.say(
                    {"type": "described", "id": message.id, **desk.describe_at(table, self._player, cards)}
                )
            case HintMessage():
                self._services.hints.take(self._player or "")
                task = asyncio.create_task(self._hint(message))
                self._hints.add(task)
                task.add_done_callback(self._hints.discard)
            case _:
                done = await desk.act(table, self._player, message)
                self._listener.say({"type": "ok", "id": message.id, **done})

    async def _hint(self, message: HintMessage) -> None:
        try:
            hint = await desk.hint_at(self._kept.table, self._player, self._services.tables.thinkers)
            self._listener.say({"type": "hint", "id": message.id, **hint})
        except HaggisError as error:
            self._complain(message, error)
