"""What a game meant to its players: places, points, bets and bombs; and the sums over many games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from haggis.rules import Game, Play, Round
from haggis.rules import record as records
from haggis.server.wire.responses import ByPlayers, GameShape, Statistics

from .table_state import Sitting, playing


def results(sitting: Sitting, at: int) -> list[dict[str, Any]]:
    """One row for each person who sat to the end."""
    game = playing(sitting)
    people = [(number, seat) for number, seat in enumerate(sitting.seats) if seat.kind == "person"]
    return [
        {
            "table_id": sitting.id,
            "seat": number,
            "player_id": seat.owner,
            "ended_at": at,
            "players": len(sitting.seats),
            "preset": sitting.rules.preset,
            "names": list(sitting.names),
            "totals": list(game.totals),
        }
        | _achieved(game, number)
        for number, seat in people
    ]


def _achieved(game: Game, seat: int) -> dict[str, int]:
    rounds = game.finished
    return {
        "place": 1 + sum(total > game.totals[seat] for total in game.totals),
        "rounds": len(rounds),
        "points": game.totals[seat],
        "out_first": sum(done.out[0] == seat for done in rounds),
        "bets": sum(bool(done.bets[seat]) for done in rounds),
        "bets_won": sum(line.seat == seat and line.cause == "bet won" for done in rounds for line in done.lines),
        "bombs": sum(_bombs(done, seat) for done in rounds),
    }


def _bombs(done: Round, seat: int) -> int:
    plays = (action for action in done.actions if isinstance(action, Play) and action.seat == seat)
    return sum(play.combo.reading.is_bomb for play in plays)


def game_shape(row: Row[Any]) -> GameShape:
    return GameShape(
        table=row.table_id,
        ended=row.ended_at,
        preset=row.preset,
        names=row.names,
        totals=row.totals,
        seat=row.seat,
        place=row.place,
        rounds=row.rounds,
    )


def statistics(rows: Sequence[Row[Any]]) -> Statistics:
    """The sums of the database as a player reads them."""

    def total(name: str) -> int:
        return sum(int(getattr(row, name)) for row in rows)

    return Statistics(
        games=total("games"),
        won=total("won"),
        rounds=total("rounds"),
        points=total("points"),
        points_a_round=_average(total("points"), total("rounds")),
        average_place=_average(total("place"), total("games")),
        rounds_out_first=total("out_first"),
        bets=total("bets"),
        bets_won=total("bets_won"),
        bombs=total("bombs"),
        by_players={str(row.players): _by_players(row) for row in rows},
    )


def _by_players(row: Row[Any]) -> ByPlayers:
    return ByPlayers(games=int(row.games), won=int(row.won), average_place=_average(int(row.place), int(row.games)))


def _average(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None


def record_of(sitting: Sitting) -> dict[str, Any]:
    """The game record with its promises. A round in play is left out: its cards are still secret."""
    game = playing(sitting)
    finished = Game(game.rules, game.names, game.finished, None, game.totals)
    record = records.write(finished)
    for played, promise in zip(record["rounds"], sitting.promises, strict=False):
        played |= {"commitment": promise.commitment, "salt": promise.salt}
    return record
