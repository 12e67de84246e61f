"""A game taken up again at one of its moments, against the computer: for practice, counted nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from haggis.rules import Round
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.limits import DEFAULT_PACE
from haggis.server.tables.events import Plan
from haggis.server.tables.new_table import SeatChoice
from haggis.study.replay import Moment, moments_of_round, rounds_of

from .games import StudyGame

MOST_ROUNDS = 20
"""That were played before: all of them are read again at once."""
LEVEL = "strong"
"""Who takes the seats of people."""


def moment_at(study: StudyGame, number: int, action: int) -> Moment:
    """The game after so many actions of a round."""
    check_round(study, number)
    for moment in moments_of_round(study.game, number):
        if moment.action == action:
            return moment
    raise NotFound(say("study.no-moment", action=action, round=number))


def check_round(study: StudyGame, number: int) -> None:
    rounds = len(rounds_of(study.game))
    if number > rounds:
        raise NotFound(say("study.no-such-round", round=number, rounds=rounds))


def practice_plan(study: StudyGame) -> Plan:
    rules = study.game.rules
    return Plan(
        rules=rules.to_json(),
        players=rules.players,
        public=False,
        takeback=True,
        hints=True,
        unseen=True,
        move_seconds=None,
        pace=DEFAULT_PACE,
        practice=True,
    )


def practice_seats(study: StudyGame, moment: Moment) -> list[SeatChoice]:
    """I sit where somebody is asked; bots stay who they are."""
    return [
        SeatChoice("me") if number == moment.state.turn else SeatChoice("bot", seat.level or LEVEL)
        for number, seat in enumerate(study.seats)
    ]


def rounds_up_to(study: StudyGame, number: int, action: int) -> tuple[Moment, Sequence[Round]]:
    """The moment, and the rounds to play again; refuses moments at which there is nothing to decide."""
    moment = moment_at(study, number, action)
    if moment.state.over:
        raise NotNow(say("study.not-asked"))
    if number > MOST_ROUNDS:
        raise NotNow(say("study.too-late", round=number, most=MOST_ROUNDS))
    return moment, (*moment.game.finished, moment.state)
