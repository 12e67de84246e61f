"""What every request passes first.

Rate limits, sizes and origins are checked before anything else runs; every answer gets the headers
that keep a page safe; whatever breaks inside becomes one sentence without details.
"""

from __future__ import annotations

import logging
import traceback
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from haggis.rules import HaggisError
from haggis.server.english import say
from haggis.server.errors import NotYours, TooLarge, TooMany, Trouble
from haggis.server.limits import MOST_QUERY_BYTES
from haggis.server.metrics import FAILURES
from haggis.server.wire.refusals import error_body, status_of

from .rate_limits import address_of
from .services import Services

log = logging.getLogger(__name__)
RECORDS = {"/api/study/records", "/api/study/records/games"}
"""Where whole game records may be sent."""
PROBES = {"/healthz", "/readyz"}
"""Asked for by whoever watches over servers, by address and not by name."""
ONE_YEAR = "max-age=31536000"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send, scope))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except ClientDisconnected:  # she left during the handshake: no fault of ours
            log.debug("a client left before it was let in")
        except Exception as error:  # noqa: BLE001  # its message could name a card: it must not reach the log
            FAILURES.labels("connection").inc()
            log.error("a connection failed: %s", _where(error))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, self._sized(receive, self._most_bytes(scope)), watched)
        except HaggisError as error:
            if isinstance(error, TooMany):
                await self._services.slow_down.wait()
            await refusal(error)(scope, receive, send)
        except Exception as error:  # noqa: BLE001  # no stack trace may reach a client
            FAILURES.labels("request").inc()
            log.error("a request failed: %s", _where(error))
            if not started:
                trouble = Trouble(say("trouble.ours"))
                await JSONResponse(error_body(trouble), 500)(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        headers = connection.headers
        self._services.requests.take(address_of(connection))
        if scope["path"] not in PROBES:
            check_host(headers, self._services.settings.hosts)
        if scope["method"] not in SAFE_METHODS:
            check_origin(headers, self._services.settings.origins)
        if len(scope["query_string"]) > MOST_QUERY_BYTES:
            raise TooLarge(say("request.too-long"))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._most_bytes(scope):
            raise TooLarge(say("request.too-long"))
        if scope["path"] in RECORDS:  # before a megabyte is read and parsed
            self._services.record_rate.take(address_of(connection))

    def _most_bytes(self, scope: Scope) -> int:
        limits = self._services.settings.limits
        return limits.record_bytes if scope["path"] in RECORDS else limits.body_bytes

    def _sized(self, receive: Receive, left: int) -> Receive:
        """The same body, counted: one sent in pieces has no length to check beforehand."""

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)  # FastAPI lets this kind through while it reads a body
            return message

        return counted


def _with_headers(send: Send, scope: Scope) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            if scope["scheme"] == "https":
                headers["Strict-Transport-Security"] = ONE_YEAR
            if scope["path"].startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return dressed


def check_host(headers: Headers, known: tuple[str, ...]) -> None:
    """Refuse to be asked for under a foreign name: another site's name that leads here would make its pages our own."""
    if known and _name(headers.get("host", "")) not in known:
        raise NotYours(say("request.other-host"))


def _name(host: str) -> str | None:
    """A host without its port, in small letters; with the dot that may end it, it is the same name."""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return None


def check_origin(headers: Headers, allowed: tuple[str, ...]) -> None:
    """Refuse pages of other sites. Programs that are no browser send no origin."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    if not origin or _site(origin) != headers.get("host"):
        raise NotYours(say("request.other-site"))


def _site(origin: str) -> str | None:
    """The host and port of an origin; None if it is none at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def refusal(error: HaggisError) -> JSONResponse:
    """What a client is told; with it, when to try again."""
    body = error_body(error)
    retry = {"Retry-After": str(body["retry_after"])} if "retry_after" in body else None
    return JSONResponse(body, status_of(error), headers=retry)


def _where(error: Exception) -> str:
    """The kind and the place of an error, without its message: that could name a card."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return f"{type(error).__name__} at " + " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
