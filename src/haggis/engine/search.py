"""Search and the outlook of bets: what strong players think with.

Everything here is told a `View` and nothing else. With a budget of nodes the same view, seed and
nodes give the same answer, whatever the number of threads.

The options of a search, their defaults and bounds stand in `native/search/settings.hpp`:

>>> quick = Settings(nodes=100)
>>> quick.replace(threads=2).threads, quick.exact, quick == eval(repr(quick))
(2, 8, True)
>>> Settings(nodes=0)
Traceback (most recent call last):
haggis.rules.errors.HaggisError: the number of nodes must be a whole number from 1 to 1000000000, not 0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from haggis import _native
from haggis.rules import Action, Round, View

from . import checks
from .convert import action_from_native, action_to_native, knowledge_of, round_to_native
from .network import Network, shipped
from .policy import Policy, shipped_policy

Settings = _native.Settings
Stop = _native.Stop
MOST_NODES = Settings.bounds()["nodes"][1]
EXACT = Settings().exact


class Choice(NamedTuple):
    """One action and what search thinks of it."""

    action: Action
    worth: float
    """Its value for the game, in points of an even game; higher is better."""
    error: float
    """The standard error of `worth`."""
    points: float
    """The expected lead in points in this round."""
    first_out: float
    """The chance that the seat goes out first."""


def search(
    view: View,
    settings: Settings,
    seed: int,
    *,
    network: Network | None = None,
    policy: Policy | None = None,
    truth: Round | None = None,
    stop: Stop | None = None,
) -> list[Choice]:
    """The actions of the seat that is asked, the best first; bets are apart.

    Without a network or a policy it uses the one in the package. `truth` is for the yardstick that cheats: the round
    with all hands as they are. By `stop` another thread ends it early: what was found until then is the answer.
    """
    seen = None if truth is None else round_to_native(truth)
    asked = (knowledge_of(view), settings, *_networks(view, network, policy), checks.seed(seed))
    found = _native.search(*asked, **_match(view), truth=seen, stop=stop)
    return [Choice(**(choice | {"action": action_from_native(choice["action"])})) for choice in found]


class Trial(NamedTuple):
    """One action, tried as often as those that it is compared with, in the same worlds."""

    action: Action
    worths: list[float]
    """Visit by visit; the n-th visit of each action is in the same world."""
    worlds: list[int]
    """Which one that is: visits with the same number are to the same hands."""
    points: float
    first_out: float


def try_actions(
    view: View, actions: Sequence[Action], settings: Settings, seed: int, *, network: Network | None = None
) -> list[Trial]:
    """What given actions of the asked seat are worth, each with an equal share of the nodes; none is left out."""
    wires = [action_to_native(action) for action in actions]
    asked = (knowledge_of(view), settings, *_networks(view, network), checks.seed(seed))
    found = _native.trials(*asked, wires, **_match(view))
    return [Trial(action, *each) for action, each in zip(actions, found, strict=True)]


def standard_error(values: Sequence[float], worlds: Sequence[int]) -> float:
    """Of the mean of values, visit by visit; those of the same world depend on each other."""
    return _native.standard_error(values, worlds)


def likelihood(view: View, world: Round) -> float:
    """The chance that the others do all that they have done, if the hands are as in this world: what search weighs its
    worlds by.
    """
    return _native.likelihood(knowledge_of(view), shipped_policy(view.players).native, round_to_native(world))


class Expected(NamedTuple):
    """What each seat will probably have at the end of the round."""

    points: list[float]
    """Of the whole round, bets included."""
    first_out: list[float]


def expect(
    view: View,
    actions: Sequence[Action] = (),
    *,
    seed: int = 0,
    worlds: int = 1,
    exact: int = EXACT,
    truth: Round | None = None,
) -> list[Expected]:
    """By the network, and by the solver for endings of two with at most `exact` cards: first as it stands, then after
    each action. On average over worlds that the view's seat thinks possible, or in `truth`: all hands as they are.
    """
    seen = None if truth is None else round_to_native(truth)
    wires = [action_to_native(action) for action in actions]
    limits = {"exact": exact, "worlds": worlds, "seed": checks.seed(seed)}
    found = _native.expect(knowledge_of(view), wires, shipped(view.players).native, **limits, truth=seen)
    return [Expected(*each) for each in found]


class BetOutlook(NamedTuple):
    """What will probably come of a bet, by what the network expects in worlds that the seat thinks possible."""

    chance: float
    """To win it."""
    if_won: float
    """What it then adds to the worth of the round."""
    if_lost: float
    """What it adds otherwise: below 0."""


def outlook(view: View, bets: list[int], seed: int, *, worlds: int) -> dict[int, BetOutlook]:
    """The outlook of a seat that may place one of these bets now, in or out of turn."""
    network = shipped(view.players).native
    found = _native.outlook(knowledge_of(view), bets, network, worlds, checks.seed(seed), **_match(view))
    return {bet: BetOutlook(*each) for bet, each in zip(bets, found, strict=True)}


def worth(view: View, points: Sequence[int]) -> list[float]:
    """What it is worth for the game, by seat, to end this round with these points: chances to win, in points of an even
    game, so that only differences mean something.

    >>> import random
    >>> from haggis.rules import Game, preset
    >>> view = Game.start(preset("standard")).deal(random.Random(1)).view(0)
    >>> [round(each) for each in worth(view, [40, 10])]
    [178, 114]
    """
    return _native.worth(knowledge_of(view), points, **_match(view))


def _networks(
    view: View, network: Network | None, policy: Policy | None = None
) -> tuple[_native.Network, _native.Policy]:
    return (network or shipped(view.players)).native, (policy or shipped_policy(view.players)).native


def _match(view: View) -> dict[str, Any]:
    """The state of the game: how far it is to the target, or how many rounds come after this one."""
    rounds_left = max(0, (view.rules.rounds or 0) - view.rounds_played - 1)
    return {"totals": list(view.totals), "target": view.rules.target or 0, "rounds_left": rounds_left}
