"""Scores with the arithmetic beside them.

A quick round of three (see `table`): seat 0 captures her block (3, 5, 7 twice: 6) and goes out with
J-Q-K (2 + 3 + 5 = 10) against hands of 17; seat 1 does the same; seat 2 keeps 17 cards, 3b 5b 7b 9r 9o
and the court cards (5 + 10 = 15). The haggis is 9y 9g 9b (3). In all 6 + 10 + 6 + 10 + 15 + 3 = 50.
"""

from __future__ import annotations

import pytest

from haggis.rules import Round, RoundScored, Ruleset, Score, ScoreLine
from haggis.rules.events import scores
from haggis.rules.scoring import points_ahead
from tests.rules.table import BOMB, after, block, quick, rules, start, stolen, whole_block


def cards(state: Round) -> list[int]:
    return [score.cards for score in state.scores]


def bets(state: Round) -> list[int]:
    return [score.bets for score in state.scores]


def three(**options: str) -> Ruleset:
    return rules(players=3, **options)


def test_two_players() -> None:
    # Seat 0: 17 cards left opposite, 85; block 6, haggis 4, leftovers 6 + 10. Seat 1: the bombed trick, 10.
    assert quick(rules()).scores == (Score(85, 6 + 4 + 16, 0), Score(0, 10, 0))


def test_three_players() -> None:
    # Seat 0: block 6, seat 1's bomb 10, leftovers 15, haggis 3. Seat 1: block 6, seat 0's bomb 10.
    assert quick(three()).scores == (Score(85, 6 + 10 + 15 + 3, 0), Score(85, 6 + 10, 0), Score(0, 0, 0))


def test_who_is_ahead_by_how_much() -> None:
    assert [points_ahead([30, 12], seat) for seat in (0, 1)] == [18, -18]
    assert [points_ahead([30, 12, 9], seat) for seat in (0, 1, 2)] == [30 - 10.5, 12 - 19.5, 9 - 21]


def test_every_point_has_a_line() -> None:
    state = quick(three(), "2 bet 15")
    assert state.lines == (
        ScoreLine(0, "hand", 85, 17, 1),
        ScoreLine(1, "hand", 85, 17, 2),
        ScoreLine(0, "tricks", 16, 17),
        ScoreLine(1, "tricks", 16, 17),
        ScoreLine(0, "haggis", 3, 3),
        ScoreLine(0, "leftovers", 15, 17, 2),
        ScoreLine(0, "bet lost", 15, 15, 2),
        ScoreLine(1, "bet lost", 15, 15, 2),
    )
    assert state.events[-1] == RoundScored(state.lines)
    assert scores(state.lines, 3) == state.scores
    assert [score.total for score in state.scores] == [85 + 34 + 15, 85 + 16 + 15, 0]


def test_the_hand_counts_the_cards_at_that_moment() -> None:
    # When seat 0 goes out, seat 1 has played her block: 3 cards, 15 points.
    assert stolen(rules()).scores[0].hand == 15


def test_whoever_gets_a_bombed_trick_scores_it() -> None:
    assert cards(quick(three(), gives=(2, 2))) == [6 + 15 + 3, 6, 10 + 10]


@pytest.mark.parametrize(
    ("haggis", "leftovers", "expected"),
    [
        ("first-out", "first-out", [6 + 3 + 15, 6 + 10, 10]),
        ("final-trick", "first-out", [6 + 15, 6 + 10, 10 + 3]),
        ("nobody", "first-out", [6 + 15, 6 + 10, 10]),
        ("first-out", "last-out", [6 + 3, 6 + 10 + 15, 10]),
        ("first-out", "nobody", [6 + 3, 6 + 10, 10]),
        ("final-trick", "last-out", [6, 6 + 10 + 15, 10 + 3]),
        ("nobody", "nobody", [6, 6 + 10, 10]),
    ],
)
def test_haggis_and_leftovers(haggis: str, leftovers: str, expected: list[int]) -> None:
    # Seat 0 gives her bomb to seat 1, who gives hers, the final trick, to seat 2.
    assert cards(quick(three(haggis=haggis, leftovers=leftovers), gives=(1, 2))) == expected


def test_the_haggis_of_a_final_trick_without_a_bomb() -> None:
    # Seat 1 captures her block, the final trick, and the haggis with it.
    state = quick(three(haggis="final-trick", leftovers="nobody"), gives=(2, 2), bomb_ends=False)
    assert cards(state) == [6, 6 + 3, 10 + 10]


