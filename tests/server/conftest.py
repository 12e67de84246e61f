"""Servers that tests share, and servers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from .backends import Postgres, RedisServer, need_databases
from .running_server import RunningServer, ServerForker

REVIEW_NODES = 40
LEASE = 2.0
Cluster = Callable[..., list[RunningServer]]


@pytest.fixture(scope="session")
def forker() -> Iterator[ServerForker]:
    forker = ServerForker()
    yield forker
    forker.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; each makes a database of its own."""
    need_databases()
    postgres = Postgres()
    postgres.start()
    yield postgres
    postgres.close()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    need_databases()
    redis = RedisServer()
    redis.start()
    yield redis
    redis.close()


@pytest.fixture(scope="session")
def url(forker: ServerForker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without limits, for tests that don't disturb each other."""
    server = RunningServer(forker, tmp_path_factory.mktemp("server"), review_nodes=REVIEW_NODES).start()
    yield server.url
    server.stop()


@pytest.fixture
def build(forker: ServerForker, tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """Builds servers for one test only."""
    servers: list[RunningServer] = []

    def make(**settings: object) -> RunningServer:
        servers.append(RunningServer(forker, tmp_path / f"server{len(servers)}", **settings).start())  # type: ignore[arg-type]
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def cluster(forker: ServerForker, postgres: Postgres, redis_server: RedisServer, tmp_path: Path) -> Iterator[Cluster]:
    """Builds nodes on a database of their own; the first of them by forkers of their own, if there are any."""
    nodes: list[RunningServer] = []

    def make(*redis_urls: str | None, forkers: Sequence[ServerForker] = (), **settings: object) -> list[RunningServer]:
        database = postgres.new_database()
        for place, redis in enumerate(redis_urls or [redis_server.url] * 2):
            wishes = {"lease_seconds": LEASE} | settings
            by = forkers[place] if place < len(forkers) else forker
            nodes.append(RunningServer(by, tmp_path / f"node{place}", database=database, redis=redis, **wishes))
            nodes[-1].start()
        return nodes

    yield make
    for node in nodes:
        node.stop()
