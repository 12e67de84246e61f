"""uvicorn's protocols with what they lack: deadlines for requests, and limits on connections and on frames.

h11 bounds the size of headers that are not finished, uvicorn that of messages (`ws_max_size`). But finished headers may
be as many as come at once, a request may come as slowly and in as many pieces as it likes, and frames are neither
counted nor held back.
"""

from __future__ import annotations

import asyncio
import re
import time
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.protocol import State

from haggis.server.limits import (
    CONTROL_FRAMES,
    FULL_PIECE,
    MOST_FRAGMENTS,
    MOST_HEADER_BYTES,
    MOST_HEADER_LINES,
    MOST_SMALL_PIECES,
    MOST_SOCKET_BYTES,
    MOST_UNHEARD,
    MOST_UNREAD,
    REQUEST_SECONDS,
    RESPONSE_SECONDS,
)

from .doors import Doors

BYTES_AT_ONCE = 2048
"""So much is parsed before it is counted what came: frames of a WebSocket, headers behind a body."""
ABSOLUTE_FORM = re.compile(rb"(?i:https?)://([^/?#@]+)(.*)")
END_OF_HEADERS = re.compile(rb"\n\r?\n")
GOODBYE_SECONDS = 2.0
"""So long somebody may take to read the end of what was said to her."""
TOO_MUCH = 1008


class Config(uvicorn.Config):
    """uvicorn's settings, with the doors that all connections pass."""

    def __init__(self, app: Any, doors: Doors, **options: Any) -> None:
        super().__init__(app, http=Http, ws=LiveWebSocket, **options)
        self.doors = doors


class _TooManyHeaders(Exception):
    """A request has more or longer headers than anybody needs."""


class _TooManyPieces(Exception):
    """A body came in more pieces than anybody needs, or with headers behind it."""


class _Requests(h11.Connection):
    """h11's parser, stricter.

    It counts headers before they are parsed, and the pieces of a body: each costs as much as a large one, and h11 takes
    any number. A request has one length: a proxy that believed another one would take the rest for somebody else's
    request.
    """

    _small_pieces = 0.0

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            self._check_headers(self.trailing_data[0])
        event = super().next_event()
        if event is h11.NEED_DATA and self.their_state is h11.SEND_BODY and len(self.trailing_data[0]) > BYTES_AT_ONCE:
            raise _TooManyPieces
        if isinstance(event, h11.Request):
            self._small_pieces = 0.0
            if {b"content-length", b"transfer-encoding"} <= {name for name, _ in event.headers}:
                raise h11.RemoteProtocolError("a request has one length", 400)
            if not event.target.startswith(b"/"):
                return _in_origin_form(event)
        elif isinstance(event, h11.Data):
            self._small_pieces += event.chunk_start - len(event.data) / FULL_PIECE
            if self._small_pieces > MOST_SMALL_PIECES:
                raise _TooManyPieces
        return event

    def _check_headers(self, came: bytes) -> None:
        headers, *rest = END_OF_HEADERS.split(came[:MOST_HEADER_BYTES], 1)
        too_long = not rest and len(came) > MOST_HEADER_BYTES
        if too_long or headers.count(b"\n") > MOST_HEADER_LINES:
            raise _TooManyHeaders


def _in_origin_form(request: h11.Request) -> h11.Request:
    """A request for `http://host/path`, as proxies get it: that host counts, not the header's (RFC 9112, 3.2)."""
    found = ABSOLUTE_FORM.fullmatch(request.target)
    if found is None:
        return request
    host, rest = found.groups()
    headers = [(name, host if name == b"host" else value) for name, value in request.headers]
    target = rest if rest.startswith(b"/") else b"/" + rest
    return h11.Request(method=request.method, target=target, headers=headers, http_version=request.http_version)


