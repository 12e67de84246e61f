"""docs/strength.md says what the kept results say, and the results hold what is claimed."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCH = runpy.run_path(str(ROOT / "bench" / "strength.py"))
KEPT = {file.stem: json.loads(file.read_text()) for file in sorted(BENCH["RESULTS"].glob("*.json"))}


def test_the_page_shows_the_results_as_they_are_kept() -> None:
    page = (ROOT / "docs" / "strength.md").read_text()
    assert BENCH["with_tables"](page) == page


def test_every_match_has_been_played() -> None:
    assert set(KEPT) == set(BENCH["matches"]())


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_result_is_of_the_match_that_is_listed(name: str) -> None:
    assert KEPT[name]["command"] == BENCH["as_typed"](BENCH["matches"]()[name])
    assert all(seat["faults"] == 0 for seat in KEPT[name]["seats"])


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith(("ladder-", "again-"))])
def test_each_step_of_the_ladder_is_significant(name: str) -> None:
    low, _ = KEPT[name]["difference"]["ci95"]
    assert low > 0


@pytest.mark.parametrize(("name", "least"), [("bar-random", 62), ("bar-heuristic", 20)])
def test_strong_reaches_its_bars(name: str, least: float) -> None:
    assert KEPT[name]["difference"]["mean"] >= least


@pytest.mark.parametrize("name", ["bets-2", "bets-3", "bets-points-2"])
def test_bets_pay(name: str) -> None:
    low, _ = KEPT[name]["difference"]["ci95"]
    assert low > 0


def test_strong_and_casual_answer_in_time() -> None:
    strong, casual = KEPT["bar-times"]["seats"]
    assert strong["ms_p99"] <= 250
    assert casual["ms_p99"] <= 20


def test_ten_thousand_games_were_played_without_a_fault() -> None:
    played = json.loads((ROOT / "bench" / "results" / "games.json").read_text())
    assert played["games"] >= 10_000
    assert played["faults"] == 0
    numbers = f"{played['games']:,} games and {played['rounds']:,} rounds"
    assert numbers in (ROOT / "docs" / "strength.md").read_text()
