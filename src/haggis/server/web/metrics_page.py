"""`/metrics`: to loopback on the server's own port, or to whoever reaches an address of its own (`--metrics`).

Behind a proxy everybody may seem to come from loopback. So a request that passed one gets a 404 on the server's own
port, and so does everybody where a proxy is announced.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest, start_http_server
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from haggis.rules import HaggisError
from haggis.server.english import say
from haggis.server.errors import NotFound

from .services import Services, services_of

PATH = "/metrics"
PASSED_ON = (
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-real-ip",
    "cf-connecting-ip",
    "true-client-ip",
    "via",
)
"""Headers that proxies add."""


class BadMetricsAddress(HaggisError):
    """An address for metrics that can't be used."""


async def metrics_page(request: Request) -> Response:
    if not _may_read(request):
        raise NotFound(say("request.nothing-here"))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request) -> bool:
    settings = services_of(request).settings
    if settings.metrics or settings.behind_proxy or any(name in request.headers for name in PASSED_ON):
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False


class Present(Collector):
    """What is simply looked up when somebody asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[GaugeMetricFamily]:
        tables, leases = len(self._services.tables), self._services.sharing.leases()
        yield GaugeMetricFamily("haggis_tables", "Tables in memory.", value=tables)
        yield GaugeMetricFamily("haggis_leases", "Tables whose bots and clocks this server plays.", value=leases)


@contextmanager
def measured(services: Services) -> Iterator[None]:
    """While a server runs, its present numbers are told with the counted ones."""
    present = Present(services)
    REGISTRY.register(present)
    try:
        yield
    finally:
        REGISTRY.unregister(present)


@contextmanager
def own_address(address: str | None) -> Iterator[None]:
    """Tell the metrics on an address of their own, like 127.0.0.1:9464, if there is one."""
    if address is None:
        yield
        return
    host, _, port = address.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"))
    except (OSError, UnicodeError) as error:  # the latter if the name is too long to be one
        why = getattr(error, "strerror", None) or error
        raise BadMetricsAddress(f"metrics can't be told on {address}: {why}") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
