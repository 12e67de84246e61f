"""Servers that tests share, and servers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .backends import Postgres, RedisServer, need_databases
from .running_server import RunningServer, ServerForker

REVIEW_NODES = 40


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
