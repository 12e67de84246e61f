"""The record of a table's game (docs/spec/record.md), with the promises of its deals."""

from __future__ import annotations

from typing import Any

from haggis.rules import record as records
from haggis.server.tables.rules_versions import finished_part
from haggis.server.tables.shuffle import Shuffle
from haggis.server.tables.table_state import TableState, game_of
from haggis.shuffle.proof import FORMAT


def record_of(state: TableState) -> dict[str, Any]:
    """A round in play is left out: its cards are still secret."""
    record = records.write(finished_part(game_of(state))) | {"rules_version": state.judge.version}
    for played, promise in zip(record["rounds"], state.promises, strict=False):
        shown = {"commitment": promise.commitment, "salt": promise.salt, "secret": promise.secret}
        played.update({name: value for name, value in shown.items() if value is not None})
    return record | {"shuffle": _shuffle(state.shuffle)} if state.shuffle and state.promises else record


def _shuffle(shuffle: Shuffle) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "commitment": shuffle.commitment,
        "commitments": list(shuffle.commitments),
        "shares": list(shuffle.shares),
    }
