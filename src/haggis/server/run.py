"""Running the server: uvicorn with the settings that this house needs."""

from __future__ import annotations

import gc

import uvicorn

from .app import create_app
from .settings import Settings

MOST_MESSAGE_BYTES = 64 * 1024
STOP_SECONDS = 3


def run(settings: Settings, host: str, port: int, *, behind_proxy: bool = False) -> None:
    """Serve until stopped. Behind a proxy, the addresses that it reports are believed."""
    _calm_the_collector()
    uvicorn.run(
        create_app(settings),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=behind_proxy,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def _calm_the_collector() -> None:
    """Tables are many small objects without cycles: looking through all of them often would only cost pauses."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
