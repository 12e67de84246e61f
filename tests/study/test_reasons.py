"""Every fact of 500 sentences holds by the rules, computed anew by slow and simple means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations

from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Action, Cards, Game, Pass, Play, Reading, View, legal_plays, preset, readings, sample_world
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


def holds(view: View, action: Action, other: Action, fact: facts.Fact) -> bool:
    rivals = [seat for seat, count in enumerate(view.counts) if count and seat != view.seat]
    match fact:
        case facts.GoesOut(seat, holder, cards, points):
            most = max(count for each, count in enumerate(view.counts) if each != seat)
            return not left(view, action) and cards == most == view.counts[holder] and points == 5 * most
        case facts.Unbeatable():
            hidden_of = {seat: view.counts[seat] - len(view.courts[seat]) for seat in rivals}
            largest = [view.courts[seat] | (view.unseen if hidden_of[seat] else Cards()) for seat in rivals]
            return not any(can_beat(hand, action, view) for hand in largest)
        case facts.BeatenBy(seat, hands, of):
            hidden = view.counts[seat] - len(view.courts[seat])
            all_hands = [Cards(each) | view.courts[seat] for each in combinations(view.unseen, hidden)]
            counted = sum(can_beat(hand, action, view) for hand in all_hands)
            return (hands, of) == (counted, len(all_hands)) and 3 * hands <= of
        case facts.BeatenInDraws(deals, of, seed):
            return (deals, of) == (beaten_draws(view, action, seed), 200) and 3 * deals <= of
        case facts.NothingBeats():
            return isinstance(action, Pass) and view.legal_actions() == [action]
        case facts.NoPoints():
            return isinstance(action, Pass) and not any(card.points for play in view.trick for card in play.cards)
        case facts.ShortOfCards(seat, cards):
            return cards == view.counts[seat] == min(view.counts[each] for each in rivals) <= 4
        case facts.TrickWorth(points):
            cards_of_trick = [card for play in view.trick for card in play.cards]
            return points == sum(card.points for card in cards_of_trick)
        case facts.BetAtStake(seat, amount):
            return view.bets[seat] == amount > 0 and not view.out
        case _:
            return holds_of_the_hand(view, action, other, fact)


def holds_of_the_hand(view: View, action: Action, other: Action, fact: facts.Fact) -> bool:
    match fact:
        case facts.TurnsLeft(cards, turns, combos):
            union = Cards(card for combo in combos for card in combo.cards)
            whole = union == left(view, action) and sum(len(combo.cards) for combo in combos) == len(union) == cards
            real = all(combo.reading in readings(combo.cards, view.rules) for combo in combos)
            return whole and real and turns == len(combos) == fewest_turns(union, view)
        case facts.FewerTurns(rejected, turns, other_turns):
            mine, its = fewest_turns(left(view, action), view), fewest_turns(left(view, other), view)
            return rejected == other and (turns, other_turns) == (mine, its) and mine < its
        case facts.NoNearer(rejected, turns, other_turns):
            now, its = fewest_turns(view.hand, view), fewest_turns(left(view, other), view)
            return isinstance(action, Pass) and rejected == other and (turns, other_turns) == (now, its) and now <= its
        case facts.BreaksBomb(rejected, bomb):
            kept, gone = (
                {str(play.reading) for play in legal_plays(left(view, each), KING, view.rules) if play.reading.is_bomb}
                for each in (action, other)
            )
            return rejected == other and f"bomb:{bomb}" in kept - gone
        case facts.KeepsBomb(rejected, bomb):
            kept = {str(play.reading) for play in legal_plays(left(view, action), KING, view.rules)}
            return rejected == other and isinstance(other, Play) and f"bomb:{bomb}" == str(other.reading) in kept
        case facts.Loose(card):
            without = legal_plays(Cards(each for each in view.hand if not each.is_court), None, view.rules)
            larger = [combo.cards for combo in without if len(combo.cards) > 1]
            return larger != [] and not any(card in cards for cards in larger)
        case _:
            return False


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
    assert len({type(reason.fact) for *_, reason in found}) >= 13


def test_a_false_fact_is_found_out() -> None:
    """The check above can fail."""
    view, action, other = next(iter(decisions(1)))
    assert not holds(view, action, other, facts.TrickWorth(99))
    assert not holds(view, action, other, facts.ShortOfCards(1 - view.seat, 3))
    assert not holds(view, action, other, facts.GoesOut(view.seat, 1 - view.seat, 17, 85))


def test_only_what_speaks_for_an_action_is_said_of_it() -> None:
    """Hurry speaks for no pass; going out is reason enough; a forced pass has no other reason."""
    for seed in range(1, 13):
        for view, action, other in decisions(seed):
            kinds = [type(each.fact) for each in reasons(view, action, other if other != action else None)]
            if isinstance(action, Pass):
                assert not {facts.ShortOfCards, facts.BetAtStake, facts.TrickWorth} & set(kinds)
            if facts.GoesOut in kinds:
                assert kinds[0] is facts.GoesOut
                assert facts.ShortOfCards not in kinds
            if facts.NothingBeats in kinds:
                assert kinds == [facts.NothingBeats]
            if facts.FewerTurns in kinds:
                assert kinds == [facts.TurnsLeft, facts.FewerTurns]


def test_what_is_as_true_of_another_play_is_no_reason_for_one() -> None:
    """Whoever plays goes for the trick and the bet, whatever she plays; it speaks against a pass."""
    seen: set[type[object]] = set()
    for seed in range(1, 25):
        for view, action, other in decisions(seed):
            better = other if other != action else None
            kinds = {type(each.fact) for each in reasons(view, action, better)}
            if facts.TrickWorth in kinds:
                assert isinstance(better, Pass)
            if facts.BetAtStake in kinds:
                goes_out_alone = facts.GoesOut in kinds and (better is None or left(view, better))
                assert isinstance(better, Pass) or goes_out_alone
            seen |= kinds
    assert {facts.TrickWorth, facts.BetAtStake} <= seen


def test_nobody_is_addressed() -> None:
    """A review tells everybody of everybody's decisions: "your bet" would be another's."""
    view, _, _ = next(iter(decisions(1)))
    assert in_words(facts.BetAtStake(view.seat, 30), view) == "The bet of 30 hangs on going out first."
    assert not [each for *_, each in told(100) if re.search(r"\b[Yy]our?\b", each.sentence)]


def test_who_breaks_up_a_bomb_herself_does_not_praise_the_one_that_is_left() -> None:
    game = Game.start(preset("standard")).deal(random.Random(1))
    assert game.round
    view = game.view(game.round.turn)
    low = min(view.hand.numbers)
    jack, queen = (Play(view.seat, Cards([low]) | Cards(court), Reading(2, 1, low.rank)) for court in "JQ")
    assert facts.breaks_bomb(view, jack, queen) is None
    single = Play(view.seat, Cards([low]), Reading(1, 1, low.rank))
    assert facts.breaks_bomb(view, single, queen) == facts.BreaksBomb(queen, "JQK")


def test_where_there_is_no_fact_there_is_no_sentence() -> None:
    game = Game.start(preset("standard", players=3)).deal(random.Random(1))
    assert game.round
    view = game.view(game.round.turn)
    pair = next(action for action in view.legal_actions() if isinstance(action, Play) and len(action.cards) == 2)
    assert reasons(view, pair) == []
