"""The examples that the rulebook prints: the captions of its pictures, its wild cards, its bets."""

from __future__ import annotations

import itertools

import pytest

from haggis.rules import Cards, IllegalAction, Round, parse_reading, readings
from haggis.rules.combos import BOMBS
from tests.rules.table import BOMB, QUICK_3, after, block, rules, start, whole_block

THREE = rules(players=3)


def can_be(cards: str, reading: str) -> bool:
    return parse_reading(reading) in readings(Cards(cards), THREE)


def beats(higher: str, lower: str) -> bool:
    return parse_reading(higher).beats(parse_reading(lower)) and not parse_reading(lower).beats(parse_reading(higher))


@pytest.mark.parametrize(
    ("caption", "cards", "reading"),
    [
        ("Single", "7g", "1x1:7"),
        ("Pair", "8r 8b", "2x1:8"),
        ("3 of a Kind", "4r 4o 4y", "3x1:4"),
        ("6 of a Kind with wild card", "6r 6o 6y 6g 6b J", "6x1:6"),
        ("Run of 3 Singles (7-8-9)", "7o 8o 9o", "1x3:9"),
        ("Run of 3 Singles (10-J-Q)", "Ty J Q", "1x3:Q"),
        ("Run of 6 Singles (6-7-8-9-10-J, with wild card)", "6b 8b 9b Tb J K", "1x6:J"),
        ("Run of 2 Pairs", "3r 4r 3g 4g", "2x2:4"),
        ("Run of 3 Pairs", "5o 6o 7o 5b 6b 7b", "2x3:7"),
        ("Run of 2, 4 of a Kinds with wild card", "8r 9r 8o 9o 8y 9y 8g K", "4x2:9"),
    ],
    ids=lambda value: value.replace(" ", "_"),
)
def test_caption(caption: str, cards: str, reading: str) -> None:
    assert can_be(cards, reading), caption


def test_a_set_may_have_up_to_eight_cards() -> None:
    assert can_be("6r 6o 6y 6g 6b J Q K", "8x1:6")


def test_a_sequence_stays_in_its_suits() -> None:
    assert not can_be("7o 8r 9o", "1x3:9")
    assert not can_be("3r 4r 3g 4b", "2x2:4")


def test_a_jack_stands_for_an_8() -> None:
    assert can_be("7r J 9r", "1x3:9")
    assert can_be("8r J", "2x1:8")


def test_a_jack_never_stands_for_a_king() -> None:
    assert not can_be("Tr J Q", "1x3:K")
    assert not can_be("Tr J Q", "1x4:K")
    assert not can_be("J", "1x1:K")
    assert can_be("Tr J Q K", "1x4:K")


def test_a_jack_never_stands_for_a_queen() -> None:
    assert not can_be("9r Tr J", "1x3:Q")
    assert can_be("Tr J K", "1x3:Q")


def test_a_jack_beats_a_single_10() -> None:
    assert can_be("J", "1x1:J")
    assert beats("1x1:J", "1x1:T")


def test_9_10_jack_beats_8_9_10() -> None:
    assert can_be("9r Tr J", "1x3:J")
    assert can_be("8o 9o To", "1x3:T")
    assert beats("1x3:J", "1x3:T")


def test_10_10_jack_queen_beats_9_9_10_10() -> None:
    assert can_be("Tr To J Q", "2x2:J")
    assert can_be("9y Ty 9g Tg", "2x2:T")
    assert beats("2x2:J", "2x2:T")


def test_both_examples_on_the_table() -> None:
    low, high = "9y Ty 9g Tg", "9r Tr 9o To"
    state = start(rules(), f"{block('yg', 2, 6)} {low}", f"{block('ro', 2, 6)} {high}")
    state = after(state, f"0 play {low} as 2x2:T", "1 play Tr To J Q as 2x2:J")
    assert state.on == parse_reading("2x2:J")


def test_court_cards_alone_are_a_bomb() -> None:
    assert [str(reading) for reading in readings(Cards("J Q"), THREE)] == ["bomb:JQ"]


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("rainbow", "3r 5o 7y 9b"),
        ("JQ", "J Q"),
        ("JK", "J K"),
        ("QK", "Q K"),
        ("JQK", "J Q K"),
        ("suited", "3g 5g 7g 9g"),
    ],
)
def test_the_six_bombs(name: str, cards: str) -> None:
    assert can_be(cards, f"bomb:{name}")


