"""Search, the judge and the outlook of a round: what strong players think with.

Everything here is told a `View` and nothing else. With a budget of nodes the same view, seed and
nodes give the same answer, whatever the number of threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from haggis import _native
from haggis.rules import Action, Round, Ruleset, View

from . import border
from .convert import action_from_native, round_to_native, rules_to_native, view_to_native

MOST_NODES = 1_000_000_000
CENT = 100  # the judge counts in hundredths of a point


@dataclass(frozen=True)
class Settings:
    """How to search. Switching an idea off shows what it is worth."""

    nodes: int = 2000
    """Playouts in all, where there is no time limit."""
    seconds: float = 0.0
    """A time limit; 0 for none."""
    threads: int = 1
    candidates: int = 20
    """Actions that are looked at closely; the judge chooses them."""
    worlds: int = 512
    trust: int = 300
    """How far to infer the others' hands from what they did; 0: not at all. Without `habits` and with three players
    only bets tell something; with `habits`, how far is a matter of bets only."""
    equity: bool = True
    """Win the game rather than points."""
    tree: bool = True
    """Think about answers and answers to answers, not only about one's own action."""
    random_playouts: bool = False
    exact: int = 8
    """Endings between two who hold so few cards, in all, are proven instead of tried; 0: none."""
    breadth: int = 8
    """Answers that are thought about in a position."""
    wide: bool = False
    """Choose those answers from all plays: without it, only plays that split no group are considered."""
    habits: bool = False
    """Expect of the others what searching players were seen to do, with all its spread, and infer from it."""


class Choice(NamedTuple):
    """One action and what search thinks of it."""

    action: Action
    visits: int
    worth: float
    """Its value for the game, in points of an even game; higher is better."""
    error: float
    """The standard error of `worth`."""
    points: float
    """The expected lead in points in this round."""
    first_out: float
    """How often the seat goes out first."""


def search(view: View, settings: Settings, seed: int, *, truth: Round | None = None) -> list[Choice]:
    """The actions of the seat that is asked, the best first; bets are apart.

    `truth` is for the yardstick that cheats: the round with all hands as they are.
    """
    found = _native.search(
        known(view),
        **_match(view),
        nodes=border.whole(settings.nodes, "the number of nodes", 1, MOST_NODES),
        seconds=border.seconds(settings.seconds, "the time to think"),
        seed=border.seed(seed),
        threads=border.threads(settings.threads),
        candidates=settings.candidates,
        worlds=settings.worlds,
        trust=settings.trust,
        equity=settings.equity,
        tree=settings.tree,
        random_playouts=settings.random_playouts,
        exact=settings.exact,
        breadth=settings.breadth,
        wide=settings.wide,
        habits=settings.habits,
        truth=None if truth is None else round_to_native(truth),
    )
    return [Choice(**(choice | {"action": action_from_native(choice["action"])})) for choice in found]


class Judgement(NamedTuple):
    action: Action
    points: float
    """What the action gains, by a quick look at one's own hand and the table."""


def judgements(view: View) -> list[Judgement]:
    """What the judge thinks of every action, the best first. No search, no chance."""
    found = _native.judgements(known(view))
    return [Judgement(action_from_native(action), value / CENT) for action, value in found]


class BetOutlook(NamedTuple):
    """What will probably come of a bet, by quick playouts in worlds that the seat thinks possible."""

    chance: float
    """The share of worlds in which it is won."""
    if_won: float
    """What it then adds to the worth of the round."""
    if_lost: float
    """What it adds otherwise: below 0."""


def outlook(view: View, bets: list[int], settings: Settings, seed: int) -> dict[int, BetOutlook]:
    """The outlook of a seat that may place one of these bets now, in or out of turn."""
    worlds, found = _native.outlook(
        known(view),
        **_match(view),
        equity=settings.equity,
        bets=bets,
        worlds=settings.worlds,
        trust=settings.trust,
        seed=border.seed(seed),
        threads=border.threads(settings.threads),
    )
    return {bet: _bet_outlook(bet, worlds, *sums) for bet, sums in zip(bets, found, strict=True)}


def _bet_outlook(bet: int, worlds: int, won: int, gained: float, lost: float) -> BetOutlook:
    """What happened in no world adds the plain amount: it may happen nevertheless."""
    chance = won / worlds if worlds else 0.0
    return BetOutlook(chance, gained / won if won else bet, lost / (worlds - won) if worlds > won else -bet)


def taste(players: int) -> list[int]:
    """The numbers behind the judge, in hundredths of a point (native/evaluation/weights.hpp names them)."""
    return _native.taste(border.whole(players, "the number of players", 2, 3))


def match_tastes(rules: Ruleset, first: list[int], second: list[int], deals: int, seed: int) -> list[float]:
    """For each deal, what a judge of the first taste scores more a round than one of the second."""
    return _native.match_tastes(rules_to_native(rules), first, second, border.rounds(deals), border.seed(seed), 0)


def known(view: View) -> _native.Knowledge:
    """What the seat of the view knows, for the engine."""
    seen = view_to_native(view)
    return _native.Knowledge(seen.rules, seen.seat, seen.lead, seen.dealt, list(seen.actions))


def _match(view: View) -> dict[str, Any]:
    """The state of the game: how far it is to the target, or how many rounds come after this one."""
    rounds_left = max(0, (view.rules.rounds or 0) - view.rounds_played - 1)
    return {"totals": list(view.totals), "target": view.rules.target or 0, "rounds_left": rounds_left}
