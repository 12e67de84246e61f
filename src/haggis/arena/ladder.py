"""Ranks players: a small match of everybody against everybody, then Elo ratings from all of them.

With two at a table every pair meets, with three every triple. What counts is who had more points in a
round (or in a game), each two players of a table compared; a tie is half a win.

Intervals come from drawing the deals of every match again, with replacement. Deals that all went the same
way would show no doubt at all; so for each player one more deal is drawn from, which it won throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from haggis.ray_cluster import Cluster, LostCluster
from haggis.rules import Ruleset

from .elo import ratings
from .match import BadMatch, Match, derived_seed, make_match
from .run import Hooks, MatchResult, workers
from .statistics import Estimate, Numbers, standard_errors
from .summary import Summary, summarise
from .workers import Task, play_all

RESAMPLES = 500


@dataclass(frozen=True)
class Standing:
    """One rung."""

    name: str
    cheats: bool
    elo: Estimate
    won: float
    """The share of its meetings that it won, ties half."""
    meetings: int
    faults: int

    def to_json(self) -> dict[str, Any]:
        low, high = self.elo.ci95 or (None, None)
        wire = asdict(self) | {"elo": round(self.elo.mean, 1), "won": round(self.won, 4)}
        return wire | {"ci95": None if low is None or high is None else [round(low, 1), round(high, 1)]}


@dataclass(frozen=True)
class Ladder:
    """The standings, best first, and the matches they come from."""

    standings: list[Standing]
    matches: list[Summary]
    interrupted: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "standings": [standing.to_json() for standing in self.standings],
            "matches": [match.to_json() for match in self.matches],
            "stopped": "interrupted" if self.interrupted else None,
        }


def ladder_matches(names: Sequence[str], rules: Ruleset, length: int, options: Match) -> list[Match]:
    """A match for every pair or triple, with deals of its own; what else matters is as in `options`."""
    if len(set(names)) < len(names):
        raise BadMatch("a ladder compares different players: somebody is named twice")
    if len(names) < rules.players:
        raise BadMatch(f"a ladder of {rules.players} at a table needs at least {rules.players} players")
    tables = combinations(names, rules.players)
    matches = [make_match(table, rules, length, whole_games=options.whole_games) for table in tables]
    seeds = (derived_seed(options.seed, "ladder", number) for number in range(len(matches)))
    return [replace(match, seed=seed, clock=options.clock) for match, seed in zip(matches, seeds, strict=True)]


def play_ladder(
    matches: list[Match], *, jobs: int = 1, cluster: Cluster | None = None, hooks: Hooks | None = None
) -> Ladder:
    """Play all matches; after Ctrl-C, or without its cluster, the ladder of what was finished, if anything was."""
    results = [MatchResult(match) for match in matches]
    tasks = (Task(match, deal, place) for place, match in enumerate(matches) for deal in range(match.deals))
    processes = workers(jobs, sum(match.deals for match in matches))
    interrupted = False
    try:
        with closing(play_all(tasks, processes, cluster)) as played:
            for done in played:
                results[done.task.pairing].deals.append(done.result)
                (hooks or Hooks()).on_played(done.result)
    except (KeyboardInterrupt, LostCluster):
        interrupted = True
        if not any(result.deals for result in results):
            raise
    return rank([result for result in results if result.deals], interrupted=interrupted)


def rank(results: list[MatchResult], *, interrupted: bool = False) -> Ladder:
    """The ladder that these matches make."""
    if not results:
        raise BadMatch("not one deal was finished: there is nothing to report")
    for result in results:
        result.deals.sort(key=lambda deal: deal.deal)
    names = list(dict.fromkeys(name for result in results for name in result.match.names))
    tables = [_wins(result, names) for result in results]
    summaries = [summarise(result) for result in results]
    elos = _elos(tables, results[0].match.seed)
    wins: Numbers = np.sum([table.sum(axis=0) for table in tables], axis=0)
    standings = [
        _standing(name, elo, wins[:, place], wins[place], summaries)
        for place, (name, elo) in enumerate(zip(names, elos, strict=True))
    ]
    return Ladder(sorted(standings, key=lambda standing: -standing.elo.mean), summaries, interrupted)


def _wins(result: MatchResult, names: list[str]) -> Numbers:
    """For each deal a table of who beat whom, over all names."""
    places = [names.index(name) for name in result.match.names]
    wins = np.zeros((len(result.deals), len(names), len(names)))
    wins[np.ix_(range(len(result.deals)), places, places)] = [deal.better for deal in result.deals]
    return wins


def _elos(tables: list[Numbers], seed: int) -> list[Estimate]:
    rng = np.random.default_rng(seed)
    means = ratings(np.sum([table.sum(axis=0) for table in tables], axis=0))
    doubted = [np.concatenate([table, _sweeps(table)]) for table in tables]
    drawn = ratings(np.array([sum(_draw(table, rng) for table in doubted) for _ in range(RESAMPLES)]))
    halves = standard_errors(min(map(len, doubted))) * drawn.std(axis=0)
    return [
        Estimate(float(mean), (float(mean - half), float(mean + half)))
        for mean, half in zip(means, halves, strict=True)
    ]


def _sweeps(table: Numbers) -> Numbers:
    """For each player of a match one more deal, in which it beat the others every time and those tied."""
    meetings = (table.sum(axis=0) + table.sum(axis=0).T) / len(table)
    players = np.flatnonzero(meetings.any(axis=0))
    sweeps: Numbers = np.repeat(meetings[None] / 2, len(players), axis=0)
    for sweep, player in zip(sweeps, players, strict=True):
        sweep[player] = meetings[player]
        sweep[:, player] = 0
    return sweeps


def _draw(table: Numbers, rng: np.random.Generator) -> Numbers:
    """The sum of as many deals, drawn with replacement."""
    drawn: Numbers = table[rng.integers(len(table), size=len(table))].sum(axis=0)
    return drawn


def _standing(name: str, elo: Estimate, lost: Numbers, won: Numbers, summaries: list[Summary]) -> Standing:
    seats = [seat for summary in summaries for seat in summary.seats if seat.name == name]
    meetings = won.sum() + lost.sum()
    faults = sum(seat.faults for seat in seats)
    return Standing(name, any(seat.cheats for seat in seats), elo, float(won.sum() / meetings), int(meetings), faults)
