"""One WebSocket towards its client: what a slow reader doesn't take waits in a queue and holds nobody up."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from haggis.server.limits import MOST_WAITING, MOST_WAITING_BYTES
from haggis.server.wire.server_messages import AnyMessage, write_message

TOO_MUCH = 4429
"""The close code of whoever sends too much or reads too slowly."""


class Connection:
    def __init__(self, websocket: WebSocket, player: str | None) -> None:
        self.player = player
        self._websocket = websocket
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0
        self._dismissed = ""

    def send(self, message: bytes) -> None:
        """Take a written message for delivery; never waits."""
        if self._dismissed:
            return
        if not self._bytes and self._websocket.state.write(message):
            return
        if self._waiting.qsize() < MOST_WAITING and self._bytes < MOST_WAITING_BYTES:
            self._bytes += len(message)
            self._waiting.put_nowait(message)
        else:
            self.dismiss("too slow to read")
            self._websocket.state.cut()  # it would not read the end, either

    def say(self, message: AnyMessage) -> None:
        self.send(write_message(message))

    def dismiss(self, words: str) -> None:
        """Say no more; the connection ends once everything before has been sent."""
        self._dismissed = words
        self._waiting.put_nowait(None)

    async def deliver(self) -> None:
        """Send what waits, in order, until the client is gone or dismissed."""
        try:
            while (message := await self._waiting.get()) is not None:
                await self._websocket.send_text(message.decode())
                self._bytes -= len(message)
            await self._websocket.close(TOO_MUCH, self._dismissed)
        except (WebSocketDisconnect, RuntimeError):
            return
