"""Every request as whoever runs the server sees it: counted and timed, by its route, never by its path."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from haggis.server.metrics import REQUEST_SECONDS, REQUESTS

METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
STARTS = ("http.response.start", "websocket.http.response.start")


class Access:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send)
        try:
            await self._app(scope, receive, visit.send)
        finally:
            visit.ended()


class _Visit:
    """One request, or one connection from its handshake to its end."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._began = time.perf_counter()
        self._status = "none"

    async def send(self, message: Message) -> None:
        if message["type"] in STARTS:
            self._status = str(message["status"])
        elif message["type"] == "websocket.accept":
            self._status = "101"
        await self._send(message)

    def ended(self) -> None:
        route, method = route_of(self._scope), self._scope.get("method", "GET")
        REQUESTS.labels(method if method in METHODS else "other", route, self._status).inc()
        if self._scope["type"] == "http":
            REQUEST_SECONDS.labels(route).observe(time.perf_counter() - self._began)


def route_of(scope: Scope) -> str:
    """The template of a path, like `/api/tables/{table}/state`: the path itself may be a link that opens a table."""
    return str(getattr(scope.get("route"), "path", "none"))
