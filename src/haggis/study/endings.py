"""Endings in which few cards are hidden: every deal of the unseen cards, each solved with open cards.

The mean of solved deals is more than a player can reach who does not see the cards: in each deal she would know what
to do next (strategy fusion). `guaranteed` is less than she can reach: what one strategy that does not see the cards
gets in each deal against an opponent who sees everything and knows the strategy. Between the two lies the truth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heapreplace
from itertools import combinations
from math import comb, inf
from random import Random
from statistics import fmean

from haggis.engine.plays import legal_plays
from haggis.engine.solve import Solution, solve
from haggis.rules import Action, Cards, Deal, Give, HaggisError, Pass, Play, Round
from haggis.rules.events import Score

SOLVE_NODES = 200_000
"""More than any ending here needs."""
MOST_POSITIONS = 5000
"""A proof that needs more is given up."""


class TooLarge(HaggisError):
    """An ending that takes too long to be proven."""


def check_time(until: float) -> None:
    """`until` is a time of `time.monotonic`."""
    if time.monotonic() > until:
        raise TooLarge("the ending takes longer than there is time")


def rivals(state: Round) -> tuple[int, ...]:
    """The two who play against each other; nobody while three hold cards."""
    holders = state.holders()
    return tuple(holders) if len(holders) == 2 else ()


def hidden_count(state: Round, seat: int) -> int:
    """How many number cards of the rival a seat does not see."""
    (other,) = (rival for rival in rivals(state) if rival != seat)
    return len(state.hands[other].numbers)


def deal_count(state: Round, seat: int) -> int:
    """In how many ways the unseen cards may lie."""
    hidden = hidden_count(state, seat)
    return comb(hidden + len(state.deal.haggis), hidden)


def possible_deals(state: Round, seat: int) -> Iterator[Round]:
    """The round with every deal of the cards that `seat` does not see, once; only its rival's hand is hidden."""
    (other,) = (rival for rival in rivals(state) if rival != seat)
    unseen = state.hands[other].numbers | state.deal.haggis
    gone = state.deal.hands[other] - state.hands[other]
    for chosen in combinations(unseen, len(state.hands[other].numbers)):
        held = Cards(chosen)
        dealt = _with(state.deal.hands, other, gone | held)
        deal = Deal(state.deal.dealer, state.deal.lead, dealt, unseen - held)
        yield replace(state, deal=deal, hands=_with(state.hands, other, held | state.hands[other].courts))


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


# --- open cards ---


def quick_actions(state: Round) -> list[Action]:
    """The legal actions of the seat that is asked, listed by the fast engine."""
    seat = state.turn
    if state.ask == "give":
        return [Give(seat, to) for to in range(state.players) if to != seat]
    plays: list[Action] = [Play(seat, *combo) for combo in legal_plays(state.hands[seat], state.on, state.rules)]
    return [*plays, Pass(seat)] if state.trick else plays


def ahead(scores: Sequence[Score], seat: int, other: int) -> int:
    return scores[seat].total - scores[other].total


def solved(state: Round, *, line: bool = False, nodes: int = SOLVE_NODES) -> Solution:
    found = solve(state, nodes=nodes, line=line)
    if not found.solved:
        raise TooLarge("the ending is too large to be solved")
    return found


def open_value(state: Round, seat: int, other: int, nodes: int = SOLVE_NODES) -> int:
    """By how much a seat ends ahead of its rival with best play of both, all cards known."""
    if state.over:
        return ahead(state.scores, seat, other)
    return solved(state, nodes=nodes).bounds_for(seat)[0]


def open_values(state: Round) -> dict[Action, int]:
    """What each action of the seat that is asked leads to, all cards known; the best first."""
    seat = state.turn
    (other,) = (rival for rival in rivals(state) if rival != seat)
    found = {action: open_value(state.apply_unchecked(action), seat, other) for action in quick_actions(state)}
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def mean_values(state: Round) -> dict[Action, float]:
    """The mean of that over every deal that the seat thinks possible; the best first."""
    found: dict[Action, list[int]] = {}
    for each in possible_deals(state, state.turn):
        for action, value in open_values(each).items():
            found.setdefault(action, []).append(value)
    return dict(sorted(((action, fmean(values)) for action, values in found.items()), key=lambda each: -each[1]))


def exact_loss(state: Round, action: Action, nodes: int = SOLVE_NODES) -> float:
    """By how much the mean of an action is below the best mean: as by `mean_values`, with far less solving."""
    solving = Shortfalls(list(possible_deals(state, state.turn)), nodes)
    most = solving.of(action)
    return (most - solving.least(most)[0]) / solving.deals


