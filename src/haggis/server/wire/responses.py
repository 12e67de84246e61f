"""The shapes of what goes out over the wire (docs/server.md); the OpenAPI document is made of them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Ask = Literal["turn", "give", "wait", "over", "none", "watch"]


class ErrorBody(TypedDict):
    code: str
    words: str
    retry_after: NotRequired[int]
    readings: NotRequired[list[ReadingShape]]


class Me(TypedDict):
    id: str
    name: str
    named: bool


class SeatSummary(TypedDict):
    kind: str
    name: str
    level: str | None


class Summary(TypedDict):
    table: str
    status: str
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


class Summaries(TypedDict):
    tables: list[Summary]


class You(TypedDict):
    seat: int | None
    host: bool
    player: str | None
    name: str


class TableAnswer(TypedDict):
    summary: Summary
    you: You


class Made(TypedDict):
    table: str
    link: str
    seat: int


class Seated(TypedDict):
    seat: int


class Link(TypedDict):
    link: str


class Done(TypedDict):
    seq: int
    again: bool


class Health(TypedDict):
    status: str


class LineShape(TypedDict):
    seat: int
    cause: str
    part: str
    points: int
    words: str


class PlayShape(TypedDict):
    seat: int
    cards: str
    reading: str
    words: str


class OnShape(TypedDict):
    reading: str
    words: str
    seat: int


class Pile(TypedDict):
    cards: int
    points: int
    plays: list[str]


class Legal(TypedDict):
    plays: dict[str, list[str]]
    words: dict[str, str]


class ScoreShape(TypedDict):
    hand: int
    cards: int
    bets: int
    total: int


class Sheet(TypedDict):
    round: int
    dealer: int
    lead: int
    out: list[int]
    scores: list[ScoreShape]
    lines: list[LineShape]
    totals: list[int]
    hands: list[str]
    dealt: list[str]
    haggis: str
    commitment: str
    salt: str


class Sheets(TypedDict):
    rounds: list[Sheet]


class SeatShape(TypedDict):
    kind: str
    name: str
    level: str | None
    left: bool


class State(TypedDict):
    seq: int
    status: str
    now: int
    seats: list[SeatShape]
    seat: int | None
    round: int
    target: int | None
    rounds: int | None
    totals: list[int]
    winner: int | None
    dealer: int | None
    lead: int | None
    turn: int | None
    ask: Ask
    asked: str | None
    hand: str | None
    counts: list[int]
    courts: list[str]
    trick: list[PlayShape]
    passed: list[int]
    captured: list[Pile]
    bets: list[int | None]
    may_bet: list[int]
    out: list[int]
    lines: list[LineShape]
    may_pass: bool
    may_give: list[int]
    legal: Legal | None
    on: OnShape | None
    unseen: str | None
    commitment: str | None
    deadline: int | None
    ready: list[int]
    next_deadline: int | None
    sheet: Sheet | None
    history: list[list[int]]
    may_takeback: bool
    may_hint: bool
    rematch: str | None


class EventShape(TypedDict, total=False):
    """`seq`, `at`, `kind` and `words` always; the rest depends on the kind."""

    seq: int
    at: int
    kind: str
    words: list[str]
    seat: int
    name: str
    bot: bool
    level: str
    by: str | int
    round: int
    dealer: int
    lead: int
    commitment: str
    type: str
    cards: str
    reading: str
    reading_words: str
    bomb: bool
    amount: int
    to: int
    then: list[dict[str, Any]]
    actions: int
    table: str


class Events(TypedDict):
    events: list[EventShape]
    more: bool


class ReadingShape(TypedDict):
    reading: str
    words: str
    beats: bool
    why: str


class Described(TypedDict):
    cards: str
    readings: list[ReadingShape]
    playable: bool
    words: str
    why: str


class HintAction(TypedDict):
    type: str
    words: str
    points: float | None
    cards: NotRequired[str]
    reading: NotRequired[str]
    amount: NotRequired[int]
    to: NotRequired[int]


class Hint(TypedDict):
    level: str
    actions: list[HintAction]


class GameShape(TypedDict):
    table: str
    ended: int
    preset: str
    names: list[str]
    totals: list[int]
    seat: int
    place: int
    rounds: int


class Games(TypedDict):
    games: list[GameShape]
    more: bool


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


class Level(TypedDict):
    name: str
    words: str


class PresetShape(TypedDict):
    name: str
    players: list[int]
    rules: dict[str, Any]


class Value(TypedDict):
    value: str
    words: str


class Choice(TypedDict):
    option: str
    values: list[Value]


class Pace(TypedDict):
    default: float
    most: float


class Range(TypedDict):
    least: int
    most: int


class Options(TypedDict):
    levels: list[Level]
    default_level: str
    presets: list[PresetShape]
    choices: list[Choice]
    pace: Pace
    move_seconds: Range
    name_length: int
    suits: list[str]


class RulesText(TypedDict):
    markdown: str
