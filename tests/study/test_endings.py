"""Endings with hidden cards: every deal once, solved with open cards; and what can be made sure of unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from math import comb
from statistics import fmean

import pytest

from haggis.engine.solve import solve
from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Round, preset, view_of
from haggis.rules.position import read_position
from haggis.study.budget import Budget
from haggis.study.endings import (
    TooLarge,
    best_on_average,
    deal_count,
    exact_loss,
    guaranteed,
    hidden_count,
    mean_values,
    open_values,
    possible_deals,
    proven_best,
    quick_actions,
    rivals,
    solved,
)
from haggis.study.hint import hint


def endings(most_hidden: int, seed: int = 1, most_own: int = 17) -> Iterator[Round]:
    """Positions of two players in which the one who is asked, with so few cards, does not see so few of the other."""
    rng = random.Random(seed)
    while True:
        players = [make_player("regular", rng.getrandbits(32)) for _ in range(2)]
        game = Game.start(preset("standard")).deal(rng)
        while state := game.round:
            if not state.has_played(0) or not state.has_played(1) or len(state.hands[state.turn]) > most_own:
                pass
            elif 1 <= hidden_count(state, state.turn) <= most_hidden and len(quick_actions(state)) > 1:
                yield state
                break
            game = game.apply(players[state.turn].choose(game.view(state.turn), AS_IT_LIKES))


def test_every_deal_comes_once_and_looks_the_same_to_the_player() -> None:
    for state in islice(endings(2), 5):
        deals = list(possible_deals(state, state.turn))
        assert len(deals) == len({deal.deal for deal in deals}) == deal_count(state, state.turn)
        hidden = hidden_count(state, state.turn)
        assert len(deals) == comb(hidden + 8, hidden)
        assert state.deal in [deal.deal for deal in deals]
        for deal in deals:
            deal.deal.verify()
            assert view_of(deal, state.turn) == view_of(state, state.turn)


def test_the_fast_list_of_actions_is_that_of_the_rules() -> None:
    for state in islice(endings(4), 10):
        assert set(quick_actions(state)) == set(state.legal_actions())


def test_open_values_are_the_solver_s_and_its_line_is_the_best() -> None:
    small = (state for state in endings(4) if len(state.hands[state.turn]) <= 8)
    for state in islice(small, 10):
        values = open_values(state)
        best = solved(state, line=True)
        assert max(values.values()) == best.bounds_for(state.turn)[0]
        end = state
        for action in best.line:
            end = end.apply(action)
        assert end.over
        seat, other = state.turn, 1 - state.turn
        assert end.scores[seat].total - end.scores[other].total == max(values.values())


def test_the_loss_by_bounds_is_that_by_the_means_of_all_actions() -> None:
    for state in islice(endings(2, seed=3), 6):
        values = mean_values(state)
        best = max(values.values())
        assert values[best_on_average(list(possible_deals(state, state.turn)))] == pytest.approx(best)
        for action, mean in random.Random(1).sample(sorted(values.items(), key=str), min(4, len(values))):
            assert exact_loss(state, action) == pytest.approx(best - mean)


def test_the_loss_by_bounds_needs_far_less_solving(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(each for each in endings(2, seed=3) if len(quick_actions(each)) > 20)
    solving = []
    monkeypatch.setattr("haggis.study.endings.solve", lambda *args, **how: solving.append(1) or solve(*args, **how))
    exact_loss(state, next(iter(quick_actions(state))))
    assert len(solving) < len(quick_actions(state)) * deal_count(state, state.turn) / 3


def test_an_ending_too_large_is_refused() -> None:
    state = next(endings(4))
    with pytest.raises(TooLarge):
        exact_loss(state, quick_actions(state)[0], nodes=1)


def test_nobody_can_make_sure_of_more_than_open_cards_allow() -> None:
    found = 0
    for state in islice(endings(1, seed=5), 8):
        for action, mean in islice(mean_values(state).items(), 2):
            try:
                sure = guaranteed(state, action)
            except TooLarge:
                continue
            found += 1
            assert sure <= mean + 1e-9
    assert found >= 8


FUSION = {
    "players": 2,
    "preset": "standard",
    "lead": 0,
    "hands": ["2o 3r 3g 4r 4o 4y 4g 5o 5y 5g 6g Tr Ty Tg", "2r 2y 2g 3o 3y 6y 7r 7o 7g 8r 8y 9r 9y 9g"],
    "haggis": "5r 6r 6o 7y 8o 8g 9o To",
    "actions": [
        "0 play 4o 4y 4g 5o 5y 5g as 3x2:5",
        "1 play 8r 8y 9r 9y 9g J as 3x2:9",
        "0 pass",
        "1 play 2r 2y 2g as 3x1:2",
        "0 pass",
        "1 play 7r 7o 7g as 3x1:7",
        "0 play Tr Ty Tg as 3x1:T",
        "1 pass",
        "0 play 3r 3g 4r Q as 2x2:4",
        "1 pass",
        "0 play 6g as 1x1:6",
    ],
}
"""Nine deals: the last number card of seat 0 may be any of 2o and the haggis."""


def test_the_mean_of_solved_deals_promises_what_nobody_can_make_sure_of() -> None:
    """After the K each deal is solved at -16, but how to go on depends on the card that isn't seen."""
    state = read_position(FUSION)
    (action, mean), (_, second), *_ = mean_values(state).items()
    assert (str(action), mean) == ("1 play K as 1x1:K", -16)
    assert guaranteed(state, action) == pytest.approx(-18.22, abs=0.01)
    assert proven_best(state, mean_values(state), gap=3)  # best all the same
    assert not proven_best(state, mean_values(state), gap=mean - second)


def test_the_hint_loses_less_than_0_3_points_against_every_deal_solved() -> None:
    """A sample of `python -m experiments.hint_endings`: by how many cards are hidden at most, so many endings."""
    sample = {1: 15, 2: 15, 3: 10, 4: 5}
    states = [state for hidden, many in sample.items() for state in islice(endings(hidden, hidden, 8), many)]
    states += islice((state for state in endings(3, 5) if len(state.hands[state.turn]) > 10), 6)
    assert {hidden_count(state, state.turn) for state in states} == set(sample)
    lost = []
    for number, state in enumerate(states):
        chosen = hint(view_of(state, state.turn), Budget(), number).candidates[0].action
        lost.append(exact_loss(state, chosen))
    assert fmean(lost) < 0.3


def test_rivals_are_the_two_who_hold_cards() -> None:
    state = next(endings(3))
    assert rivals(state) == (0, 1)
    three = Game.start(preset("standard", players=3)).deal(random.Random(1)).round
    assert three
    assert rivals(three) == ()