@pytest.mark.parametrize("cards", ["3r 5o 7y 9r", "3r 5r 7r 9o", "3r 5o 7y J", "3g 5g 7g K"])
def test_a_number_bomb_has_four_suits_or_one_and_no_wild_card(cards: str) -> None:
    assert not any(reading.is_bomb for reading in readings(Cards(cards), THREE))


@pytest.mark.parametrize(("lower", "higher"), list(itertools.combinations(BOMBS, 2)))
def test_the_order_of_bombs(lower: str, higher: str) -> None:
    assert beats(f"bomb:{higher}", f"bomb:{lower}")


@pytest.mark.parametrize("other", ["1x1:K", "8x1:T", "1x12:K", "4x2:9"])
def test_the_lowest_bomb_beats_any_other_combination(other: str) -> None:
    assert beats("bomb:rainbow", other)


def test_only_the_same_type_and_number_of_cards_answer() -> None:
    state = after(start(THREE), "0 play 4r 4o as 2x1:4")
    with pytest.raises(IllegalAction, match="a single does not answer a pair"):
        after(state, "1 play 5y as 1x1:5")
    with pytest.raises(IllegalAction, match="three of a kind does not answer a pair"):
        after(state, "1 play 5y 5g J as 3x1:5")


def test_a_player_who_passed_may_still_play() -> None:
    state = after(start(THREE), "0 play 4r as 1x1:4; 1 pass; 2 play 5b as 1x1:5; 0 pass; 1 play 6y as 1x1:6")
    assert [play.seat for play in state.trick] == [0, 2, 1]


# Adam and Brenda make Little Bets, Carol does not bet.


def two_go_out(first: int, second: int, third: int) -> Round:
    """A round in which the players go out in this order, after Adam's and Brenda's bets of 15."""
    hands = dict(zip((first, second, third), QUICK_3, strict=True))
    state = start(THREE, *(hands[seat] for seat in range(3)), lead=first)
    state = after(state, "0 bet 15; 1 bet 15", whole_block(state, first), f"{second} pass; {third} pass")
    state = after(state, f"{first} play {BOMB}; {second} pass; {third} pass; {first} give {third}")
    state = after(state, whole_block(state, second), f"{third} pass; {second} play {BOMB}; {second} give {third}")
    assert state.over
    assert state.out == (first, second)
    return state


def test_bets_when_adam_goes_out_first() -> None:
    # Adam 15 for his own bet and 15 for Brenda's; Carol 15 for Brenda's.
    adam, brenda, carol = (score.bets for score in two_go_out(0, 1, 2).scores)
    assert (adam, brenda, carol) == (30, 0, 15)


def test_bets_when_carol_goes_out_first() -> None:
    # Carol 15 for each of the two bets; nobody else earns anything from bets.
    adam, brenda, carol = (score.bets for score in two_go_out(2, 0, 1).scores)
    assert (adam, brenda, carol) == (0, 0, 30)


def test_the_deck_and_the_deal() -> None:
    # 54 cards: five suits of nine and nine court cards; 14 dealt and three court cards each, 3 left.
    state = start(THREE)
    assert [len(hand) for hand in state.hands] == [17, 17, 17]
    assert len(state.deal.haggis) == 3
    assert len(start(rules()).deal.haggis) == 8


def test_tournament_the_next_highest_combination_captures_a_bombed_trick() -> None:
    state = start(rules("tournament"))
    state = after(state, "0 play 4r as 1x1:4; 1 play 5y as 1x1:5; 2 play J Q as bomb:JQ; 0 pass; 1 pass")
    assert [len(pile) for pile in state.captured] == [0, 3, 0]


def test_tournament_a_lead_bomb_goes_to_the_player_on_the_right() -> None:
    state = after(start(rules("tournament")), "0 play J Q as bomb:JQ; 1 pass; 2 pass")
    assert [len(pile) for pile in state.captured] == [0, 0, 1]
