"""Every request as whoever runs the server sees it: named, counted, timed and logged by its route, not its path."""

from __future__ import annotations

import logging
import re
import time
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from haggis.server.metrics import REQUEST_SECONDS, REQUESTS

log = logging.getLogger(__name__)
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
STARTS = ("http.response.start", "websocket.http.response.start", "websocket.accept")
REQUEST_ID = "X-Request-ID"
_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


class Access:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send)
        with bound_contextvars(request_id=visit.id):
            try:
                await self._app(scope, receive, visit.send)
            finally:
                visit.ended()


class _Visit:
    """One request, or one connection from its handshake to its end."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = request_id(Headers(scope=scope).get(REQUEST_ID, ""))
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()
        self._status = "none"

    async def send(self, message: Message) -> None:
        if message["type"] in STARTS:
            self._status = str(message.get("status", 101))
            message.setdefault("headers", [])
            MutableHeaders(scope=message)[REQUEST_ID] = self.id
        await self._send(message)

    def ended(self) -> None:
        route, method = route_of(self._scope), self._scope.get("method", "GET")
        method = method if method in METHODS else "other"
        seconds = time.perf_counter() - self._began
        REQUESTS.labels(method, route, self._status).inc()
        if self._scope["type"] == "http":
            REQUEST_SECONDS.labels(route).observe(seconds)
        seen = {"method": method, "route": route, "status": self._status, "seconds": round(seconds, 4)}
        log.info("request" if self._scope["type"] == "http" else "connection", extra=seen)


def request_id(given: str) -> str:
    """The id that a client or a proxy gave, if it is one; else a new one."""
    return given if _WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def route_of(scope: Scope) -> str:
    """The template of a path, like `/api/tables/{table}/state`: the path itself may be a link that opens a table."""
    return str(getattr(scope.get("route"), "path", "none"))
