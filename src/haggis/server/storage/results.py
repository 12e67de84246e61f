"""Results of finished games, one row a person, and their sums; the queries that read them."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from . import schema

ADDED = ("place", "rounds", "points", "out_first", "bets", "bets_won", "bombs")


class GameResult(NamedTuple):
    """What one game meant to one person; the columns of `schema.results`."""

    table_id: str
    seat: int
    player_id: str
    ended_at: int
    players: int
    preset: str
    names: list[str]
    totals: list[int]
    place: int
    rounds: int
    points: int
    out_first: int
    bets: int
    bets_won: int
    bombs: int


class ResultSums(NamedTuple):
    """A person's results added up over the games with so many players."""

    players: int
    games: int
    won: int
    place: int
    rounds: int
    points: int
    out_first: int
    bets: int
    bets_won: int
    bombs: int


def latest(player: str, before: int, limit: int) -> Select[Any]:
    result = schema.results.c
    query = select(schema.results).where(result.player_id == player, result.ended_at < before)
    return query.order_by(result.ended_at.desc(), result.table_id).limit(limit)


def sums(player: str) -> Select[Any]:
    result = schema.results.c
    added = [func.coalesce(func.sum(result[name]), 0).label(name) for name in ADDED]
    games, won = func.count().label("games"), func.count().filter(result.place == 1).label("won")
    query = select(result.players, games, won, *added).where(result.player_id == player)
    return query.group_by(result.players).order_by(result.players)
