"""What is said to have been true of a decision agrees with itself, and in endings with the solver."""

from __future__ import annotations

from itertools import islice, pairwise

from haggis.rules import view_of
from haggis.study.endings import open_values, rivals
from haggis.study.replay import replay_game
from haggis.study.solved_deals import is_small
from haggis.study.truth import what_was_true
from tests.study.games import one_round


def test_nothing_turned_out_better_than_the_best() -> None:
    for players in (2, 3):
        moments = replay_game(one_round(players)).moments
        for before, after in islice(pairwise(moments), 20):
            view, played = before.view(after.last.seat), after.last
            for advised in islice(view.legal_actions(), 3):
                found = what_was_true(view, before.state, played, advised, seed=1)
                assert found.best != advised or found.loss >= 0
                assert found.best != played or found.loss <= 0


def test_in_an_ending_it_is_what_the_solver_says() -> None:
    seen = 0
    for before in replay_game(one_round(2)).moments:
        state = before.state
        if state.over or len(rivals(state)) < 2 or not is_small(state):
            continue
        values = open_values(state)
        best, worst = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
        found = what_was_true(view_of(state, state.turn), state, worst, best, seed=1)
        assert values[found.best] == values[best]
        assert found.loss == values[best] - values[worst]
        seen += 1
    assert seen > 1
