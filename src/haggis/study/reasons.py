"""One or two sentences for a hint or a mistake, made of facts that the rules can check. No fact, no sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis.rules import Action, Combo, Pass, View
from haggis.rules.sentences import Sentence
from haggis.rules.words import bomb_name, hint_words, reading_name

from . import facts
from .english import say
from .facts import Fact

MOST = 2


@dataclass(frozen=True)
class Reason:
    fact: Fact
    sentence: Sentence


def reasons(view: View, action: Action, other: Action | None = None, *, seed: int = 1) -> list[Reason]:
    """Why an action is good, the most telling facts first; `other` is what it is better than."""
    found = [fact for fact in _facts(view, action, other, seed) if fact is not None]
    return [Reason(fact, in_words(fact, view)) for fact in found[:MOST]]


def _facts(view: View, action: Action, other: Action | None, seed: int) -> Iterator[Fact | None]:
    if isinstance(action, Pass):
        return _for_a_pass(view, action, other)
    return (
        _for_going_out(view, action, other) if facts.goes_out(view, action) else _for_a_play(view, action, other, seed)
    )


def _for_a_pass(view: View, action: Action, other: Action | None) -> Iterator[Fact | None]:
    """What hurries others, or is at stake, speaks for no pass."""
    forced = facts.nothing_beats(view, action)
    yield forced
    if forced or other is None:
        return
    yield facts.breaks_bomb(view, action, other)
    yield facts.keeps_bomb(view, action, other)
    yield facts.no_nearer(view, action, other)
    yield facts.no_points(view, action)


def _for_going_out(view: View, action: Action, other: Action | None) -> Iterator[Fact | None]:
    yield facts.goes_out(view, action)
    if other is None or not facts.goes_out(view, other):
        yield facts.bet_at_stake(view)
    if isinstance(other, Pass):
        yield facts.trick_worth(view)


def _for_a_play(view: View, action: Action, other: Action | None, seed: int) -> Iterator[Fact | None]:
    fewer = None if other is None else facts.fewer_turns(view, action, other)
    if other is not None:
        yield facts.breaks_bomb(view, action, other)
        yield facts.keeps_bomb(view, action, other)
    if fewer:
        yield facts.turns_left(view, action)
        yield fewer
    yield facts.loose(view, action, other)
    yield facts.hard_to_beat(view, action, seed)
    if not fewer:
        yield facts.soon_out(view, action)
    yield facts.short_of_cards(view)
    if isinstance(other, Pass):  # any other play goes for the bet and the trick as well
        yield facts.bet_at_stake(view)
        yield facts.trick_worth(view)


def in_words(fact: Fact, view: View) -> Sentence:
    match fact:
        case facts.GoesOut(_, other, cards, points):
            return say("reason.goes-out", other=view.names[other], cards=cards, points=points)
        case facts.Loose(card):
            return say("reason.loose", card=str(card))
        case facts.Unbeatable() | facts.BeatenBy() | facts.BeatenInDraws():
            return _beating_words(fact, view)
        case facts.BreaksBomb() | facts.KeepsBomb():
            return _bomb_words(fact, view)
        case facts.TurnsLeft() | facts.FewerTurns() | facts.NoNearer():
            return _turns_words(fact, view)
        case _:
            return _table_words(fact, view)


def _table_words(
    fact: facts.NothingBeats | facts.NoPoints | facts.TrickWorth | facts.ShortOfCards | facts.BetAtStake, view: View
) -> Sentence:
    match fact:
        case facts.NothingBeats():
            return say("reason.nothing-beats")
        case facts.NoPoints():
            return say("reason.no-points")
        case facts.TrickWorth(points):
            return say("reason.trick", points=points)
        case facts.ShortOfCards(seat, cards):
            return say("reason.short", name=view.names[seat], cards=cards)
        case facts.BetAtStake(seat, amount):
            return _bet_words(seat, amount, view)


def _bet_words(seat: int, amount: int, view: View) -> Sentence:
    if seat == view.seat:
        return say("reason.your-bet", amount=amount)
    return say("reason.bet", name=view.names[seat], amount=amount)


def _beating_words(fact: facts.Unbeatable | facts.BeatenBy | facts.BeatenInDraws, view: View) -> Sentence:
    match fact:
        case facts.Unbeatable():
            return say("reason.unbeatable")
        case facts.BeatenBy(seat, 0, of):
            return say("reason.beaten-by-none", other=view.names[seat], of=of)
        case facts.BeatenBy(seat, hands, of):
            return say("reason.beaten-by", other=view.names[seat], hands=hands, of=of)
        case facts.BeatenInDraws(0, of, _):
            return say("reason.beaten-in-no-draw", of=of)
        case facts.BeatenInDraws(deals, of, _):
            return say("reason.beaten-in-draws", deals=deals, of=of)


def _bomb_words(fact: facts.BreaksBomb | facts.KeepsBomb, view: View) -> Sentence:
    match fact:
        case facts.BreaksBomb(other, bomb):
            return say("reason.breaks-bomb", other=hint_words(other, view.names), bomb=bomb_name(bomb))
        case facts.KeepsBomb(_, bomb):
            return say("reason.keeps-bomb", bomb=bomb_name(bomb))


def _turns_words(fact: facts.TurnsLeft | facts.FewerTurns | facts.NoNearer, view: View) -> Sentence:
    match fact:
        case facts.TurnsLeft(_, 1, (combo,)):
            return say("reason.one-turn", combo=_combo(combo))
        case facts.TurnsLeft(cards, turns, combos):
            return say("reason.turns-left", cards=cards, turns=turns, combos=tuple(map(_combo, combos)))
        case facts.FewerTurns(other, turns, other_turns):
            name = hint_words(other, view.names)
            return say("reason.fewer-turns", turns=turns, other=name, other_turns=other_turns)
        case facts.NoNearer(other, turns, other_turns):
            name = hint_words(other, view.names)
            return say("reason.no-nearer", turns=turns, other=name, other_turns=other_turns)


def _combo(combo: Combo) -> Sentence:
    return say("combo", reading=reading_name(combo.reading), cards=str(combo.cards))
