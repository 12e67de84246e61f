"""What a match says: each player's line, and the difference that the match was about."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .match import BadMatch, derived_seed
from .run import MatchResult
from .statistics import Estimate, Numbers, ratios
from .tally import Tally


@dataclass(frozen=True)
class SeatSummary:
    """One player's line. (`seats` is what the JSON calls the players of a match.)"""

    name: str
    cheats: bool
    points: Estimate
    first_out: float
    """The share of rounds in which it was the first to go out."""
    games_won: Estimate | None
    """The share of games that it won; None if single rounds were played."""
    bets_won: int
    bets_lost: int
    ms_mean: float
    ms_p99: float
    decisions: int
    faults: int
    reasons: list[str]
    log: str

    def to_json(self) -> dict[str, Any]:
        wire = asdict(self)
        points = wire.pop("points")
        won, won_ci95 = wire.pop("games_won") or (None, None)
        wire = {"name": wire.pop("name"), "points_per_round": points[0], "ci95": points[1], **wire}
        wire |= {"games_won": won, "games_won_ci95": won_ci95}
        return {key: _rounded(value) for key, value in wire.items()}


@dataclass(frozen=True)
class Summary:
    """The whole of it."""

    result: MatchResult
    rounds: int
    games: int | None
    seats: list[SeatSummary]
    difference: Estimate
    """The first player's points a round minus the mean of the others'."""

    def to_json(self) -> dict[str, Any]:
        match = self.result.match
        return {
            "rules": match.rules.to_json(),
            "players": match.players,
            "seed": match.seed,
            "clock": match.clock._asdict(),
            "deals": len(self.result.deals),
            "rounds": self.rounds,
            "games": self.games,
            "seats": [seat.to_json() for seat in self.seats],
            "difference": {"mean": _rounded(self.difference.mean), "ci95": _rounded(self.difference.ci95)},
            "sprt": self._sprt_json(),
            "stopped": self.result.stopped,
            "seconds": round(self.result.seconds, 3),
        }

    def _sprt_json(self) -> dict[str, Any] | None:
        sprt = self.result.sprt
        if sprt is None:
            return None
        plan = {"low": sprt.low, "high": sprt.high, "alpha": sprt.alpha, "beta": sprt.beta}
        return plan | {"llr": _rounded(sprt.llr), "bounds": _rounded(sprt.bounds), "verdict": self.result.verdict}


def summarise(result: MatchResult) -> Summary:
    """The summary of a match of which at least one deal was finished."""
    if not result.deals:
        raise BadMatch("not one deal was finished: there is nothing to report")
    *points, difference = _estimates(result)
    games = sum(deal.games for deal in result.deals) if result.match.whole_games else None
    won = _games_won(result) if games else [None] * len(points)
    seats = [_seat(result, player, points[player], won[player]) for player in range(len(points))]
    return Summary(result, result.rounds, games, seats, difference)


def _estimates(result: MatchResult) -> list[Estimate]:
    """Points a round of each player, then the difference."""
    points = np.array([[tally.points for tally in deal.tallies] for deal in result.deals], dtype=np.float64)
    return ratios(
        np.column_stack([points, ahead_table(result)]),
        rounds_table(result),
        derived_seed(result.match.seed, "bootstrap"),
    )


def _games_won(result: MatchResult) -> list[Estimate | None]:
    won = np.array([[tally.games_won for tally in deal.tallies] for deal in result.deals], dtype=np.float64)
    games = np.array([deal.games for deal in result.deals], dtype=np.float64)
    return [*ratios(won, games, derived_seed(result.match.seed, "games won"))]


def ahead_table(result: MatchResult) -> Numbers:
    """For each deal, how far the first player was ahead of the others."""
    return np.array([deal.ahead for deal in result.deals], dtype=np.float64)


def rounds_table(result: MatchResult) -> Numbers:
    return np.array([deal.rounds for deal in result.deals], dtype=np.float64)


def _seat(result: MatchResult, player: int, points: Estimate, games_won: Estimate | None) -> SeatSummary:
    tallies = [deal.tallies[player] for deal in result.deals]
    millis = np.concatenate([np.asarray(tally.millis) for tally in tallies])
    return SeatSummary(
        name=result.match.names[player],
        cheats=any(result.match.cheats[player : player + 1]),
        points=points,
        first_out=sum(tally.first_out for tally in tallies) / result.rounds,
        games_won=games_won,
        bets_won=sum(tally.bets_won for tally in tallies),
        bets_lost=sum(tally.bets_lost for tally in tallies),
        ms_mean=float(millis.mean()),
        ms_p99=float(np.percentile(millis, 99)),
        decisions=len(millis),
        faults=sum(tally.faults for tally in tallies),
        reasons=_reasons(tallies),
        log=next((tally.log for tally in reversed(tallies) if tally.log), ""),
    )


def _reasons(tallies: list[Tally]) -> list[str]:
    """Some of the reasons for faults, the first ones."""
    kept = Tally()
    for tally in tallies:
        kept.add_reasons(tally.reasons)
    return kept.reasons


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    return [_rounded(part) for part in value] if isinstance(value, tuple) else value
