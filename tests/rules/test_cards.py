"""Cards, sets of cards and their text."""

from __future__ import annotations

import pytest

from haggis.rules import COURTS, Card, Cards, NotationError, parse_card
from haggis.rules.cards import DECK, NO_CARDS, number_cards
from tests.rules.table import refused


@pytest.mark.parametrize(
    ("text", "card"),
    [("2r", Card(2, 0)), ("3o", Card(3, 1)), ("Ty", Card(10, 2)), ("9g", Card(9, 3)), ("8b", Card(8, 4))],
)
def test_a_number_card_is_a_rank_and_a_suit(text: str, card: Card) -> None:
    assert parse_card(text) == card
    assert str(card) == text
    assert not card.is_court


@pytest.mark.parametrize(("text", "rank"), [("J", 11), ("Q", 12), ("K", 13)])
def test_a_court_card_is_a_rank(text: str, rank: int) -> None:
    assert parse_card(text).rank == rank
    assert parse_card(text).is_court


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K"),
        ("1r", "'1r' is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K"),
        ("10r", "'10r' is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K"),
        ("٣r", "'٣r' is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K"),
        ("Jr", "'Jr' is not a card: a court card has no suit, write J"),
        ("3", "'3' has no suit: add one of r, o, y, g, b"),
        ("3x", "'3x' has no known suit: the suits are r, o, y, g, b"),
        ("3R", "'3R' has no known suit: the suits are r, o, y, g, b"),
    ],
)
def test_an_unknown_card_is_refused(text: str, sentence: str) -> None:
    with refused(NotationError, sentence):
        parse_card(text)


def test_a_long_text_is_shortened_in_the_refusal() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_card("3" + "r" * 10_000)
    assert len(str(refusal.value)) < 120


def test_a_card_named_twice_is_refused() -> None:
    with refused(NotationError, "5y is named twice"):
        Cards("5y 3r 5y")


def test_cards_are_written_by_rank_then_suit_with_court_cards_last() -> None:
    assert str(Cards("K 3y J Tb 3r 2g Q")) == "2g 3r 3y Tb J Q K"
    assert list(Cards("J 3r")) == [parse_card("3r"), parse_card("J")]


@pytest.mark.parametrize(
    ("cards", "points"),
    # 3, 5, 7, 9 one each; J 2, Q 3, K 5.
    [("", 0), ("2r 4r 6r 8r Tr", 0), ("3r 5o 7y 9g", 4), ("J", 2), ("Q", 3), ("K", 5), ("9b 8b J Q K", 11)],
)
def test_points(cards: str, points: int) -> None:
    assert Cards(cards).points == points


@pytest.mark.parametrize(("players", "points"), [(2, 36), (3, 50)])
def test_the_points_of_the_whole_deck(players: int, points: int) -> None:
    assert number_cards(players + 2).points + players * COURTS.points == points


@pytest.mark.parametrize(("suits", "cards"), [(4, 36), (5, 45)])
def test_number_cards(suits: int, cards: int) -> None:
    assert len(number_cards(suits)) == cards
    assert number_cards(suits).courts == NO_CARDS


def test_numbers_and_courts_part_a_hand() -> None:
    hand = Cards("3r J 5b K")
    assert (str(hand.numbers), str(hand.courts)) == ("3r 5b", "J K")


def test_membership_and_truth() -> None:
    assert parse_card("3r") in Cards("3r J")
    assert parse_card("3o") not in Cards("3r J")
    assert Cards("3r")
    assert not NO_CARDS


def test_equal_cards_are_one_key() -> None:
    assert len({Cards("3r J"), Cards("J 3r"), Cards("3r")}) == 2
    assert Cards("3r") != "3r"


def test_the_deck_has_no_two_equal_cards() -> None:
    assert len(DECK) == len(Cards(DECK)) == 48


def test_cards_do_not_change() -> None:
    hand = Cards("3r")
    with pytest.raises(AttributeError, match="can't be changed"):
        hand.bits = 0
    with pytest.raises(AttributeError, match="can't be changed"):
        del hand.bits
    assert hand == Cards("3r")
