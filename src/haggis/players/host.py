"""Whoever runs a table asks its players through here, so that one bad player never stops a game.

A player that raises, or whose action is not legal, has committed a fault: its reason is kept, and
a legal default is played instead (docs/spec/protocol.md, section 4): pass, or the lowest lead. The
same default is played for a person whose time ran out.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import NamedTuple

from haggis.rules import Action, Bet, Give, HaggisError, IllegalAction, Pass, Play, View

from .player import Clock, Player

Verify = Callable[[Action], Action]
"""Judges an action: returns it with its reading named, or raises why it is refused."""


class Fault(NamedTuple):
    """What was wrong with a player's own answer."""

    reason: str
    """A sentence for whoever may know the player's cards: it may name them."""
    place: str
    """The kind of error and where in the code it was raised: nothing that a log must not hold."""


class Answer(NamedTuple):
    """What is done for a seat, and its player's fault, if any."""

    action: Action
    fault: Fault | None = None


class BetAnswer(NamedTuple):
    """A bet out of turn, or silence."""

    bet: Bet | None
    fault: Fault | None = None


def ask_turn(player: Player, view: View, clock: Clock, verify: Verify) -> Answer:
    """A legal action for a seat that is asked to play or to give."""
    try:
        return Answer(verify(_own(player.choose(view, clock), view.seat)))
    except Exception as error:  # noqa: BLE001  # whatever goes wrong in a player is its fault, not the match's
        return Answer(default_action(view), _fault(error))


def ask_bet(player: Player, view: View, clock: Clock, verify: Verify) -> BetAnswer:
    """A legal bet of a seat that is not asked to play, or None."""
    try:
        bet = player.bet(view, clock)
        return BetAnswer(None if bet is None else _bet(verify(_own(bet, view.seat))))
    except Exception as error:  # noqa: BLE001  # as above
        return BetAnswer(None, _fault(error))


def default_action(view: View) -> Action:
    """What is done for a seat that has no answer of its own: pass, the lowest single, or give to the left."""
    if view.ask == "give":
        return Give(view.seat, (view.seat + 1) % view.players)
    if view.trick:
        return Pass(view.seat)
    singles = [combo for combo in view.legal_plays() if len(combo.cards) == 1]
    return Play(view.seat, *min(singles, key=lambda combo: (combo.reading.rank, str(combo))))


def _own(action: object, seat: int) -> Action:
    if not isinstance(action, Action):
        raise IllegalAction(f"a player answers with an action, not with {type(action).__name__}")
    if action.seat != seat:
        raise IllegalAction(f"seat {seat} answered for seat {action.seat}")
    return action


def _bet(action: Action) -> Bet:
    if not isinstance(action, Bet):
        raise IllegalAction("out of turn a player can only bet")
    return action


def _fault(error: Exception) -> Fault:
    return Fault(_reason(error), _place(error))


def _reason(error: Exception) -> str:
    """Our own errors are sentences already; of others the kind matters too."""
    return str(error) if isinstance(error, HaggisError) else f"{type(error).__name__}: {error}"[:200]


def _place(error: Exception) -> str:
    calls = [f"{frame.name} line {frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__} in {' > '.join(calls)}"
