"""Running the server: uvicorn with the settings that this server needs."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
from collections.abc import Callable

import uvicorn

from haggis.rules import HaggisError
from haggis.server.limits import MOST_SOCKET_BYTES
from haggis.server.settings import Settings
from haggis.server.storage.engine import is_shared
from haggis.server.storage.notices import check_redis
from haggis.server.storage.opening import common_key, one_server, open_database

from .app import create_app
from .doors import Doors
from .identity import load_key
from .logs import set_up_logs
from .metrics_page import own_address
from .preparing import prepare
from .protocols import Config

STOP_SECONDS = 3
PROXIES_VARIABLE = "FORWARDED_ALLOW_IPS"
"""uvicorn's own, which said before there was a setting what proxies are believed."""
THIS_MACHINE = ("127.0.0.1", "::1")


class CantServe(HaggisError):
    """The server can't be started as asked."""


def run(settings: Settings, ready: Callable[[int], None]) -> None:
    """Serve until stopped. `ready` is told the port once connections are taken."""
    set_up_logs(settings.log_format, settings.log_level)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (
        _bound(settings.host, settings.port) as listener,
        one_server(settings.database_url),
        own_address(settings.metrics),
    ):
        settings = asyncio.run(_opened(settings))
        config = _config(settings)
        _calm_the_collector()
        _Server(config, lambda: ready(listener.getsockname()[1])).run(sockets=[listener])


async def _opened(settings: Settings) -> Settings:
    """Everything that the server needs is there, or a sentence says what is not."""
    url = settings.database_url
    await open_database(url)
    if is_shared(url):
        if settings.redis:
            await check_redis(settings.redis)
        return settings.model_copy(update={"key": await common_key(url, load_key(settings.data))})
    if settings.redis:
        raise CantServe("Redis is for several servers on one PostgreSQL database; SQLite has one server")
    return settings


class _Server(uvicorn.Server):
    """Says that it serves once it does."""

    def __init__(self, config: Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _bound(host: str, port: int) -> socket.socket:
    """The socket to listen on, taken before anything is promised."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CantServe(f"port {port} is in use: stop the other program, or choose another with --port") from error
        raise CantServe(f"can't listen on {host}, port {port}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise CantServe(f"can't listen on {host}, port {port}: there is no such name") from error


def _config(settings: Settings) -> Config:
    app = create_app(settings)
    prepare(app)
    return Config(
        app,
        # A proxy brings everybody from one address.
        Doors() if settings.behind_proxy else Doors(settings.limits.sockets, settings.limits.new_sockets),
        host=settings.host,
        port=settings.port,
        ws_max_size=MOST_SOCKET_BYTES,
        ws_per_message_deflate=False,  # its contexts stay in memory after the end: 44 kB a connection
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=list(settings.proxies) or os.environ.get(PROXIES_VARIABLE) or list(THIS_MACHINE),
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def _calm_the_collector() -> None:
    """Tables are many small objects without cycles: looking through all of them often would only cost pauses.

    So it looks at new objects a few at a time, and hardly ever at those that have been there for longer.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 3, 2_000)