class Http(H11Protocol):
    """A request must have come within a while, in few pieces, and its answer must be taken within another while."""

    config: Config
    _limit: asyncio.TimerHandle | None = None
    _unread = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = _Requests(h11.SERVER, MOST_HEADER_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.config.doors.enter(transport):
            transport.abort()
            return
        self._allow(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_limit()
        self._unset_keepalive_if_required()
        self.config.doors.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), BYTES_AT_ONCE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._receive(data[start : start + BYTES_AT_ONCE])

    def _receive(self, data: bytes) -> None:
        if self._limit is None:
            self._allow(REQUEST_SECONDS)
        if self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete:
            self._unread += len(data)
        if self._unread > MOST_UNREAD:
            self.transport.abort()
            return
        super().data_received(data)
        if self.conn.their_state is h11.DONE and self.conn.our_state is not h11.DONE:
            self._allow(RESPONSE_SECONDS)

    def handle_events(self) -> None:
        try:
            super().handle_events()
        except _TooManyHeaders:
            self._refuse_headers()
        except _TooManyPieces:
            self.transport.abort()

    def on_response_complete(self) -> None:
        self._end_limit()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._end_limit()
        super().handle_websocket_upgrade(event)

    def _refuse_headers(self) -> None:
        """As uvicorn refuses what is no request; it knows no other status than 400."""
        about = [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
        refusal = h11.Response(status_code=431, reason=HTTPStatus(431).phrase, headers=about)
        for event in (refusal, h11.Data(data=b"too many headers\n"), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _allow(self, seconds: float) -> None:
        self._end_limit()
        self._limit = self.loop.call_later(seconds, self.transport.abort)

    def _end_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


class LiveWebSocket(WebSocketsSansIOProtocol):
    """Frames are counted; who sends too many of them, goes on after the end, or reads nothing, is cut off."""

    config: Config
    _after_the_end = 0
    _cut: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._control_left = CONTROL_FRAMES.burst
        self._control_at = time.monotonic()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.doors.leave(self.transport)
        super().connection_lost(exc)
        if self._cut is not None:
            self._cut.cancel()
        self.conn.parser.close()  # it holds its connection, which holds it
        self.conn.parser_exc = self.conn.handshake_exc = None  # so do their tracebacks

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), BYTES_AT_ONCE):
            if self.transport.is_closing():
                return
            part = data[start : start + BYTES_AT_ONCE]
            if self.close_sent:
                self._after_the_end += len(part)
            if self._after_the_end > MOST_SOCKET_BYTES:
                self.transport.abort()
                return
            super().data_received(part)
            if self.conn.handshake_exc is not None and not self.close_sent:
                self._refuse_handshake()
            if self.queue.qsize() > MOST_UNHEARD:
                self._refuse()

    def shutdown(self) -> None:
        """One that is about to end anyway must not keep others from being told, nor the server from stopping."""
        try:
            super().shutdown()
        except (InvalidState, AssertionError):
            self.transport.abort()

    async def run_asgi(self) -> None:
        self.scope["state"] |= {"cut": self.transport.abort, "write": self.write_now}
        try:
            await super().run_asgi()
        finally:
            if self.transport.is_closing():
                self._cut_after(GOODBYE_SECONDS)
            self.scope.clear()  # type: ignore[attr-defined]  # it leads back here: only the collector would find that

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # by a refusal: uvicorn would log it as an error
        if self.close_timer is not None:
            self._cut_after(self.close_timeout + GOODBYE_SECONDS)

    def write_now(self, text: bytes) -> bool:
        """Send a message at once if the client reads what it is sent; whether that was possible.

        It does what ASGI's `send` does, without a task to wait in: that is most of what a short message costs.
        """
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self._refuse()
        else:
            super().handle_cont(event)

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # it was not let in yet: uvicorn takes for granted that it was
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_after(GOODBYE_SECONDS)

    def _count(self) -> None:
        now = time.monotonic()
        refilled = self._control_left + (now - self._control_at) * CONTROL_FRAMES.a_second
        self._control_left, self._control_at = min(CONTROL_FRAMES.burst, refilled) - 1, now
        if self._control_left < 0:
            self._refuse()

    def _refuse(self) -> None:
        """Say why, and end the connection whether or not the client reads it."""
        if self.close_sent:
            return
        self.conn.fail(TOO_MUCH, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._say_no_more()

    def _refuse_handshake(self) -> None:
        """h11 takes an upgrade with a body or a long header, websockets does not, and uvicorn doesn't ask it."""
        said = b"".join(self.conn.data_to_send())
        self.transport.write(said or self.conn.reject(400, "this is no WebSocket handshake\n").serialize())
        self.handshake_complete = True
        self._say_no_more()

    def _say_no_more(self) -> None:
        self.close_sent = True
        self.transport.close()
        self._cut_after(GOODBYE_SECONDS)

    def _cut_after(self, seconds: float) -> None:
        """End it even if the client never reads what it was sent: a transport that is closed waits for that."""
        if self._cut is not None:
            self._cut.cancel()
        if not self.disconnected:
            self._cut = self.loop.call_later(seconds, self.transport.abort)
