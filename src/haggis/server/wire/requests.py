"""The bodies of REST requests, and what they mean for a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from haggis.rules import Ruleset, preset
from haggis.server.english import say
from haggis.server.errors import BadRequest
from haggis.server.limits import (
    DEFAULT_PACE,
    LEAST_MOVE_SECONDS,
    MOST_BETS,
    MOST_MOVE_SECONDS,
    MOST_PACE,
    MOST_ROUNDS,
    MOST_TARGET,
)
from haggis.server.tables.events import Plan
from haggis.server.tables.new_table import SeatChoice

from .client_messages import CardsText, Incoming, NumberText, ReadingText, SeatNumber, Seq

LevelName = Annotated[str, Field(min_length=1, max_length=40, examples=["greedy"])]
PresetName = Annotated[str, Field(max_length=40)]


class Empty(Incoming):
    """No fields: `{}`."""


class SeatsBody(Incoming):
    """About the seats as they were at an event; if one has changed since, it is refused."""

    seq: Seq | None = None


class RecordsBody(Incoming):
    """A file with game records, as text."""

    text: str


class RecordBody(RecordsBody):
    """One game of such a file."""

    number: Annotated[int, Field(ge=1, le=10_000)] = 1
    """Which game of the file."""
    partial: bool = False
    """What does not hold ends the game instead of refusing it."""


class NameBody(Incoming):
    name: str


class ShareBody(Incoming):
    share: NumberText | None = None
    """The commitment to the share that I will add to the shuffle."""


class MeSeat(ShareBody):
    kind: Literal["me"]


class OpenSeat(Incoming):
    kind: Literal["open"]


class BotSeat(Incoming):
    kind: Literal["bot"]
    level: LevelName


SeatBody = Annotated[MeSeat | OpenSeat | BotSeat, Field(discriminator="kind")]


class OptionsBody(Incoming):
    """The options that differ from the preset."""

    courts: str | None = None
    sets: str | None = None
    bets: Annotated[list[int], Field(max_length=MOST_BETS)] | None = None
    bet_wins: str | None = None
    lost_bet: str | None = None
    bombed_trick: str | None = None
    haggis: str | None = None
    leftovers: str | None = None
    points: str | None = None
    next_lead: str | None = None


class TableBody(Incoming):
    seats: Annotated[list[SeatBody], Field(min_length=2, max_length=3)]
    preset: PresetName = "standard"
    options: OptionsBody = OptionsBody()
    target: Annotated[int, Field(ge=1, le=MOST_TARGET)] | None = None
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    public: bool = False
    takeback: bool | None = None
    hints: bool | None = None
    unseen: bool | None = None
    move_seconds: Annotated[int, Field(ge=LEAST_MOVE_SECONDS, le=MOST_MOVE_SECONDS)] | None = None
    pace: Annotated[float, Field(ge=0, le=MOST_PACE, strict=False)] = DEFAULT_PACE


class SitBody(ShareBody, SeatsBody):
    seat: SeatNumber | None = None


class SwapBody(SeatsBody):
    seats: Annotated[list[SeatNumber], Field(min_length=2, max_length=2)]


class LevelBody(Incoming):
    level: LevelName


class TokenBody(Incoming):
    token: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_=-]+$")]


class CardsBody(Incoming):
    cards: CardsText


class DescribeBody(Incoming):
    cards: CardsText
    players: Annotated[int, Field(ge=2, le=3)] | None = None
    preset: PresetName = "standard"
    on: ReadingText | None = None


# --- what they mean -----------------------------------------------------------------------------


def seats_of(body: TableBody) -> list[SeatChoice]:
    if sum(seat.kind == "me" for seat in body.seats) != 1:
        raise BadRequest(say("table.one-seat-yours"))
    return [_seat_choice(seat) for seat in body.seats]


def _seat_choice(seat: MeSeat | OpenSeat | BotSeat) -> SeatChoice:
    match seat:
        case MeSeat(share=share):
            return SeatChoice("me", share=share)
        case BotSeat(level=level):
            return SeatChoice("bot", level)
        case OpenSeat():
            return SeatChoice("open")


def plan_of(body: TableBody) -> Plan:
    """What the table will be played by; what was left open depends on who plays."""
    only_bots = all(seat.kind != "open" for seat in body.seats)

    def chosen(wish: bool | None) -> bool:  # noqa: FBT001
        return only_bots if wish is None else wish

    return Plan(
        rules=_rules_of(body).to_json(),
        players=len(body.seats),
        public=body.public,
        takeback=body.takeback is not False,  # people are asked whether they agree
        hints=chosen(body.hints),
        unseen=chosen(body.unseen),
        move_seconds=body.move_seconds,
        pace=body.pace,
    )


def _rules_of(body: TableBody) -> Ruleset:
    if body.target is not None and body.rounds is not None:
        raise BadRequest(say("table.one-end"))
    rules = preset(body.preset, players=len(body.seats), target=body.target, rounds=body.rounds)
    return replace(rules, **_changes(body.options))


def _changes(options: OptionsBody) -> dict[str, Any]:
    changes: dict[str, Any] = options.model_dump(exclude_none=True)
    return changes | {"bets": tuple(options.bets)} if options.bets is not None else changes
