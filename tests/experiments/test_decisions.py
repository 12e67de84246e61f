"""The signature of what players decide: the same again, and another for another player."""

from __future__ import annotations

import pytest

from experiments import decisions
from haggis.rules import preset
from haggis.study import judging
from haggis.study.budget import Budget


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "NODES", 20)
    monkeypatch.setattr(decisions, "TABLES", (("standard", 2), ("rogers-2024", 3)))
    monkeypatch.setattr(decisions, "JUDGING", Budget(nodes=8))
    monkeypatch.setattr(decisions, "ENDINGS", 2)


@pytest.mark.parametrize("name", ["random", "casual", "strong", "clairvoyant"])
def test_the_same_code_decides_the_same(name: str) -> None:
    assert decisions.decisions(name) == decisions.decisions(name)


def test_other_players_decide_otherwise() -> None:
    names = ["random", "greedy", "casual", "strong"]
    assert len({decisions.decisions(name) for name in names}) == len(names)


def test_a_name_is_no_decision() -> None:
    assert "greedy" not in decisions.decisions("greedy")


def test_the_same_code_judges_the_same() -> None:
    assert decisions.judging_signature() == decisions.judging_signature()


def test_other_judgements_show(monkeypatch: pytest.MonkeyPatch) -> None:
    before = decisions.judgements(preset("standard"))
    monkeypatch.setattr(judging, "NOISE", 0.5)
    assert decisions.judgements(preset("standard")) != before


def test_other_hints_show(monkeypatch: pytest.MonkeyPatch) -> None:
    before = decisions.candidates(1)
    monkeypatch.setattr(decisions, "JUDGING", Budget(nodes=8, seed=2))
    assert decisions.candidates(1) != before
