"""Finished rounds, shown whole: points with their reasons, hands, deal and salt."""

from __future__ import annotations

from typing_extensions import TypedDict

from haggis.rules import Round, ScoreLine
from haggis.rules.events import Cause, Part
from haggis.rules.words import line_words
from haggis.server.tables.table_state import Promise, TableState

from .sentence_view import SentenceView, sentence_view


class LineView(TypedDict):
    seat: int
    cause: Cause
    part: Part
    points: int
    words: str
    sentence: SentenceView


class ScoreView(TypedDict):
    hand: int
    cards: int
    bets: int
    total: int


class Sheet(TypedDict):
    round: int
    dealer: int
    lead: int
    out: list[int]
    scores: list[ScoreView]
    lines: list[LineView]
    totals: list[int]
    hands: list[str]
    dealt: list[str]
    haggis: str
    commitment: str
    salt: str
    secret: str | None


def line_view(line: ScoreLine, names: tuple[str, ...]) -> LineView:
    words = line_words(line, names)
    return LineView(
        seat=line.seat,
        cause=line.cause,
        part=line.part,
        points=line.points,
        words=words,
        sentence=sentence_view(words),
    )


def sheets(state: TableState) -> list[Sheet]:
    """The score sheets of all finished rounds."""
    finished = state.game.finished if state.game else ()
    return [_sheet(state, number, done) for number, done in enumerate(finished, 1)]


def last_sheet(state: TableState) -> Sheet | None:
    """The sheet of the round that just ended, until the next is dealt."""
    if state.game is None or state.game.round or not state.game.finished:
        return None
    return _sheet(state, len(state.game.finished), state.game.finished[-1])


def _sheet(state: TableState, number: int, done: Round) -> Sheet:
    return sheet_of(done, number, state.names, state.totals_after[number - 1], state.promises[number - 1])


def sheet_of(done: Round, number: int, names: tuple[str, ...], totals: tuple[int, ...], promise: Promise) -> Sheet:
    """The score sheet of one finished round, with the totals after it."""
    return Sheet(
        round=number,
        dealer=done.deal.dealer,
        lead=done.deal.lead,
        out=list(done.out),
        scores=[ScoreView(hand=each.hand, cards=each.cards, bets=each.bets, total=each.total) for each in done.scores],
        lines=[line_view(each, names) for each in done.lines],
        totals=list(totals),
        hands=[str(hand) for hand in done.hands],
        dealt=[str(hand) for hand in done.deal.hands],
        haggis=str(done.deal.haggis),
        commitment=promise.commitment,
        salt=promise.salt,
        secret=promise.secret,
    )
