"""The signature of what players decide: the same again, and another for another player."""

from __future__ import annotations

import pytest

from experiments import decisions


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "NODES", 20)
    monkeypatch.setattr(decisions, "TABLES", (("standard", 2), ("rogers-2024", 3)))


@pytest.mark.parametrize("name", ["random", "casual", "strong", "clairvoyant"])
def test_the_same_code_decides_the_same(name: str) -> None:
    assert decisions.decisions(name) == decisions.decisions(name)


def test_other_players_decide_otherwise() -> None:
    names = ["random", "greedy", "casual", "strong"]
    assert len({decisions.decisions(name) for name in names}) == len(names)


def test_a_name_is_no_decision() -> None:
    assert "greedy" not in decisions.decisions("greedy")
