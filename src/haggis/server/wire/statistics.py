"""A player's finished games and results in numbers, as she reads them."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from haggis.server.storage.results import GameResult, ResultSums

log = logging.getLogger(__name__)


class FinishedGame(TypedDict):
    table: str
    ended: int
    preset: str
    names: list[str]
    totals: list[int]
    seat: int
    place: int
    rounds: int


class ByPlayers(TypedDict):
    games: int
    won: int
    average_place: float | None


class Statistics(TypedDict):
    games: int
    won: int
    rounds: int
    points: int
    points_a_round: float | None
    average_place: float | None
    rounds_out_first: int
    bets: int
    bets_won: int
    bombs: int
    by_players: dict[str, ByPlayers]


_READER: TypeAdapter[FinishedGame] = TypeAdapter(FinishedGame)


def finished_games(results: Sequence[GameResult]) -> list[FinishedGame]:
    """The games as they were stored; one that can't be read is left out."""
    return [game for each in results if (game := _finished_game(each)) is not None]


def _finished_game(result: GameResult) -> FinishedGame | None:
    game = FinishedGame(
        table=result.table_id,
        ended=result.ended_at,
        preset=result.preset,
        names=result.names,
        totals=result.totals,
        seat=result.seat,
        place=result.place,
        rounds=result.rounds,
    )
    try:
        return _READER.validate_python(game)
    except ValidationError:
        log.error("the result of table %s is damaged", result.table_id)
        return None


def statistics_view(sums: Sequence[ResultSums]) -> Statistics:
    games, rounds = sum(each.games for each in sums), sum(each.rounds for each in sums)
    points = sum(each.points for each in sums)
    return Statistics(
        games=games,
        won=sum(each.won for each in sums),
        rounds=rounds,
        points=points,
        points_a_round=_average(points, rounds),
        average_place=_average(sum(each.place for each in sums), games),
        rounds_out_first=sum(each.out_first for each in sums),
        bets=sum(each.bets for each in sums),
        bets_won=sum(each.bets_won for each in sums),
        bombs=sum(each.bombs for each in sums),
        by_players={str(each.players): _by_players(each) for each in sums},
    )


def _by_players(sums: ResultSums) -> ByPlayers:
    return ByPlayers(games=sums.games, won=sums.won, average_place=_average(sums.place, sums.games))


def _average(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None
