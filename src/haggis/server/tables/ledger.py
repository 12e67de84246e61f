"""What a change of a table writes to the database: its events, and what others look up."""

from __future__ import annotations

from collections.abc import Sequence

from haggis.rules import Game, Play, Round
from haggis.server.metrics import ACTIONS, EVENTS
from haggis.server.storage.database import Batch, Line, TableRow
from haggis.server.storage.results import GameResult

from .events import Acted, TableEvent, write_event
from .summary import matters_to_the_lobby, summary_of
from .table_state import TableState, game_of


def lines_of(events: Sequence[TableEvent], first: int, at: int, client: str | None = None) -> list[Line]:
    """The events as they are stored; the client id goes with the first."""
    return [
        Line(first + place, at, write_event(event), client if place == 0 else None)
        for place, event in enumerate(events)
    ]


def count_stored(events: Sequence[TableEvent]) -> None:
    """For whoever runs the server."""
    for event in events:
        EVENTS.labels(event.kind).inc()
        if isinstance(event, Acted):
            ACTIONS.labels(event.by).inc()


def batch_of(before: TableState | None, after: TableState, lines: Sequence[Line], at: int) -> Batch:
    """All that one change writes; `before` is None for a new table."""
    row = _row(after, at) if matters_to_the_lobby(before, after) else None
    seated = _browsers(after)
    ended = after.status == "over" and before is not None and before.status != "over"
    return Batch(
        table=after.id,
        lines=lines,
        new_table=row if before is None else None,
        table_row=row if before is not None else None,
        seated=seated if before is None or seated != _browsers(before) else None,
        results=results_of(after, at) if ended else (),
    )


def _row(state: TableState, at: int) -> TableRow:
    return TableRow(
        id=state.id, status=state.status, public=state.plan.public, changed_at=at, summary=dict(summary_of(state))
    )


def _browsers(state: TableState) -> frozenset[str]:
    return frozenset(player for seat in state.seats for player in seat.browsers)


def results_of(state: TableState, at: int) -> list[GameResult]:
    """What the game meant to each person who sat to the end; practice means nothing."""
    if state.plan.practice:
        return []
    return [
        _result(state, number, seat.owner or "", at) for number, seat in enumerate(state.seats) if seat.kind == "person"
    ]


def _result(state: TableState, seat: int, owner: str, at: int) -> GameResult:
    game: Game = game_of(state)
    rounds = game.finished
    return GameResult(
        table_id=state.id,
        seat=seat,
        player_id=owner,
        ended_at=at,
        players=len(state.seats),
        preset=state.rules.preset,
        names=list(state.names),
        totals=list(game.totals),
        place=1 + sum(total > game.totals[seat] for total in game.totals),
        rounds=len(rounds),
        points=game.totals[seat],
        out_first=sum(done.out[0] == seat for done in rounds),
        bets=sum(bool(done.bets[seat]) for done in rounds),
        bets_won=sum(line.seat == seat and line.cause == "bet won" for done in rounds for line in done.lines),
        bombs=sum(_bombs(done, seat) for done in rounds),
    )


def _bombs(done: Round, seat: int) -> int:
    plays = (action for action in done.actions if isinstance(action, Play) and action.seat == seat)
    return sum(play.combo.reading.is_bomb for play in plays)
