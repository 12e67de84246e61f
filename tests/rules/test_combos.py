"""Readings and plays of small hands, counted by hand."""

from __future__ import annotations

import pytest

from haggis.rules import Cards, NotationError, Reading, Ruleset, legal_plays, parse_reading, preset, readings
from tests.rules.table import block, rules

STANDARD = preset("standard", players=2)


def names(cards: str, ruleset: Ruleset = STANDARD) -> list[str]:
    return [str(reading) for reading in readings(Cards(cards), ruleset)]


def plays(hand: str, on: str | None = None, ruleset: Ruleset = STANDARD) -> list[str]:
    return sorted(str(combo) for combo in legal_plays(Cards(hand), parse_reading(on) if on else None, ruleset))


def test_no_cards_are_no_combination() -> None:
    assert names("") == []


def test_cards_with_three_readings() -> None:
    # Three 3s; J and Q as 2 and 4, as 4 and 5; below the 2 there is nothing.
    assert names("3r J Q") == ["3x1:3", "1x3:5", "1x3:4"]


def test_court_cards_in_a_run_have_the_ranks_that_the_option_allows() -> None:
    # 10-J-Q, 9-10-J and 8-9-10: with `number` the Q is no J, so 9-10-J needs the J and the Q as a 9.
    by_option = {option: names("Tr J Q", rules(courts=option, sets="none")) for option in ("lower", "number", "wild")}
    assert by_option == {
        "lower": ["1x3:Q", "1x3:J", "1x3:T"],
        "number": ["1x3:Q", "1x3:J", "1x3:T"],
        "wild": ["1x3:T"],
    }


def test_a_queen_is_a_jack_only_by_the_rulebook() -> None:
    by_option = {option: names("9r Tr Q", rules(courts=option)) for option in ("lower", "number", "wild")}
    assert by_option == {"lower": ["1x3:J", "1x3:T"], "number": ["1x3:T"], "wild": ["1x3:T"]}


def test_no_sequence_above_the_king() -> None:
    assert names("Tr J Q K") == ["4x1:T", "1x4:K", "1x4:Q", "1x4:J", "1x4:T", "2x2:J", "2x2:T"]


def test_ranks_never_wrap() -> None:
    assert names("2r 3r K") == ["1x3:4"]
    assert names("2r 3r Tr") == []


def test_a_run_needs_three_ranks_and_a_sequence_of_pairs_two() -> None:
    assert names("3r 4r") == []
    assert names("3r 4r 3o 4o") == ["2x2:4"]


def test_a_sequence_of_pairs_needs_full_suits() -> None:
    assert names("3r 4r 3o 4y") == []
    assert names("3r 4o J Q") == ["2x2:4"]


def test_a_sequence_has_at_most_as_many_suits_as_are_in_play() -> None:
    # Ten cards as 5 suits by 2 ranks: only with three players is there a fifth suit.
    five_wide = "3r 3o 3y 3g 4r 4o 4y J Q K"
    assert "5x2:4" not in names(five_wide)
    assert "5x2:4" in names(five_wide, rules(players=3))


@pytest.mark.parametrize(("players", "largest"), [(2, "4r 4o 4y 4g J Q K"), (3, "4r 4o 4y 4g 4b J Q K")])
def test_a_set_is_at_most_all_suits_and_the_court_cards(players: int, largest: str) -> None:
    assert names(largest, rules(players=players))[0] == f"{players + 5}x1:4"


def test_a_set_of_two_or_more_never_ranks_above_10() -> None:
    assert names("Tr J") == ["2x1:T"]
    assert names("J Q K") == ["bomb:JQK"]


def test_a_suit_that_is_four_wide_in_a_bomb() -> None:
    assert names("3r 5o 7y 9g") == ["bomb:rainbow"]
    assert names("3r 5r 7r 9r") == ["bomb:suited"]
    assert names("3r 5r 7y 9g") == []
    assert names("3r 5r 7r 8r") == []


# --- plays, counted by hand ---


def test_plays_of_one_card() -> None:
    assert plays("5g") == ["5g as 1x1:5"]


def test_plays_of_a_number_card_and_a_court_card() -> None:
    # Two singles and the pair.
    assert plays("5g K") == ["5g K as 2x1:5", "5g as 1x1:5", "K as 1x1:K"]


def test_plays_of_three_in_a_suit() -> None:
    # 3 singles and one run.
    assert len(plays("3r 4r 5r")) == 3 + 1