def test_a_bombed_final_trick_takes_the_haggis_along() -> None:
    # Two players: seat 0 ends with a bomb, so seat 1 gets 10 and the haggis 4.
    assert cards(quick(rules(haggis="final-trick"))) == [6 + 16, 10 + 4]


def test_flat_points_count_every_card() -> None:
    # Seat 0: 14 + 3 haggis + 17 leftovers; seat 1: 14 + 3; seat 2: 3. All 54 cards.
    assert cards(quick(three(points="flat"), gives=(1, 2))) == [14 + 3 + 17, 14 + 3, 3]


# --- bets ---


def test_a_won_bet() -> None:
    assert bets(quick(three(), "0 bet 30")) == [30, 0, 0]


def test_no_bet_and_a_bet_of_0_share_alike() -> None:
    assert bets(quick(three(), "2 bet 30")) == [30, 30, 0]
    assert bets(quick(three(), "2 bet 30; 1 bet 0; 0 bet 0")) == [30, 30, 0]


def test_a_bettor_does_not_share() -> None:
    # Seat 1's 15 and seat 2's 30 are lost; seat 0 gains both, the bettors nothing.
    assert bets(quick(three(), "1 bet 15; 2 bet 30")) == [45, 0, 0]


def test_everybody_bets() -> None:
    assert bets(quick(three(), "0 bet 15; 1 bet 15; 2 bet 30")) == [15 + 15 + 30, 0, 0]


def test_lost_bets_for_the_first_out_alone() -> None:
    assert bets(quick(three(lost_bet="first-out"), "2 bet 30")) == [30, 0, 0]


def test_a_bet_stands_even_if_its_owner_never_plays_a_card() -> None:
    assert quick(three(), "2 bet 15").bets == (None, None, 15)
    assert bets(quick(three(), "2 bet 15")) == [15, 15, 0]


def test_a_bet_on_points_is_won_with_exactly_the_amount() -> None:
    # Seat 1 captures 6 + 10 = 16: enough for 16, not for 17.
    exact = rules("rogers-2024", bets="16, 17", haggis="nobody")
    assert bets(stolen(exact, "1 bet 16")) == [0, 16]
    assert bets(stolen(exact, "1 bet 17")) == [17, 0]


def test_haggis_and_leftovers_count_for_a_bet_on_points_and_bets_do_not() -> None:
    # Seat 0: hand 15, block 6, haggis 4, leftovers 10 (J Q K) = 35, and 20 more for seat 1's lost bet.
    generous = rules(bet_wins="points", bets="20, 35, 36")
    assert bets(stolen(generous, "0 bet 35; 1 bet 20")) == [35 + 20, 0]
    assert bets(stolen(generous, "0 bet 36; 1 bet 20")) == [20, 0]


def test_a_lost_bet_never_goes_to_the_bettor_even_if_she_is_first_out() -> None:
    # Seat 0 bets 100 points, is first out, and scores 35; seat 1 placed no bet and gains 100, or nobody does.
    for lost_bet, expected in (("sharers", [0, 100]), ("first-out", [0, 0])):
        assert bets(stolen(rules(bet_wins="points", bets="100", lost_bet=lost_bet), "0 bet 100")) == expected


def test_a_sharer_who_is_first_out_gains_once() -> None:
    # Seat 0 is first out and placed no bet: 15, not 30.
    assert bets(stolen(rules(), "1 bet 15")) == [15, 0]


def test_hand_points_of_both_who_go_out() -> None:
    # Seat 0 goes out with 17 in the largest hand left; seat 1 when seat 2 has played one card: 16.
    state = start(three())
    state = after(state, f"0 play {BOMB}; 1 pass; 2 pass; 0 give 2", whole_block(state, 0), "1 pass; 2 pass")
    state = after(state, "1 play 2y as 1x1:2; 2 play 3b as 1x1:3; 1 play 4y as 1x1:4; 2 pass")
    state = after(state, f"1 play {block('yg', 5, 8)} as 2x4:8; 2 pass; 1 play {block('g', 2, 4)} as 1x3:4; 2 pass")
    state = after(state, f"1 play 3y as 1x1:3; 2 pass; 1 play {BOMB}; 1 give 0")
    assert [score.hand for score in state.scores] == [85, 80, 0]
