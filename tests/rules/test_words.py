"""The game in words."""

from __future__ import annotations

import pytest

from haggis.rules import GameWon, RoundScored, ScoreLine, TrickTaken, WentOut, parse_action, parse_card, parse_reading
from haggis.rules.actions import Play
from haggis.rules.cards import Cards
from haggis.rules.refusals import a_reading, not_a_combination, shape_name, why_not_beaten
from haggis.rules.sentences import count, plural
from haggis.rules.words import (
    action_words,
    card_name,
    event_words,
    hint_words,
    line_words,
    reading_name,
)
from tests.rules.table import quick, rules

NAMES = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(
    ("reading", "name", "shape"),
    [
        ("1x1:K", "single K", "a single"),
        ("2x1:9", "pair of 9s", "a pair"),
        ("3x1:5", "three 5s", "three of a kind"),
        ("8x1:T", "eight 10s", "eight of a kind"),
        ("1x3:9", "run 7-8-9", "a run of three"),
        ("2x2:J", "sequence of pairs 10-10-J-J", "a sequence of two pairs"),
        ("3x2:4", "sequence of threes 3-3-3-4-4-4", "a sequence of two threes"),
        ("bomb:rainbow", "bomb 3-5-7-9 in four suits", "a bomb"),
        ("bomb:suited", "bomb 3-5-7-9 in one suit", "a bomb"),
        ("bomb:JQK", "bomb J-Q-K", "a bomb"),
    ],
)
def test_readings_and_shapes(reading: str, name: str, shape: str) -> None:
    assert reading_name(parse_reading(reading)) == name
    assert shape_name(parse_reading(reading)) == shape


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("1x1:K", "a single K"),
        ("2x1:9", "a pair of 9s"),
        ("3x1:5", "three 5s"),
        ("1x3:9", "a run 7-8-9"),
        ("3x2:4", "a sequence of threes 3-3-3-4-4-4"),
        ("bomb:JQ", "a bomb J-Q"),
    ],
)
def test_a_reading_in_a_sentence(reading: str, words: str) -> None:
    assert a_reading(parse_reading(reading)) == words


@pytest.mark.parametrize(("text", "name"), [("3r", "red 3"), ("To", "orange 10"), ("2b", "blue 2"), ("Q", "Q")])
def test_cards(text: str, name: str) -> None:
    assert card_name(parse_card(text)) == name


def test_counts_and_plurals() -> None:
    assert [count(number) for number in (0, 2, 12, 13, -1)] == ["no", "two", "twelve", "13", "-1"]
    assert [plural(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize(
    ("offered", "on", "words"),
    [
        ("2x1:8", "2x1:9", "a pair must beat the pair of 9s; the pair of 8s does not"),
        ("1x3:9", "1x3:9", "a run of three must beat the run 7-8-9; the run 7-8-9 does not"),
        ("1x4:9", "1x3:9", "a run of four does not answer a run of three: play a higher one, or a bomb"),
        ("1x1:K", "bomb:JQ", "only a higher bomb beats the bomb J-Q"),
        ("bomb:JQ", "bomb:QK", "only a higher bomb beats the bomb Q-K"),
    ],
)
def test_why_not_beaten(offered: str, on: str, words: str) -> None:
    assert why_not_beaten(parse_reading(offered), parse_reading(on)) == words


def test_not_a_combination() -> None:
    assert not_a_combination(Cards("2r 4r")).startswith("2r 4r is not a combination: play a set")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("0 bet 0", "Ann says: no bet"),
        ("1 bet 15", "Bob bets 15 points"),
        ("0 play 7r 8r J as 1x3:9", "Ann plays run 7-8-9 (7r 8r J)"),
        ("2 pass", "Cy passes"),
        ("2 give 1", "Cy gives the trick to Bob"),
    ],
)
def test_actions(action: str, words: str) -> None:
    assert action_words(parse_action(action), NAMES) == words


def test_a_play_whose_reading_is_not_named() -> None:
    assert action_words(Play(1, Cards("3r")), NAMES) == "Bob plays cards (3r)"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("0 bet 0", "says: no bet"),
        ("1 bet 15", "bets 15 points"),
        ("0 play 7r 8r J as 1x3:9", "run 7-8-9 (7r 8r J)"),
        ("0 play 7r", "cards (7r)"),
        ("2 pass", "passes"),
        ("2 give 1", "gives the trick to Bob"),
    ],
)
def test_hints(action: str, words: str) -> None:
    assert hint_words(parse_action(action), NAMES) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (TrickTaken(0, 0, 3, 1), "Ann takes the trick (3 cards, 1 point)"),
        (TrickTaken(0, 2, 1, 0), "Ann wins the trick with a bomb, so Cy captures it (1 card, 0 points)"),
        (WentOut(1, 0, 8, 2), "Bob goes out first: 8 cards in the largest hand left"),
        (WentOut(1, 1, 1, 2), "Bob goes out second: 1 card in the largest hand left"),
        (
            RoundScored((ScoreLine(0, "hand", 40, 8, 1), ScoreLine(0, "tricks", 3, 9), ScoreLine(2, "haggis", 2, 3))),
            "The round scores Ann 43, Bob 0, Cy 2",
        ),
        (GameWon(2, (1, 2, 250)), "Cy wins the game (Ann 1, Bob 2, Cy 250)"),
    ],
)
def test_events(event: TrickTaken | WentOut | RoundScored | GameWon, words: str) -> None:
    assert event_words(event, NAMES) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (ScoreLine(0, "hand", 40, 8, 1), "40 points: went out with 8 cards in Bob's hand, 5 each"),
        (ScoreLine(0, "tricks", 1, 12), "1 point: 12 cards captured in tricks"),
        (ScoreLine(0, "haggis", 3, 8), "3 points: the haggis, 8 cards"),
        (ScoreLine(0, "leftovers", 0, 1, 2), "0 points: the 1 card left in Cy's hand"),
        (ScoreLine(0, "bet won", 15, 15), "15 points: own bet of 15 won"),
        (ScoreLine(0, "bet lost", 30, 30, 1), "30 points: Bob's lost bet of 30"),
    ],
)
def test_lines_of_the_score(line: ScoreLine, words: str) -> None:
    assert line_words(line, NAMES) == words


def test_every_line_of_a_round_has_words() -> None:
    state = quick(rules(players=3), "0 bet 15; 2 bet 30")
    assert len({line_words(line, NAMES) for line in state.lines}) >= len({line.cause for line in state.lines}) == 6
