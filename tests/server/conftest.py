"""Servers that tests share, and servers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .house import House, Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture(scope="session")
def url(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server without limits, for tests that don't disturb each other."""
    house = House(nursery, tmp_path_factory.mktemp("house")).start()
    yield house.url
    house.stop()


@pytest.fixture
def build(nursery: Nursery, tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Builds servers for one test only."""
    houses: list[House] = []

    def make(**settings: object) -> House:
        houses.append(House(nursery, tmp_path / f"house{len(houses)}", **settings).start())  # type: ignore[arg-type]
        return houses[-1]

    yield make
    for house in houses:
        house.stop()
