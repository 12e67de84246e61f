"""The record of a table's game (docs/spec/record.md), with the promises of its deals."""

from __future__ import annotations

from typing import Any

from haggis.rules import Game
from haggis.rules import record as records
from haggis.server.tables.table_state import TableState, game_of


def record_of(state: TableState) -> dict[str, Any]:
    """A round in play is left out: its cards are still secret."""
    game = game_of(state)
    record = records.write(Game(game.rules, game.names, game.finished, None, game.totals))
    for played, promise in zip(record["rounds"], state.promises, strict=False):
        played |= {"commitment": promise.commitment, "salt": promise.salt}
    return record
