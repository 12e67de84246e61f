"""Dishonest and broken records are refused, with the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from haggis.rules import BadRecord, Cards, record
from tests.rules.records import GOOD, Record, broken_off, drop, put, spoiled
from tests.rules.table import QUICK_2, QUICK_3, refused

BLOCK = str(Cards(QUICK_2[0]))
DISHONEST = {
    "wrong hand score": (put("rounds", 0, "scores", 0, "hand", 90), "round 1: seat 0 scores 85 for hand, not 90"),
    "wrong card score": (put("rounds", 0, "scores", 1, "cards", 9), "round 1: seat 1 scores 10 for cards, not 9"),
    "wrong bet score": (put("rounds", 1, "scores", 1, "bets", 30), "round 2: seat 1 scores 15 for bets, not 30"),
    "score of a text": (put("rounds", 0, "scores", 0, "hand", "85"), "round 1: seat 0 scores 85 for hand, not '85'"),
    "score of False": (put("rounds", 0, "scores", 0, "bets", False), "round 1: seat 0 scores 0 for bets, not False"),
    "score of a float": (put("rounds", 0, "scores", 0, "hand", 85.0), "round 1: seat 0 scores 85 for hand, not 85.0"),
    "too few scores": (drop("rounds", 0, "scores", 0), "round 1: there must be 2 scores, not 1"),
    "wrong out": (put("rounds", 0, "out", [1]), "round 1: seats [0] went out in this order, not [1]"),
    "two out": (put("rounds", 0, "out", [0, 1]), "round 1: 'out' of the round must hold 1 number, not 2"),
    "wrong first lead": (put("rounds", 0, "lead", 1), "round 1: seat 1 deals and seat 0 leads, not 1 and 1"),
    "wrong dealer": (put("rounds", 1, "dealer", 1), "round 2: seat 0 deals and seat 1 leads, not 1 and 1"),
    "wrong lead": (put("rounds", 1, "lead", 0), "round 2: seat 0 deals and seat 1 leads, not 0 and 0"),
    "half a sign": (put("seats", 0, "\ud800"), "'seats' of the record must be text"),
    "long name": (
        put("seats", 0, "x" * 501),
        "a name has at most 500 characters, and no control characters: 'xxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx'",
    ),
    "zero in a name": (
        put("seats", 1, "B\0b"),
        "a name has at most 500 characters, and no control characters: 'B\\x00b'",
    ),
    "dealer not there": (put("rounds", 0, "dealer", 2), "round 1: 'dealer' of the round must be from 0 to 1, not 2"),
    "illegal action": (
        put("rounds", 0, "actions", 1, "1 play 8y as 1x1:8"),
        "round 1, action 2: a single does not answer a sequence of seven pairs: play a higher one, or a bomb",
    ),
    "out of turn": (
        put("rounds", 1, "actions", 2, "1 pass"),
        "round 2, action 3: it is not your turn: seat 0 is to play",
    ),
    "late bet": (
        put("rounds", 1, "actions", 3, "1 bet 15"),
        "round 2, action 4: you have played a card: it is too late to bet",
    ),
    "second bet": (
        put("rounds", 1, "actions", 1, "0 bet 30"),
        "round 2, action 2: you have bet already: one bet a round, and it can't be changed",
    ),
    "card not held": (put("rounds", 0, "actions", 0, "0 play 2y as 1x1:2"), "round 1, action 1: you don't hold 2y"),
    "reading not there": (
        put("rounds", 0, "actions", 0, "0 play 2r as 1x1:3"),
        "round 1, action 1: 2r can't be a single 3; it can be a single 2 (1x1:2)",
    ),
    "no reading named": (
        put("rounds", 0, "actions", 0, "0 play 3r J K"),
        "round 1, action 1: 3r J K can be three 3s (3x1:3), a run 3-4-5 (1x3:5), a run 2-3-4 (1x3:4): say which",
    ),
    "no action": (
        put("rounds", 0, "actions", 1, "1 fold"),
        "round 1, action 2: '1 fold' is not an action: "
        "write '0 play 3r 4r 5r as 1x3:5', '0 pass', '0 bet 15' or '0 give 1'",
    ),
    "an action too many": (
        put("rounds", 0, "actions", [*GOOD["rounds"][0]["actions"], "1 pass"]),
        "round 1, action 4: the next round has not been dealt yet",
    ),
    "an action too few": (
        drop("rounds", 0, "actions", 2),
        "round 1: the round has scores, but its actions don't end it",
    ),
    "card dealt twice": (put("rounds", 0, "hands", 1, BLOCK), f"round 1: {BLOCK} was dealt twice"),
    "card twice in a hand": (put("rounds", 0, "hands", 0, f"{BLOCK} 2r"), "round 1: 2r is named twice"),
    "15 cards": (put("rounds", 0, "hands", 0, f"{BLOCK} 9r"), "round 1: seat 0 was dealt 15 cards; it must be 14"),
    "13 cards": (put("rounds", 0, "hands", 0, BLOCK[3:]), "round 1: seat 0 was dealt 13 cards; it must be 14"),
    "unknown card": (
        put("rounds", 0, "hands", 0, "1r"),
        "round 1: '1r' is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K",
    ),
    "suit not in play": (
        put("rounds", 0, "hands", 0, f"{BLOCK[3:]} 2b"),
        "round 1: 2b is not in play: with two players there is no blue suit",
    ),
    "court card dealt": (
        put("rounds", 0, "hands", 0, f"{BLOCK[3:]} J"),
        "round 1: seat 0 was dealt J: court cards are not dealt, everybody has them",
    ),
    "three hands": (put("rounds", 0, "hands", list(QUICK_3)), "round 1: there are 2 seats, but 3 hands"),
    "no hands": (put("rounds", 0, "hands", []), "round 1: there are 2 seats, but 0 hands"),
    "wrong haggis": (
        put("rounds", 0, "haggis", "9r"),
        "round 1: the haggis must be the cards that nobody was dealt: 9r 9o 9y 9g Tr To Ty Tg",
    ),
    "wrong totals": (put("totals", [121, 137]), "the totals are [121, 136], not [121, 137]"),
    "three totals": (put("totals", [121, 136, 0]), "'totals' of the record must hold 2 numbers, not 3"),
    "winner too soon": (put("winner", 1), "nobody has won yet, but seat 1 is named the winner"),
    "winner not there": (put("winner", 2), "'winner' of the record must be from 0 to 1, not 2"),
    "a round after the end": (put("rules", "target", 111), "round 2: the game is over"),
    "no winner named": (put("rules", "target", 130), "the winner is seat 1, not nobody"),
    "one seat": (put("seats", ["Ann"]), "Haggis is for 2 or 3 players, not 1"),
    "no seats": (put("seats", []), "Haggis is for 2 or 3 players, not 0"),
    "a seat too many": (put("seats", ["Ann", "Bob", "Cy"]), "round 1: there are 3 seats, but 2 hands"),
    "another format": (put("format", "haggis-record/2"), "the format is 'haggis-record/2', not 'haggis-record/1'"),
    "unknown preset": (
        put("rules", "preset", "house"),
        "there is no preset 'house'; there are standard, tournament, rogers-2024, rogers-2025, duel",
    ),
    "unknown value": (put("rules", "courts", "tame"), "courts can be lower or number or wild, not 'tame'"),
    "missing option": (drop("rules", "courts"), "the rules lack courts"),
    "target and rounds": (
        put("rules", "rounds", 2),
        "a game ends at a target or after a number of rounds: give exactly one of the two",
    ),
    "neither": (
        drop("rules", "target"),
        "a game ends at a target or after a number of rounds: give exactly one of the two",
    ),
    "bets of text": (
        put("rules", "bets", ["15"]),
        "bets must be different whole numbers above 0 (a bet of 0 can always be said)",
    ),
    "no list of bets": (put("rules", "bets", 15), "bets must be a list of amounts, empty for no betting"),
}


@pytest.mark.parametrize(("change", "sentence"), DISHONEST.values(), ids=[name.replace(" ", "_") for name in DISHONEST])
def test_a_dishonest_record_is_refused(change: Callable[[Record], None], sentence: str) -> None:
    with refused(BadRecord, sentence):
        record.read(spoiled(change))


def test_a_wrong_winner_is_refused() -> None:
    won = spoiled(put("rules", "target", 130)) | {"winner": 0}
    with refused(BadRecord, "the winner is seat 1, not seat 0"):
        record.read(won)


def test_a_round_that_is_not_over_can_not_be_followed() -> None:
    wire = broken_off()
    wire["rounds"].append(GOOD["rounds"][1])
    with refused(BadRecord, "round 2: the round is not over, and another follows"):
        record.read(wire)


def test_a_refusal_knows_its_place() -> None:
    with pytest.raises(BadRecord) as refusal:
        record.read(spoiled(put("rounds", 1, "actions", 2, "1 pass")))
    error = refusal.value
    assert (error.round_number, error.action_number) == (2, 3)
    assert error.reason == "it is not your turn: seat 0 is to play"


MISSING = [
    (("format",), "the record lacks 'format'"),
    (("rules",), "the record lacks 'rules'"),
    (("seats",), "the record lacks 'seats'"),
    (("rounds",), "the record lacks 'rounds'"),
    (("totals",), "the record lacks 'totals'"),
    (("rounds", 0, "dealer"), "round 1: the round lacks 'dealer'"),
    (("rounds", 0, "hands"), "round 1: the round lacks 'hands'"),
    (("rounds", 0, "haggis"), "round 1: the round lacks 'haggis'"),
    (("rounds", 0, "actions"), "round 1: the round lacks 'actions'"),
    (("rounds", 0, "out"), "round 1: the round lacks 'out'"),
    (("rounds", 0, "scores"), "round 1: the round lacks 'scores'"),
    (("rounds", 0, "scores", 1, "bets"), "round 1: the score of seat 1 lacks 'bets'"),
]


@pytest.mark.parametrize(("path", "sentence"), MISSING, ids=[str(path[-1]) for path, _ in MISSING])
def test_a_missing_field_is_named(path: tuple[Any, ...], sentence: str) -> None:
    with refused(BadRecord, sentence):
        record.read(spoiled(drop(*path)))


WRONG_TYPES = [
    (("format",), 1, "'format' of the record must be text"),
    (("seats",), "Ann", "'seats' of the record must be a list"),
    (("seats",), [1, 2], "'seats' of the record must be text"),
    (("rules",), [], "the rules must be an object of options"),
    (("rounds",), {}, "'rounds' of the record must be a list"),
    (("rounds", 0), [], "round 1: the round must be a JSON object"),
    (("rounds", 0, "dealer"), True, "round 1: 'dealer' of the round must be a whole number"),
    (("rounds", 0, "dealer"), 1.0, "round 1: 'dealer' of the round must be a whole number"),
    (("rounds", 0, "hands"), [1, 2], "round 1: 'hands' of the round must be text"),
    (("rounds", 0, "actions", 0), None, "round 1: 'actions' of the round must be text"),
    (("rounds", 0, "scores", 0), 85, "round 1: the score of seat 0 must be a JSON object"),
    (("totals",), [1, "2"], "'totals' of the record must be a whole number"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), WRONG_TYPES)
def test_a_wrong_type_is_named(path: tuple[Any, ...], value: object, sentence: str) -> None:
    with refused(BadRecord, sentence):
        record.read(spoiled(put(*path, value)))


@pytest.mark.parametrize("wire", [None, [], "x", 1])
def test_what_is_no_object_is_no_record(wire: object) -> None:
    with refused(BadRecord, "the record must be a JSON object"):
        record.read(wire)


@pytest.mark.parametrize("text", ["{", "nonsense", '{"format": 1,}', "[" * 100_000, "1" * 5000])
def test_what_is_not_json(text: str) -> None:
    with refused(BadRecord, "line 2 is not JSON"):
        list(record.read_lines(["{}", text]))


def test_deep_and_huge_values_are_refused_in_a_short_sentence() -> None:
    deep = json.loads("[" * 900 + "]" * 900)
    for value in (deep, "x" * 10_000, 10**4000, [0] * 10_000):
        for path in (("rules", "courts"), ("rules", "target"), ("rules", "preset"), ("rounds", 0, "scores", 0, "hand")):
            with pytest.raises(BadRecord) as refusal:
                record.read(spoiled(put(*path, value)))
            assert len(str(refusal.value)) < 300


def test_a_promise_that_is_no_text_at_all() -> None:
    promise = {"commitment": "\ud800", "salt": "0"}
    with pytest.raises(BadRecord, match="round 1: 'commitment' of the round must be text"):
        record.read(spoiled(lambda wire: wire["rounds"][0].update(promise)))
