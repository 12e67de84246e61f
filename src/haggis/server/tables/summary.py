"""A table in a few words, for the lobby and for lists of tables; it is stored with the table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, NotRequired

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from haggis.rules import Ruleset, preset
from haggis.server.storage.database import StoredSummary

from .table_state import Kind, Seat, Status, TableState

log = logging.getLogger(__name__)
NOT_OPTIONS = {"preset", "players", "target", "rounds"}


class SeatSummary(TypedDict):
    kind: Kind
    name: str
    level: str | None
    awaited: NotRequired[str]


class Summary(TypedDict):
    table: str
    status: Status
    public: bool
    preset: str
    changed: list[str]
    end: str
    seats: list[SeatSummary]
    totals: list[int]
    round: int
    takeback: bool
    hints: bool
    move_seconds: int | None
    created: int
    host: str
    target: NotRequired[int | None]
    rounds: NotRequired[int | None]


_READER: TypeAdapter[Summary] = TypeAdapter(Summary)


def read_summaries(stored: Sequence[StoredSummary]) -> list[Summary]:
    """The summaries as they were stored; one that can't be read is left out."""
    return [summary for each in stored if (summary := _read(*each)) is not None]


def _read(table: str, stored: Any) -> Summary | None:
    try:
        return _READER.validate_python(stored)
    except ValidationError:
        log.error("the summary of table %s is damaged", table)
        return None


def summary_of(state: TableState) -> Summary:
    return Summary(
        table=state.id,
        status=state.status,
        public=state.plan.public,
        preset=state.rules.preset,
        changed=changed_options(state.rules),
        end=state.rules.describe_end(),
        seats=[_seat_summary(seat) for seat in state.seats],
        totals=list(state.game.totals) if state.game else [0] * len(state.seats),
        round=len(state.promises),
        takeback=state.plan.takeback,
        hints=state.plan.hints,
        move_seconds=state.plan.move_seconds,
        created=state.created_at,
        host=next((seat.name for seat in state.seats if seat.owner == state.host), ""),
        target=state.rules.target,
        rounds=state.rules.rounds,
    )


def _seat_summary(seat: Seat) -> SeatSummary:
    return SeatSummary(kind=seat.kind, name=seat.name, level=seat.level, awaited=seat.awaited)


def changed_options(rules: Ruleset) -> list[str]:
    """The options that differ from the preset's."""
    usual = preset(rules.preset, players=rules.players)
    names = [each.name for each in fields(usual) if each.name not in NOT_OPTIONS]
    return [name for name in names if getattr(usual, name) != getattr(rules, name)]


def matters_to_the_lobby(before: TableState | None, after: TableState) -> bool:
    """Whether the summary may have changed; most actions don't touch it."""
    if before is None:
        return True
    return (before.status, before.seats, len(before.promises), before.totals_after) != (
        after.status,
        after.seats,
        len(after.promises),
        after.totals_after,
    )
