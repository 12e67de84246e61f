"""One round: bets, tricks, bombs, going out."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from haggis.rules import (
    BadDeal,
    Bet,
    Cards,
    Deal,
    Give,
    IllegalAction,
    NotationError,
    Pass,
    Play,
    Round,
    TrickTaken,
    WentOut,
    perft,
)
from haggis.rules.deal import chosen
from tests.rules.table import (
    BOMB,
    QUICK_2,
    QUICK_3,
    after,
    block,
    bombed,
    one_out,
    quick,
    refused,
    rules,
    start,
    whole_block,
)

TWO, THREE = rules(), rules(players=3)
POINTS_BETS = rules("rogers-2024", players=3)


def test_a_round_does_not_change() -> None:
    state = start(TWO)
    with pytest.raises(FrozenInstanceError):
        state.turn = 1  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Pass(0).seat = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        state.deal.lead = 1  # type: ignore[misc]
    after(state, "0 play 2r as 1x1:2")
    assert state == start(TWO)


# --- deals ---

FIFTEEN = (f"{QUICK_2[0]} 9r", QUICK_2[1])


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        (FIFTEEN, "seat 0 was dealt 15 cards; it must be 14"),
        ((QUICK_2[0], block("yg", 3, 8)), "seat 1 was dealt 12 cards; it must be 14"),
        ((QUICK_2[0], f"{block('yg', 3, 8)} 2r 9y"), "2r was dealt twice"),
        ((QUICK_2[0], f"{block('y')} {block('b')}"), "2b is not in play: with two players there is no blue suit"),
        (
            (f"{block('r')} {block('o', 2, 7)} J", QUICK_2[1]),
            "seat 0 was dealt J: court cards are not dealt, everybody has them",
        ),
        ((QUICK_2[0],), "Haggis is for 2 or 3 players, not 1"),
        ((*QUICK_3, ""), "Haggis is for 2 or 3 players, not 4"),
    ],
)
def test_a_bad_deal_is_refused(hands: tuple[str, ...], sentence: str) -> None:
    with refused(BadDeal, sentence):
        chosen(tuple(map(Cards, hands)), 0, 1)


@pytest.mark.parametrize(("dealer", "lead", "name"), [(2, 0, "dealer"), (-1, 0, "dealer"), (1, 2, "lead")])
def test_dealer_and_lead_must_be_seats(dealer: int, lead: int, name: str) -> None:
    bad = dealer if name == "dealer" else lead
    with refused(BadDeal, f"the {name} must be a seat from 0 to 1, not {bad}"):
        chosen(tuple(map(Cards, QUICK_2)), dealer, lead)


def test_the_haggis_must_be_what_nobody_was_dealt() -> None:
    good = start(TWO).deal
    with refused(BadDeal, "the haggis must be the cards that nobody was dealt: 9r 9o 9y 9g Tr To Ty Tg"):
        Round.start(TWO, Deal(good.dealer, good.lead, good.hands, Cards("9r")))


def test_the_deal_must_be_for_as_many_players_as_the_rules() -> None:
    with refused(IllegalAction, "the rules are for 3 players, the deal for 2"):
        Round.start(THREE, start(TWO).deal)


# --- bets ---


def test_bets_in_and_out_of_turn() -> None:
    state = after(start(THREE), "2 bet 30; 0 play 2r as 1x1:2; 1 bet 0; 1 pass; 2 play 3b as 1x1:3")
    assert state.bets == (None, 0, 30)


def test_a_bet_leaves_the_turn_and_the_trick_as_they_were() -> None:
    state = after(start(THREE), "0 play 2r as 1x1:2; 1 pass")
    bet = after(state, "1 bet 15")
    assert (bet.turn, bet.trick, bet.passes, bet.hands) == (state.turn, state.trick, state.passes, state.hands)


def test_who_passes_may_still_bet() -> None:
    assert after(start(TWO), "0 play 2r as 1x1:2; 1 pass; 1 bet 15").bets == (None, 15)


def test_legal_bets() -> None:
    state = after(start(THREE), "0 play 2r as 1x1:2; 1 bet 15")
    assert [state.legal_bets(seat) for seat in range(3)] == [[], [], [Bet(2, 0), Bet(2, 15), Bet(2, 30)]]


def test_a_bet_on_points_may_come_after_somebody_is_out() -> None:
    state = start(POINTS_BETS)
    state = after(state, whole_block(state, 0), "1 pass; 2 pass", f"0 play {BOMB}; 2 bet 30")
    assert state.bets == (None, None, 30)


def test_betting_is_closed_while_the_last_give_is_outstanding() -> None:
    state = start(POINTS_BETS)
    state = after(state, whole_block(state, 0), f"1 pass; 2 pass; 0 play {BOMB}; 1 pass; 2 pass; 0 give 1")
    state = after(state, whole_block(state, 1), f"2 pass; 1 play {BOMB}")
    assert state.ask == "give"
    with refused(IllegalAction, "the round is over: it is too late to bet"):
        after(state, "2 bet 15")


def test_a_bet_is_open_while_an_earlier_give_is_outstanding() -> None:
    state = after(start(THREE), "0 play J Q as bomb:JQ; 1 pass; 2 pass; 1 bet 15; 0 give 1")
    assert state.bets == (None, 15, None)


# --- tricks ---


def test_with_two_players_one_pass_ends_the_trick() -> None:
    state = after(start(TWO), "0 play 2r as 1x1:2; 1 play 3y as 1x1:3; 0 pass")
    assert state.turn == 1
    assert state.trick == ()
    assert state.captured == ((), (Cards("2r"), Cards("3y")))
    assert state.events == (TrickTaken(winner=1, captor=1, cards=2, points=1),)


def test_with_three_players_two_passes_in_a_row_end_the_trick() -> None:
    state = after(start(THREE), "0 play 2r as 1x1:2; 1 pass; 2 play 3b as 1x1:3; 0 pass")
    assert state.trick
    state = after(state, "1 pass")
    assert (state.turn, state.trick) == (2, ())


def test_play_goes_round_clockwise() -> None:
    turns = [start(THREE, lead=2).turn]
    state = start(THREE, lead=2)
    for text in ("2 play 2b as 1x1:2", "0 play 3r as 1x1:3", "1 play 4y as 1x1:4", "2 pass"):
        state = after(state, text)
        turns.append(state.turn)
    assert turns == [2, 0, 1, 2, 0]


def test_a_single_reading_need_not_be_named() -> None:
    state = start(TWO).apply(Play(0, Cards("3r 3o")))
    assert str(state.actions[-1]) == "0 play 3r 3o as 2x1:3"


def test_a_play_without_a_reading_is_no_combination_yet() -> None:
    with refused(NotationError, "3r 3o are played without a reading"):
        _ = Play(0, Cards("3r 3o")).combo


def test_one_player_out_one_pass_ends_the_trick() -> None:
    # Seat 0 is out, the bomb still lies: seats 1 and 2 must both pass. Then one pass is enough.
    state = after(one_out(), "1 pass")
    assert state.trick
    state = after(state, "2 pass; 0 give 2; 1 play 2y as 1x1:2; 2 pass")
    assert (state.turn, state.trick) == (1, ())


def test_a_player_who_is_out_stays_the_winner_until_beaten() -> None:
    state = start(THREE)
    state = after(state, f"0 play {BOMB}; 1 pass; 2 pass; 0 give 1", whole_block(state, 0))
    assert state.out == (0,)
    state = after(state, "1 pass; 2 pass")
    assert state.captured[0] == (Cards(QUICK_3[0]),)
    assert state.turn == 1


def test_a_last_play_can_be_beaten_and_still_scores_the_hand() -> None:
    # Seat 0 goes out with 17 cards in the largest hand left, 5 each; seat 1 bombs the trick and leads next.
    state = start(THREE)
    state = after(state, f"0 play {BOMB}; 1 pass; 2 pass; 0 give 1", whole_block(state, 0))
    state = after(state, "1 play J Q as bomb:JQ; 2 pass; 1 give 2")
    assert state.turn == 1
    assert state.scores[0].hand == 85
    assert state.captured[2] == (Cards(QUICK_3[0]), Cards("J Q"))


def test_the_next_with_cards_leads_when_the_winner_is_out() -> None:
    state = start(THREE, QUICK_3[2], QUICK_3[1], QUICK_3[0], lead=2)
    state = after(state, f"2 play {BOMB}; 0 pass; 1 pass; 2 give 1", whole_block(state, 2), "0 pass; 1 pass")
    assert state.turn == 0


def test_a_player_who_is_out_has_no_turn() -> None:
    state = after(one_out(), "1 pass; 2 pass; 0 give 1; 1 play 2y as 1x1:2; 2 play 3b as 1x1:3")
    assert state.turn == 1


# --- bombs ---


def test_with_two_players_a_bombed_trick_goes_to_the_other() -> None:
    state = after(start(TWO), "0 play 2r as 1x1:2; 1 play J Q as bomb:JQ; 0 pass")
    assert (state.ask, state.turn) == ("turn", 1)
    assert state.captured == ((Cards("2r"), Cards("J Q")), ())
    assert state.events == (TrickTaken(winner=1, captor=0, cards=3, points=5),)


def test_the_bomber_chooses_who_captures_and_leads_next() -> None:
    state = bombed()
    assert (state.ask, state.turn) == ("give", 2)
    assert state.legal_actions() == [Give(2, 0), Give(2, 1)]
    assert state.legal_plays() == []
    state = after(state, "2 give 0")
    assert (state.ask, state.turn) == ("turn", 2)
    assert [len(pile) for pile in state.captured] == [3, 0, 0]


def test_a_bombed_trick_can_go_to_a_player_who_is_out() -> None:
    state = after(one_out(), "1 pass; 2 pass; 0 give 1; 1 play J Q as bomb:JQ; 2 pass; 1 give 0")
    assert Cards("J Q") in state.captured[0]


def test_the_runner_up_captures_without_being_asked() -> None:
    state = start(rules("tournament"))
    state = after(state, "0 play J Q as bomb:JQ; 1 play J K as bomb:JK; 2 pass; 0 pass")
    assert (state.ask, state.turn) == ("turn", 1)
    assert state.captured == ((Cards("J Q"), Cards("J K")), (), ())


def test_a_lone_bomb_goes_to_the_right_even_to_a_player_who_is_out() -> None:
    # Seat 0 is out; seat 1 leads a bomb, and the seat before hers is 0.
    state = start(rules("tournament"))
    state = after(state, whole_block(state, 0), f"1 pass; 2 pass; 0 play {BOMB}; 1 pass; 2 pass")
    state = after(state, "1 play J Q as bomb:JQ; 2 pass")
    assert state.captured[0][-1] == Cards("J Q")


def test_the_give_of_the_final_trick_comes_before_the_scoring() -> None:
    state = start(THREE)
    state = after(state, whole_block(state, 0), f"1 pass; 2 pass; 0 play {BOMB}; 1 pass; 2 pass; 0 give 1")
    state = after(state, whole_block(state, 1), f"2 pass; 1 play {BOMB}")
    assert not state.over
    assert state.legal_actions() == [Give(1, 0), Give(1, 2)]
    assert after(state, "1 give 2").over


# --- going out, the end ---


def test_going_out_is_told_with_the_largest_hand_left() -> None:
    assert one_out().events == (WentOut(seat=0, place=0, most=17, holder=1),)


def test_the_largest_hand_is_the_one_that_counts() -> None:
    # Seat 1 has 16 cards left, seat 2 still 17.
    state = start(THREE)
    state = after(state, "0 play 2r as 1x1:2; 1 play 8y as 1x1:8; 2 pass; 0 play J as 1x1:J; 1 pass; 2 pass")
    state = after(state, f"0 play {block('ro', 3, 8)} as 2x6:8; 1 pass; 2 pass; 0 play 2o as 1x1:2; 1 pass; 2 pass")
    state = after(state, "0 play Q K as bomb:QK")
    assert state.events == (WentOut(0, 0, 17, 2),)


def test_two_players_the_round_ends_at_once() -> None:
    state = quick(TWO)
    assert state.over
    assert state.out == (0,)
    assert (state.legal_actions(), state.legal_plays(), state.legal_bets(1)) == ([], [], [])


def test_three_players_the_round_ends_when_two_are_out() -> None:
    state = quick(THREE)
    assert state.over
    assert state.out == (0, 1)
    assert state.holders() == [2]


def test_the_events_of_the_last_action_in_order() -> None:
    kinds = [type(event).__name__ for event in quick(TWO).events]
    assert kinds == ["WentOut", "TrickTaken", "RoundScored"]


# --- perft, counted by hand ---


def test_perft_of_a_position_with_few_plays() -> None:
    # Seat 0 holds K after block and J-Q; she leads K (1 play). It ends the round: one leaf at any depth.
    state = start(TWO)
    state = after(state, whole_block(state, 0), "1 pass; 0 play J Q as bomb:JQ; 1 pass")
    assert [perft(state, depth) for depth in (0, 1, 2, 5)] == [1, 1, 1, 1]


def test_perft_counts_the_pass() -> None:
    # On a single K: four bombs of court cards and the pass.
    state = after(start(TWO), "0 play K as 1x1:K")
    assert perft(state, 1) == 4 + 1


def test_perft_counts_gives() -> None:
    assert perft(bombed(), 1) == 2


def test_perft_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="can't be negative"):
        perft(start(TWO), -1)
