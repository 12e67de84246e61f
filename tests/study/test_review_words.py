"""What a review says in words: what was true, where a result came from, how sure it is."""

from __future__ import annotations

from dataclasses import replace

from haggis.rules import Give, Pass, parse_action
from haggis.study.bets import BetJudgement
from haggis.study.budget import Budget
from haggis.study.luck import Luck
from haggis.study.review import BetDecision
from haggis.study.review_words import (
    bars_words,
    best_words,
    bet_words,
    budget_words,
    choice_words,
    class_words,
    error_bar,
    level_words,
    loss_words,
    luck_head,
    luck_words,
    truth_words,
)
from haggis.study.truth import Truth
from tests.study.test_review import quick_review


def test_a_review_says_in_words_what_was_true_and_which_bets_were_wrong() -> None:
    best = Pass(0)
    assert truth_words(Truth(best, 0.0)) == "As the cards lay, it made no difference."
    assert truth_words(Truth(best, 3.0)).startswith("As the cards lay, it turned out worse, too: by 3.0")
    assert truth_words(Truth(best, -3.0)).startswith("As the cards lay, it turned out better")
    assert best_words(Truth(best, 3.0), ("Ann", "Bob")) == "Best with all hands known: pass."
    bet = BetDecision(2, 1, 1, BetJudgement(30, 0, 6.0, 1.0, 0.41))
    said = "round 2: Bob bet 30; not betting was better (chance to win 41%). It cost 6.0 points."
    assert bet_words(bet, ("Ann", "Bob")) == said
    missed = BetDecision(2, 1, 0, BetJudgement(0, 15, 6.0, 1.0, 0.8))
    assert "Ann did not bet; a bet of 15 was better" in bet_words(missed, ("Ann", "Bob"))
    assert class_words({"fine": 9, "inaccuracy": 1, "mistake": 0, "blunder": 2}) == "1 inaccuracy, 2 blunders"
    assert budget_words(Budget(millis=50)) == "50 ms a decision, seed 1."
    assert level_words(Budget()) is None
    said = "Levels compare only at 1000 nodes a decision: so they were measured."
    assert [level_words(each) for each in (Budget(nodes=200), Budget(millis=50))] == [said, said]


def test_a_choice_is_named_as_one() -> None:
    names = ("Ann", "Bob", "Cay")
    assert choice_words(Pass(0), names) == "pass"
    assert choice_words(Give(0, 2), names) == "give the trick to Cay"
    assert choice_words(parse_action("0 play 3r 3y as 2x1:3"), names) == "pair of 3s (3r 3y)"


def test_an_error_bar_is_two_standard_errors_rounded_once() -> None:
    assert error_bar(0.13) == "0.3"
    assert error_bar(2.06) == "4.1"
    assert loss_words(22.34, 2.06) == "22.3 ± 4.1"
    assert "two standard errors" in bars_words()


def test_a_review_says_in_words_where_a_result_came_from() -> None:
    player = replace(quick_review().players[0], name="Ann", luck=Luck(29.0, deal=12.0, given=30.0, own=18.0, lead=-9.5))
    parts = "the deal +12.0, the lead -9.5, others' play +30.0, own play -18.0, the rest +14.5"
    assert luck_words(player) == f"Ann, +29: {parts}"
    nothing = luck_words(replace(player, luck=Luck(0.0, 0.0, 0.0, 0.0)))
    assert nothing.endswith("the deal +0.0, the lead +0.0, others' play +0.0, own play +0.0, the rest +0.0")


def test_a_result_of_three_is_ahead_of_the_mean_of_the_others() -> None:
    assert luck_head(2) == "Where the results came from, in points ahead of the other:"
    assert luck_head(3) == "Where the results came from, in points ahead of the mean of the others:"
