"""Every mistake at the table: refused with a sentence that a card player understands, and nothing changes."""

from __future__ import annotations

import pytest

from haggis.rules import AmbiguousPlay, HaggisError, IllegalAction, NotationError, Round, parse_action
from tests.rules.table import after, bombed, one_out, quick, refused, rules, start

NEW = start(rules())
THREE = start(rules(players=3))
PLAYED = after(NEW, "0 play 2r as 1x1:2")
PAIR = after(NEW, "0 play 3r 3o as 2x1:3")
JK = after(NEW, "0 play J K as bomb:JK")
BET = after(NEW, "0 bet 15; 1 bet 0")
BOMBED = bombed()
OVER = quick(rules())

NO_CARD = "is not a card: a card is a rank (2 to 9, T for ten) and a suit, like 3r, or J, Q or K"
NO_COMBINATION = "is not a combination: play a set of one rank, a sequence in full suits, or a bomb"
ONE_BET = "you have bet already: one bet a round, and it can't be changed"
GIVE_FIRST = "seat 2 must first say who captures the bombed trick"
MANY_READINGS = "3r J Q can be three 3s (3x1:3), a run 3-4-5 (1x3:5), a run 2-3-4 (1x3:4): say which"

UNREADABLE = {
    "unknown card": (NEW, "0 play 1r", f"'1r' {NO_CARD}"),
    "unknown suit": (NEW, "0 play 3x", "'3x' has no known suit: the suits are r, o, y, g, b"),
    "card twice": (NEW, "0 play 3r 3r as 2x1:3", "3r is named twice"),
}
ILLEGAL = {
    "suit not in play": (NEW, "0 play 3b", "3b is not in play: with two players there is no blue suit"),
    "bet of 20": (NEW, "0 bet 20", "a bet is 0, 15 or 30 points, not 20"),
    "bet of 20 with one amount": (start(rules(bets="15")), "0 bet 20", "a bet is 0 or 15 points, not 20"),
    "bet where nobody bets": (start(rules("duel")), "0 bet 15", "there is no betting in this game"),
    "bet after the first card": (PLAYED, "0 bet 15", "you have played a card: it is too late to bet"),
    "second bet": (BET, "0 bet 30", ONE_BET),
    "second bet after no bet": (BET, "1 bet 30", ONE_BET),
    "bet after one is out": (one_out(), "2 bet 15", "somebody went out already: it is too late to bet on that"),
    "pass on the lead": (NEW, "0 pass", "you have the lead: play something, you can't pass"),
    "play out of turn": (NEW, "1 play 2y", "it is not your turn: seat 0 is to play"),
    "pass out of turn": (PLAYED, "0 pass", "it is not your turn: seat 1 is to play"),
    "give out of turn": (BOMBED, "1 give 0", "it is not your turn: seat 2 is to give"),
    "give to oneself": (BOMBED, "2 give 2", "a bombed trick goes to an opponent, not to yourself"),
    "give to nobody": (BOMBED, "2 give 3", "there is no seat 3 to give the trick to"),
    "give without a bomb": (THREE, "0 give 1", "there is no bombed trick to give away"),
    "play before the give": (BOMBED, "2 play 2b", GIVE_FIRST),
    "pass before the give": (BOMBED, "0 pass", GIVE_FIRST),
    "no such seat": (NEW, "2 pass", "there is no seat 2: seats count from 0 to 1"),
    "cards not held": (NEW, "0 play 2y 2g", "you don't hold 2y 2g"),
    "no cards": (NEW, "0 play as 1x1:3", "a play needs at least one card"),
    "no combination": (NEW, "0 play 2r 4r", f"2r 4r {NO_COMBINATION}"),
    "not that reading": (NEW, "0 play 3r J as 2x1:4", "3r J can't be a pair of 4s; it can be a pair of 3s (2x1:3)"),
    "not three": (NEW, "0 play 3r J as 3x1:3", "3r J can't be three 3s; it can be a pair of 3s (2x1:3)"),
    "too low": (PAIR, "1 play 2y 2g", "a pair must beat the pair of 3s; the pair of 2s does not"),
    "just as high": (PAIR, "1 play 3y 3g", "a pair must beat the pair of 3s; the pair of 3s does not"),
    "another shape": (PAIR, "1 play 4y", "a single does not answer a pair: play a higher one, or a bomb"),
    "no bomb on a bomb": (JK, "1 play K", "only a higher bomb beats the bomb J-K"),
    "lower bomb": (JK, "1 play J Q", "only a higher bomb beats the bomb J-K"),
    "play after the end": (OVER, "1 play 2y", "the round is over"),
    "bet after the end": (OVER, "1 bet 15", "the round is over"),
}
AMBIGUOUS = {"several readings": (NEW, "0 play 3r J Q", MANY_READINGS)}

CASES = [
    pytest.param(kind, *case, id=name.replace(" ", "_"))
    for kind, cases in ((NotationError, UNREADABLE), (IllegalAction, ILLEGAL), (AmbiguousPlay, AMBIGUOUS))
    for name, case in cases.items()
]


@pytest.mark.parametrize(("kind", "state", "action", "sentence"), CASES)
def test_refusal(kind: type[HaggisError], state: Round, action: str, sentence: str) -> None:
    before = repr(state)
    with refused(kind, sentence):
        state.apply(parse_action(action))
    assert repr(state) == before


@pytest.mark.parametrize(("state", "action"), [case[:2] for case in ILLEGAL.values()], ids=lambda case: str(case)[:12])
def test_can_says_no_where_apply_refuses(state: Round, action: str) -> None:
    assert not state.can(parse_action(action))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "pass",
        "0 play",
        "0 pass now",
        "0 bet",
        "0 bet 15 30",
        "0 give",
        "0 fold",
        "0 PASS",
        "0 play 3r as",
        "x" * 9999,
    ],
)
def test_no_action(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not an action: write '0 play|is not a reading") as refusal:
        parse_action(text)
    assert len(str(refusal.value)) < 160


@pytest.mark.parametrize(
    "text", ["-1 pass", "a pass", "² pass", "٣ pass", "0 bet 1.5", "0 give one", f"0 bet {'9' * 400}"]
)
def test_a_seat_or_an_amount_that_is_no_number(text: str) -> None:
    with pytest.raises(NotationError, match="should be a whole number"):
        parse_action(text)
