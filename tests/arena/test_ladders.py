"""Ladders: everybody meets everybody, and the order comes out."""

from __future__ import annotations

import pytest

from haggis.arena import BadMatch, Hooks, Ladder, Match, ladder_matches, play_ladder
from haggis.players import PLAYERS
from haggis.rules import Ruleset, preset

from .sitters import Plain

TWO = preset("standard")
THREE = preset("standard", players=3)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "plain", lambda _seed: Plain())


def ladder(rules: Ruleset, names: tuple[str, ...], sittings: int, jobs: int = 1) -> Ladder:
    return play_ladder(ladder_matches(names, rules, sittings, Match((), rules, 0)), jobs=jobs)


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
