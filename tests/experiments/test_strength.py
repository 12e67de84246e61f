"""The matches of docs/strength.md: what is listed can be played, and what is current is not played again."""

from __future__ import annotations

import shlex

import pytest

from experiments import strength
from haggis.players import make_player


def test_a_match_is_played_and_told_with_its_version() -> None:
    result = strength.play("haggis arena greedy random --rounds 4")
    assert result["command"] == "haggis arena greedy random --rounds 4"
    assert result["version"]["code"] == strength.EXPERIMENT.code(result["command"])
    assert strength.cells(result).count(" | ") == strength.EXPERIMENT.columns.count(" | ")


def test_every_listed_match_is_between_players_that_there_are() -> None:
    for command in strength.matches().values():
        haggis, arena, first, second, *_ = shlex.split(command)
        assert (haggis, arena) == ("haggis", "arena")
        for name in (first, second):
            assert name.startswith("cmd:build/before/") or make_player(name, 1, arena=True).name == name


def test_only_what_is_missing_or_stale_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    current, stale = "bets-2", "bets-3"
    monkeypatch.setattr(type(strength.EXPERIMENT), "kept", lambda _self: {current: {}, stale: {}})
    monkeypatch.setattr(type(strength.EXPERIMENT), "is_stale", lambda _self, name, _result: name == stale)
    assert set(strength.to_play(["bets-"], again=False)) == {"bets-3", "bets-points-2", "bets-points-3"}
    assert set(strength.to_play(["bets-2"], again=True)) == {current}