def test_plays_of_three_of_a_kind() -> None:
    # 3 singles, 3 pairs, 1 triple.
    assert len(plays("6r 6o 6y")) == 3 + 3 + 1


def test_plays_of_three_of_a_kind_where_there_are_no_sets() -> None:
    assert len(plays("6r 6o 6y", ruleset=rules(sets="none"))) == 3


def test_plays_of_a_2_and_all_court_cards() -> None:
    # Singles: 2, J, Q, K. Sets of the 2 with 1, 2, 3 court cards: 3 + 3 + 1.
    # Runs from the 2: 2-3-4 with two of three court cards 3, 2-3-4-5 with all 1.
    # 2-2-3-3 with all three 1. Bombs: JQ, JK, QK, JQK.
    assert len(plays("2r J Q K")) == 4 + 7 + 4 + 1 + 4


def test_plays_of_two_pairs_and_a_jack() -> None:
    # Singles: 5. Pairs: 3s 1 + 2 with J, 4s 3. Three of a kind with J: 2.
    # Runs of three, two cards of one suit and J: r and o, as 2-3-4 and 3-4-5, so 4.
    # Runs of one card and two court cards: none, there is one J.
    # Sequence of pairs: all four cards 1, J in the place of any one of them 4.
    assert len(plays("3r 3o 4r 4o J")) == 5 + 6 + 2 + 4 + 5


def test_two_suits_that_a_court_card_might_fill_are_one_play() -> None:
    # 3r J Q K as 2x2 covers 2-3 or 3-4 and either suit beside red; each rank once.
    doubled = [play for play in plays("3r J Q K") if "2x2" in play]
    assert doubled == ["3r J Q K as 2x2:3", "3r J Q K as 2x2:4"]


def test_following_a_run() -> None:
    # 5-6-7 beats 4-5-6 with the red cards or with J for any one of them; 6-7-8 with J as the 8. No bomb.
    assert plays("5r 6r 7r J", "1x3:6") == [
        "5r 6r 7r as 1x3:7",
        "5r 6r J as 1x3:7",
        "5r 7r J as 1x3:7",
        "6r 7r J as 1x3:7",
        "6r 7r J as 1x3:8",
    ]


def test_following_a_single_king() -> None:
    assert plays("Tr J Q K", "1x1:K") == ["J K as bomb:JK", "J Q K as bomb:JQK", "J Q as bomb:JQ", "Q K as bomb:QK"]


def test_following_a_bomb() -> None:
    assert plays("3r 5r 7r 9r Q K J", "bomb:QK") == ["3r 5r 7r 9r as bomb:suited", "J Q K as bomb:JQK"]
    assert plays("J Q K", "bomb:suited") == []


def test_following_a_set_that_the_rules_do_not_have() -> None:
    assert plays("6r 6o 6y", "2x1:5", rules(sets="none")) == []


def test_a_full_hand_has_a_play_of_every_width() -> None:
    shapes = {combo.reading.shape for combo in legal_plays(Cards(f"{block('ro')} J Q K"), None, STANDARD)}
    # Two suits of seven: the run of 7 and three court cards, 14 + 2, 6 + 3. A fourth suit would need 4 court cards.
    assert {(1, 10), (2, 8), (3, 3)} <= shapes
    assert not {(1, 11), (2, 9), (3, 4), (4, 2)} & shapes


# --- readings as text ---


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("1x1:K", Reading(1, 1, 13)),
        ("3x1:5", Reading(3, 1, 5)),
        ("1x3:9", Reading(1, 3, 9)),
        ("2x2:J", Reading(2, 2, 11)),
        ("8x1:T", Reading(8, 1, 10)),
        ("bomb:rainbow", Reading(0, 0, 0)),
        ("bomb:suited", Reading(0, 0, 5)),
    ],
)
def test_parse_reading(text: str, reading: Reading) -> None:
    assert parse_reading(text) == reading
    assert str(reading) == text


@pytest.mark.parametrize(
    "text", ["", "1x2:5", "9x1:5", "1x3:3", "1x3:A", "1x1:10", "bomb:KJ", "bomb", "١x1:5", "x" * 9999]
)
def test_no_such_reading(text: str) -> None:
    with pytest.raises(NotationError, match="is not a reading: write 1x1:K, 3x1:5, 1x3:9, 2x2:J or bomb:JQ") as refusal:
        parse_reading(text)
    assert len(str(refusal.value)) < 150


def test_a_reading_knows_its_lowest_rank_and_its_bomb() -> None:
    assert parse_reading("1x3:9").lowest == 7
    assert parse_reading("bomb:QK").bomb == "QK"
