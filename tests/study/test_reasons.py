"""Every fact of 500 sentences holds by the rules, computed anew by slow and simple means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations

from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Action, Cards, Game, Play, Reading, View, legal_plays, preset, readings, sample_world
from haggis.study import facts
from haggis.study.reasons import Reason, in_words, reasons

SENTENCES = 500
KING = Reading(1, 1, 13)


def decisions(seed: int) -> Iterator[tuple[View, Action, Action]]:
    """Views of a round with the action that is taken and another one."""
    rng = random.Random(seed)
    rules = preset(rng.choice(("standard", "rogers-2024", "duel")), players=2 if seed % 3 else None)
    rules = preset("standard", players=3) if seed % 3 == 0 else rules
    game = Game.start(rules, ("Ann", "Bob", "Cay")[: rules.players]).deal(rng)
    players = [make_player("regular", seed + seat) for seat in range(rules.players)]
    while state := game.round:
        view = game.view(state.turn)
        action = players[state.turn].choose(view, AS_IT_LIKES)
        if action in view.legal_actions():
            yield view, action, rng.choice(view.legal_actions())
        game = game.apply(action)


def told(number: int) -> list[tuple[View, Action, Action, Reason]]:
    found: list[tuple[View, Action, Action, Reason]] = []
    seed = 0
    while len(found) < number:
        seed += 1
        for view, action, other in decisions(seed):
            better = other if other != action else None
            found += [(view, action, other, reason) for reason in reasons(view, action, better, seed=seed)]
    return found[:number]


def left(view: View, action: Action) -> Cards:
    return view.hand - action.cards if isinstance(action, Play) else view.hand


def can_beat(hand: Cards, action: Action, view: View) -> bool:
    assert isinstance(action, Play)
    return bool(legal_plays(hand, action.reading, view.rules))


def fewest_turns(hand: Cards, view: View) -> int:
    """By trying: is there a way in one turn, in two, and so on?"""
    sets = {play.cards.bits for play in legal_plays(hand, None, view.rules)}

    def within(rest: int, turns: int) -> bool:
        lowest = rest & -rest
        return rest == 0 or (
            turns > 0 and any(within(rest & ~each, turns - 1) for each in sets if each & lowest and not each & ~rest)
        )

    return next(turns for turns in range(1, 18) if within(hand.bits, turns))


def holds(view: View, action: Action, other: Action, fact: facts.Fact) -> bool:  # noqa: C901
    rivals = [seat for seat, count in enumerate(view.counts) if count and seat != view.seat]
    match fact:
        case facts.GoesOut(seat, holder, cards, points):
            most = max(count for each, count in enumerate(view.counts) if each != seat)
            return not left(view, action) and cards == most == view.counts[holder] and points == 5 * most
        case facts.Unbeatable():
            return not any(can_beat(view.unseen | view.courts[seat], action, view) for seat in rivals)
        case facts.BeatenBy(seat, hands, of):
            hidden = view.counts[seat] - len(view.courts[seat])
            all_hands = [Cards(each) | view.courts[seat] for each in combinations(view.unseen, hidden)]
            return (hands, of) == (sum(can_beat(hand, action, view) for hand in all_hands), len(all_hands))
        case facts.BeatenInDraws(deals, of, seed):
            return (deals, of) == (beaten_draws(view, action, seed), 200)
        case facts.TurnsLeft(cards, turns, combos):
            union = Cards(card for combo in combos for card in combo.cards)
            whole = union == left(view, action) and sum(len(combo.cards) for combo in combos) == len(union) == cards
            real = all(combo.reading in readings(combo.cards, view.rules) for combo in combos)
            return whole and real and turns == len(combos) == fewest_turns(union, view)
        case facts.FewerTurns(rejected, turns, other_turns):
            mine, its = fewest_turns(left(view, action), view), fewest_turns(left(view, other), view)
            return rejected == other and (turns, other_turns) == (mine, its) and mine < its
        case facts.BreaksBomb(rejected, bomb):
            kept, gone = (
                {str(play.reading) for play in legal_plays(left(view, each), KING, view.rules) if play.reading.is_bomb}
                for each in (action, other)
            )
            return rejected == other and f"bomb:{bomb}" in kept - gone
        case facts.ShortOfCards(seat, cards):
            return cards == view.counts[seat] == min(view.counts[each] for each in rivals) <= 4
        case facts.TrickWorth(points):
            cards_of_trick = [card for play in view.trick for card in play.cards]
            return points == sum(card.points for card in cards_of_trick)
        case facts.BetAtStake(seat, amount):
            return view.bets[seat] == amount > 0 and not view.out


def beaten_draws(view: View, action: Action, seed: int) -> int:
    rng = random.Random(seed)
    beaten = 0
    for _ in range(200):
        deal = sample_world(view, rng)
        gone = Cards(card for each in view.actions if isinstance(each, Play) for card in each.cards.numbers)
        hands = [
            (deal.hands[seat] - gone) | view.courts[seat]
            for seat, count in enumerate(view.counts)
            if count and seat != view.seat
        ]
        beaten += any(can_beat(hand, action, view) for hand in hands)
    return beaten


def test_every_fact_of_500_sentences_holds_by_the_rules() -> None:
    found = told(SENTENCES)
    assert len(found) == SENTENCES
    wrong = [reason for view, action, other, reason in found if not holds(view, action, other, reason.fact)]
    assert wrong == []
    assert len({type(reason.fact) for *_, reason in found}) >= 9


def test_a_sentence_says_the_numbers_of_its_fact() -> None:
    for view, _, _, reason in told(200):
        numbers = set(map(int, re.findall(r"\b\d+\b", reason.sentence)))
        shown = [value for value in vars(reason.fact).values() if type(value) is int]
        match reason.fact:
            case facts.GoesOut(_, _, cards, points):
                shown = [cards, points]
            case facts.BeatenBy(_, hands, of):
                shown = [hands, of]
            case facts.BeatenInDraws(deals, of, _):
                shown = [deals, of]
            case facts.ShortOfCards(_, amount) | facts.BetAtStake(_, amount):
                shown = [amount]
            case facts.TurnsLeft(_, 1, _):
                shown = []
        assert set(shown) <= numbers, reason
        assert in_words(reason.fact, view) == reason.sentence


def test_a_false_fact_is_found_out() -> None:
    """The check above can fail."""
    view, action, other = next(iter(decisions(1)))
    assert not holds(view, action, other, facts.TrickWorth(99))
    assert not holds(view, action, other, facts.ShortOfCards(1 - view.seat, 3))
    assert not holds(view, action, other, facts.GoesOut(view.seat, 1 - view.seat, 17, 85))


def test_where_there_is_no_fact_there_is_no_sentence() -> None:
    game = Game.start(preset("standard", players=3)).deal(random.Random(1))
    assert game.round
    view = game.view(game.round.turn)
    single = next(action for action in view.legal_actions() if isinstance(action, Play) and len(action.cards) == 1)
    assert reasons(view, single) == []
