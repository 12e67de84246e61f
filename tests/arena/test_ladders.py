"""Ladders: everybody meets everybody, and the order comes out."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pytest

from haggis.arena import (
    BadMatch,
    DealResult,
    Hooks,
    Ladder,
    Match,
    MatchResult,
    Standing,
    ladder_matches,
    play_ladder,
    rank,
)
from haggis.arena.elo import AVERAGE
from haggis.players import PLAYERS
from haggis.rules import Ruleset, preset

from .sitters import Plain

TWO = preset("standard")
THREE = preset("standard", players=3)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "plain", lambda _seed: Plain())


def ladder(rules: Ruleset, names: tuple[str, ...], length: int, jobs: int = 1) -> Ladder:
    return play_ladder(ladder_matches(names, rules, length, Match((), rules, 0)), jobs=jobs)


def test_every_pair_meets_on_deals_of_its_own() -> None:
    matches = ladder_matches(("greedy", "random", "plain"), TWO, 10, Match((), TWO, 0, seed=3))
    assert [match.names for match in matches] == [("greedy", "random"), ("greedy", "plain"), ("random", "plain")]
    assert len({match.seed for match in matches}) == 3
    assert {match.deals for match in matches} == {5}


def test_every_triple_meets() -> None:
    matches = ladder_matches(("greedy", "random", "plain", "cmd:true"), THREE, 3, Match((), THREE, 0))
    assert len(matches) == 4


@pytest.mark.parametrize("rules", [TWO, THREE])
def test_the_better_player_stands_higher(rules: Ruleset) -> None:
    ranked = ladder(rules, ("random", "plain", "greedy"), 18)
    best = ranked.standings[0]
    assert best.name == "greedy"
    assert best.elo.ci95 is not None
    assert best.elo.ci95[0] <= best.elo.mean <= best.elo.ci95[1]
    assert all(standing.elo.mean < best.elo.mean for standing in ranked.standings[1:])
    assert sum(standing.elo.mean for standing in ranked.standings) == pytest.approx(4500)
    assert sum(standing.meetings * (standing.won - 0.5) for standing in ranked.standings) == pytest.approx(0)


@pytest.mark.parametrize("rules", [TWO, THREE])
def test_a_few_deals_that_all_went_one_way_leave_doubt(rules: Ruleset) -> None:
    """Once 4 rounds, all won, claimed a rating of 1691 to 1691."""
    names = ("greedy", "random", "plain")[: rules.players]
    few, many = (ladder(rules, names, deals * rules.players) for deals in (2, 40))
    assert all(width(standing) > 300 for standing in few.standings)
    assert width(many.standings[0]) < 0.6 * width(few.standings[0])


def width(standing: Standing) -> float:
    low, high = standing.elo.ci95 or (0, 0)
    assert low < standing.elo.mean < high
    return high - low


@pytest.mark.parametrize("deals", [3, 8, 30])
@pytest.mark.parametrize("chance", [0.5, 0.75, 0.95])
def test_a_ladders_interval_holds_the_truth(deals: int, chance: float) -> None:
    rng = np.random.default_rng(deals)
    truth = AVERAGE + 200 * math.log10(chance / (1 - chance))
    hits = 0
    for _ in range(200):
        won = rng.binomial(2, chance, size=deals)
        standings = rank([result(won)]).standings
        low, high = next(standing.elo.ci95 or (0, 0) for standing in standings if standing.name == "greedy")
        hits += low <= truth <= high
    assert hits >= 0.92 * 200


def result(won: Iterable[int]) -> MatchResult:
    """A match of deals in which `greedy` beat `random` so often, of twice."""
    (match,) = ladder_matches(("greedy", "random"), TWO, 2, Match((), TWO, 0))
    deals = []
    for number, wins in enumerate(won):
        deal = DealResult.empty(number, 2)
        deal.rounds, deal.better = 2, [[0, wins], [2 - wins, 0]]
        for tally in deal.tallies:
            tally.millis.append(1)
        deals.append(deal)
    return MatchResult(match, deals)


def test_two_processes_make_the_same_ladder() -> None:
    alone, together = (ladder(TWO, ("random", "greedy"), 8, jobs).standings for jobs in (1, 2))
    assert alone == together


def test_json_has_standings_and_matches() -> None:
    wire = ladder(TWO, ("random", "plain"), 4).to_json()
    assert {"name", "elo", "ci95", "won", "meetings", "faults", "cheats"} <= wire["standings"][0].keys()
    assert wire["matches"][0]["rounds"] == 4


def test_an_interrupted_ladder_ranks_what_was_finished() -> None:
    def stop(result: object) -> None:
        raise KeyboardInterrupt

    matches = ladder_matches(("random", "plain"), TWO, 10, Match((), TWO, 0))
    ranked = play_ladder(matches, hooks=Hooks(on_played=stop))
    assert ranked.interrupted
    assert ranked.matches[0].rounds == 2


def test_ladders_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadMatch, match="named twice"):
        ladder_matches(("random", "random"), TWO, 10, Match((), TWO, 0))
    with pytest.raises(BadMatch, match="at least 3 players"):
        ladder_matches(("random", "greedy"), THREE, 10, Match((), THREE, 0))