def best_on_average(deals: Sequence[Round], until: float = inf) -> Action:
    """The action with the best mean over these deals, which must all look alike to the seat that is asked."""
    return Shortfalls(deals, until=until).least()[1]


class Shortfalls:
    """How far actions of the seat that is asked stay behind the best play of each deal, all cards known, in sum.

    In no deal is an action worth more than the deal itself, so what it falls short of that only grows from deal to
    deal. Whichever action falls short least so far is looked at in its next deal: most are given up after a few.
    """

    def __init__(self, deals: Sequence[Round], nodes: int = SOLVE_NODES, until: float = inf) -> None:
        first = deals[0]
        self._until = until
        self._seat = first.turn
        (self._other,) = (rival for rival in rivals(first) if rival != first.turn)
        self._nodes = nodes
        self._deals = list(deals)
        Random(0).shuffle(self._deals)  # neighbours are much alike, and tell little new
        self._best = [self._value(deal) for deal in self._deals]
        self._actions = quick_actions(first)

    @property
    def deals(self) -> int:
        return len(self._deals)

    def of(self, action: Action) -> int:
        return sum(self._in_deal(action, place) for place in range(self.deals))

    def _in_deal(self, action: Action, place: int) -> int:
        return self._best[place] - self._value(self._deals[place].apply_unchecked(action))

    def _value(self, state: Round) -> int:
        check_time(self._until)
        return open_value(state, self._seat, self._other, self._nodes)

    def least(self, most: float = inf) -> tuple[float, Action]:
        """The least that any action falls short, and that action; or `most`, if none is better than that."""
        queue = [(0, self.deals, number) for number in range(len(self._actions))]
        while queue[0][0] < most and queue[0][1]:
            short, left, number = queue[0]
            more = self._in_deal(self._actions[number], self.deals - left)
            heapreplace(queue, (short + more, left - 1, number))
        return min(most, queue[0][0]), self._actions[queue[0][2]]


# --- hidden cards ---


class Guarantee:
    """What a seat can make sure of in each of many deals that look alike to it."""

    def __init__(self, seat: int, other: int, most_positions: int = MOST_POSITIONS) -> None:
        self._seat = seat
        self._other = other
        self._left = most_positions

    def values(self, states: Sequence[Round]) -> list[float]:
        """For each deal, by how much one strategy ends ahead at least. All must look alike to the seat."""
        first = states[0]
        self._left -= len(states)
        if self._left < 0:
            raise TooLarge("the ending is too large to be proven")
        if first.over or len(states) == 1:
            return [float(open_value(state, self._seat, self._other)) for state in states]
        return self._own(states) if first.turn == self._seat else self._answered(states)

    def _own(self, states: Sequence[Round]) -> list[float]:
        """One action for all deals: the one that guarantees most on average."""
        most = fmean(open_value(state, self._seat, self._other) for state in states)
        best: list[float] = []
        for action in _by_promise(states):
            found = self.values([state.apply_unchecked(action) for state in states])
            best = max(best, found, key=lambda values: fmean(values) if values else -1e9)
            if fmean(best) >= most:  # nobody can do better, even with open cards
                break
        return best

    def _answered(self, states: Sequence[Round]) -> list[float]:
        """In each deal the rival does what is worst for the strategy; what she does is seen."""
        after: dict[Action, list[int]] = {}
        for place, state in enumerate(states):
            for action in quick_actions(state):
                after.setdefault(action, []).append(place)
        worst = [float("inf")] * len(states)
        for action, places in after.items():
            found = self.values([states[place].apply_unchecked(action) for place in places])
            for place, value in zip(places, found, strict=True):
                worst[place] = min(worst[place], value)
        return worst


def _by_promise(states: Sequence[Round]) -> list[Action]:
    """The actions of the seat, those first that are best with open cards in the most deals."""
    best = [solved(state).action for state in states]
    return sorted(quick_actions(states[0]), key=lambda action: -best.count(action))


def guaranteed(state: Round, action: Action, most_positions: int = MOST_POSITIONS) -> float:
    """The mean, over every deal, of what the seat that is asked can make sure of after an action."""
    seat = state.turn
    (other,) = (rival for rival in rivals(state) if rival != seat)
    after = [each.apply_unchecked(action) for each in possible_deals(state, seat)]
    return fmean(Guarantee(seat, other, most_positions).values(after))


def proven_best(state: Round, values: Mapping[Action, float], gap: float, most_positions: int = MOST_POSITIONS) -> bool:
    """Whether the first action guarantees more by `gap` than any other can, to a seat that does not see the cards.

    Both against a rival who sees everything: no other can guarantee more than it leads to with open cards. Against a
    rival who errs, nothing is proven.
    """
    (first, mean), (_, second), *_ = values.items()
    return mean >= second + gap and guaranteed(state, first, most_positions) >= second + gap
