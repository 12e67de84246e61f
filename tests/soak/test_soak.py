"""The long checks work: a little of each."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from haggis.players import PLAYERS
from haggis.rules.ruleset import PRESET_PLAYERS

from . import differential, games


def test_every_level_meets_every_other_on_every_preset() -> None:
    todo = list(games.matches())
    for preset, counts in PRESET_PLAYERS.items():
        for players in counts:
            table = ["--preset", preset, "--players", str(players)]
            here = [match[:players] for match in todo if match[players : players + 4] == table]
            assert {name for names in here for name in names} == set(PLAYERS)


def test_a_match_of_the_many_games_is_played_and_verified() -> None:
    match = ["greedy", "random", "--preset", "duel", "--players", "2", "--nodes", "8"]
    played = games.play(match, games=2, seed=1)
    assert (played["games"], played["faults"]) == (2, 0)


def test_a_run_that_was_stopped_goes_on_only_with_the_same_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "NOTES", tmp_path / "games.json")
    assert games.noted({"code": "a"}) == {}
    games.NOTES.write_text(json.dumps({"about": {"code": "a"}, "matches": {"one": {}}}))
    assert games.noted({"code": "a"}) == {"one": {}}
    assert games.noted({"code": "b"}) == {}


def test_the_two_versions_of_the_rules_are_compared_in_chunks() -> None:
    with ProcessPoolExecutor(1) as pool:
        assert differential.compare(pool, "standard", 2, range(2), chunk=50) >= 100
