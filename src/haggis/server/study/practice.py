"""A game taken up again at one of its moments, against the computer: for practice, counted nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from haggis.rules import Round, Ruleset
from haggis.server.english import say
from haggis.server.errors import NotFound, NotNow
from haggis.server.limits import DEFAULT_PACE, MOST_BETS, MOST_ROUNDS, MOST_TARGET
from haggis.server.tables.events import Plan
from haggis.server.tables.new_table import SeatChoice
from haggis.study.replay import Moment, moments_of_round, rounds_of

from .games import StudyGame

MOST_PLAYED_ROUNDS = 20
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
    """The moment, and the rounds to play again; refuses what can't be a table, or has nothing to decide."""
    _check_rules(study.game.rules)
    moment = moment_at(study, number, action)
    if moment.state.over:
        raise NotNow(say("study.not-asked"))
    if number > MOST_PLAYED_ROUNDS:
        raise NotNow(say("study.too-late", round=number, most=MOST_PLAYED_ROUNDS))
    return moment, (*moment.game.finished, moment.state)


def _check_rules(rules: Ruleset) -> None:
    """A record may have rules by which nobody can make a table: its ledger or its messages would grow too long."""
    if (rules.target or 0) > MOST_TARGET or (rules.rounds or 0) > MOST_ROUNDS or len(rules.bets) > MOST_BETS:
        raise NotNow(say("study.too-large", points=MOST_TARGET, rounds=MOST_ROUNDS, bets=MOST_BETS))
