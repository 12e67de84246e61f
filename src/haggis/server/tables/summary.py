"""A table in a few words, for the lobby and for lists of games."""

from __future__ import annotations

from dataclasses import fields

from haggis.rules import preset
from haggis.server.wire.responses import SeatSummary, Summary

from .table_state import Sitting

NOT_OPTIONS = {"preset", "players", "target", "rounds"}


def summary(sitting: Sitting) -> Summary:
    seats = [SeatSummary(kind=seat.kind, name=seat.name, level=seat.level) for seat in sitting.seats]
    return Summary(
        table=sitting.id,
        status=sitting.status,
        public=sitting.plan.public,
        preset=sitting.rules.preset,
        changed=_changed(sitting),
        end=sitting.rules.describe_end(),
        seats=seats,
        totals=list(sitting.game.totals) if sitting.game else [0] * len(seats),
        round=len(sitting.promises),
        takeback=sitting.plan.takeback,
        hints=sitting.plan.hints,
        move_seconds=sitting.plan.move_seconds,
        created=sitting.created_at,
        host=next((seat.name for seat in sitting.seats if seat.owner == sitting.host), ""),
    )


def _changed(sitting: Sitting) -> list[str]:
    """The options that differ from the preset's."""
    usual = preset(sitting.rules.preset, players=sitting.rules.players)
    names = [each.name for each in fields(usual) if each.name not in NOT_OPTIONS]
    return [name for name in names if getattr(usual, name) != getattr(sitting.rules, name)]


def matters_to_the_lobby(before: Sitting | None, after: Sitting) -> bool:
    """Whether the summary may have changed; most actions don't touch it."""
    if before is None:
        return True
    return (before.status, before.seats, len(before.promises), before.history) != (
        after.status,
        after.seats,
        len(after.promises),
        after.history,
    )
