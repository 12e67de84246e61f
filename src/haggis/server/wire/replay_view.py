"""A game to step through: its outline, and round by round every moment with all hands (docs/server.md, "Study")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from typing_extensions import TypedDict

from haggis.rules import Round
from haggis.server.english import say
from haggis.server.errors import Refusal
from haggis.server.study.games import StudyGame
from haggis.server.study.records import ListedGame
from haggis.server.tables.events import Acted
from haggis.server.tables.history import Step
from haggis.server.tables.table_state import Promise
from haggis.study.replay import Moment, moments_of_round, rounds_of

from .event_types import AnyActionEvent, DealtEvent
from .event_view import action_event
from .score_sheets import Sheet, sheet_of
from .sentence_view import sentence_view
from .state_view import RoundPart, SeatView, round_part, seat_view

NO_PROMISE = Promise("", "")
MOST_LISTED = 500
"""Games of a file."""


class RoundOutline(TypedDict):
    round: int
    actions: int
    totals: list[int] | None
    """After it; null if it is not finished."""


class GameOutline(TypedDict):
    game: str
    table: bool
    """Whether it was played at a table here."""
    preset: str
    target: int | None
    rounds_to_play: int | None
    seats: list[SeatView]
    you: int | None
    """Where you sat."""
    winner: int | None
    rounds: list[RoundOutline]
    refusal: str | None
    """Why the record ends here, if the rest of it does not hold."""
    no_review: str | None
    """Why you can't have it reviewed; null if you can."""


class MomentView(RoundPart):
    """The table after an action, all hands open."""

    action: int
    """How many actions were done; 0: as dealt."""
    ask: Literal["turn", "give", "over"]
    hands: list[str]
    totals: list[int]
    event: DealtEvent | AnyActionEvent
    """What led to it."""


class ReplayRound(TypedDict):
    round: int
    haggis: str
    moments: list[MomentView]
    sheet: Sheet | None
    """Of a finished round."""


class RecordGame(TypedDict):
    """One game of a file, as its record says; it is checked when it is brought."""

    number: int
    names: list[str]
    rounds: int


class RecordGames(TypedDict):
    count: int
    """How many there are in the file."""
    games: list[RecordGame]
    """The first of them."""


def record_games(found: Sequence[ListedGame]) -> RecordGames:
    games = [
        RecordGame(number=number, names=each.names, rounds=each.rounds)
        for number, each in enumerate(found[:MOST_LISTED], 1)
    ]
    return RecordGames(count=len(found), games=games)


def outline(study: StudyGame, player: str) -> GameOutline:
    game = study.game
    return GameOutline(
        game=study.id,
        table=study.table,
        preset=game.rules.preset,
        target=game.rules.target,
        rounds_to_play=game.rules.rounds,
        seats=[seat_view(seat) for seat in study.seats],
        you=study.seat_of(player),
        winner=game.winner,
        rounds=list(_rounds(study)),
        refusal=None if study.refusal is None else str(study.refusal),
        no_review=_no_review(study, player),
    )


def _no_review(study: StudyGame, player: str) -> str | None:
    try:
        study.check_review(player)
    except Refusal as refusal:
        return str(refusal)
    return None


def _rounds(study: StudyGame) -> Iterator[RoundOutline]:
    totals = [0] * len(study.seats)
    for number, played in enumerate(rounds_of(study.game), 1):
        totals = [total + score.total for total, score in zip(totals, played.scores, strict=True)]
        yield RoundOutline(round=number, actions=len(played.actions), totals=totals if played.over else None)


def replay_round(study: StudyGame, number: int) -> ReplayRound:
    """Every moment of a round, from 1."""
    moments = list(moments_of_round(study.game, number))
    last = moments[-1]
    promise = study.promises[number - 1] if study.promises else NO_PROMISE
    sheet = sheet_of(last.state, number, study.game.names, last.game.totals, promise) if last.state.over else None
    return ReplayRound(
        round=number,
        haggis=str(last.state.deal.haggis),
        moments=[_moment(each, promise) for each in moments],
        sheet=sheet,
    )


def _moment(moment: Moment, promise: Promise) -> MomentView:
    state = moment.state
    return {
        **round_part(moment.view(0)),
        "action": moment.action,
        "ask": _ask(state),
        "hands": [str(hand) for hand in state.hands],
        "totals": list(moment.game.totals),
        "event": _event(moment, promise),
    }


def _ask(state: Round) -> Literal["turn", "give", "over"]:
    if state.over:
        return "over"
    return "give" if state.ask == "give" else "turn"


def _event(moment: Moment, promise: Promise) -> DealtEvent | AnyActionEvent:
    names, number = moment.game.names, moment.round_number
    if moment.last is None:
        deal = moment.state.deal
        said = say("log.dealt", round=number, dealer=names[deal.dealer], lead=names[deal.lead])
        return {
            "seq": 1,
            "at": 0,
            "kind": "dealt",
            "round": number,
            "dealer": deal.dealer,
            "lead": deal.lead,
            "commitment": promise.commitment,
            "words": [said],
            "sentences": [sentence_view(said)],
        }
    acted = Acted(action=moment.last, by="player")
    step = Step(moment.action + 1, 0, acted, names, names, number, moment.game.events)
    return action_event(acted, {"seq": step.seq, "at": 0}, step)
