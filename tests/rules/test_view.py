"""What one seat may know, and its wire form."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from haggis.rules import (
    BadDeal,
    BadRules,
    Bet,
    Cards,
    Give,
    HaggisError,
    IllegalAction,
    NotationError,
    Pass,
    Round,
    View,
    view_of,
)
from haggis.rules.position import read_position, write_position
from tests.rules.table import after, block, bombed, quick, refused, rules, start


def answered() -> Round:
    """Three players: seat 0 led a 4, seat 1 answered with K, seat 2 bet 15 and is to act."""
    return after(start(rules(players=3)), "0 play 4r as 1x1:4; 1 play K as 1x1:K; 2 bet 15")


def test_a_view_shows_the_public_and_one_hand() -> None:
    view = view_of(answered(), 0, ("Ann", "Bob", "Cy"), (1, 2, 3))
    assert view.hand == Cards(block("ro")) - Cards("4r") | Cards("J Q K")
    assert view.dealt == Cards(block("ro"))
    assert (view.dealer, view.lead, view.turn) == (2, 0, 2)
    assert view.counts == (16, 16, 17)
    assert [str(courts) for courts in view.courts] == ["J Q K", "J Q", "J Q K"]
    assert view.bets == (None, None, 15)
    assert (view.names, view.totals, view.players) == (("Ann", "Bob", "Cy"), (1, 2, 3), 3)


def test_unseen_cards() -> None:
    # 45 number cards less one's own 14; none of the others has played a number card.
    view = view_of(answered(), 0)
    assert len(view.unseen) == 31
    assert not view.unseen & view.dealt
    assert len(view_of(answered(), 1).unseen) == 45 - 14 - 1


@pytest.mark.parametrize(("seat", "ask"), [(0, "wait"), (1, "wait"), (2, "turn")])
def test_who_is_asked(seat: int, ask: str) -> None:
    assert view_of(answered(), seat).ask == ask


def test_all_are_told_that_the_round_is_over() -> None:
    assert [view_of(quick(rules()), seat).ask for seat in (0, 1)] == ["over", "over"]


def test_legal_actions_of_the_seat_in_turn() -> None:
    # On a single K: pass, or a bomb of the three court cards (JQ, JK, QK, JQK). Her bet is placed.
    actions = view_of(answered(), 2).legal_actions()
    assert sorted(map(str, actions)) == [
        "2 pass",
        "2 play J K as bomb:JK",
        "2 play J Q K as bomb:JQK",
        "2 play J Q as bomb:JQ",
        "2 play Q K as bomb:QK",
    ]


def test_who_waits_may_still_bet() -> None:
    state = after(start(rules(players=3)), "0 play 4r as 1x1:4")
    assert view_of(state, 2).legal_bets() == state.legal_bets(2) == [Bet(2, 0), Bet(2, 15), Bet(2, 30)]
    assert view_of(state, 2).legal_actions() == []
    assert view_of(state, 0).legal_bets() == state.legal_bets(0) == []


def test_on_the_lead_there_is_no_pass() -> None:
    view = view_of(start(rules()), 0)
    assert Pass(0) not in view.legal_actions()
    assert Bet(0, 15) in view.legal_bets()


def test_legal_actions_are_those_of_the_round() -> None:
    state = answered()
    assert view_of(state, state.turn).legal_actions() == state.legal_actions()


def test_who_must_give_sees_the_gives() -> None:
    view = view_of(bombed(), 2)
    assert view.ask == "give"
    assert view.legal_actions() == [Give(2, 0), Give(2, 1)]
    assert view.legal_plays() == []


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with refused(IllegalAction, f"there is no seat {seat}: seats count from 0 to 2"):
        view_of(answered(), seat)


def test_a_view_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        view_of(answered(), 0).hand = Cards()  # type: ignore[misc]


# --- the wire ---


def test_the_wire_form_is_that_of_the_protocol() -> None:
    wire = view_of(answered(), 2, totals=(1, 2, 3)).to_json()
    assert list(wire) == [
        "rules", "seats", "seat", "totals", "dealer", "lead", "dealt", "hand", "counts", "actions", "ask",
    ]  # fmt: skip
    assert wire["actions"] == ["0 play 4r as 1x1:4", "1 play K as 1x1:K", "2 bet 15"]
    assert (wire["seat"], wire["counts"], wire["ask"]) == (2, [16, 16, 17], "turn")


def test_a_game_of_rounds_says_how_many_are_played() -> None:
    view = view_of(start(rules(rounds=6)), 0, rounds_played=2)
    wire = view.to_json()
    assert wire["rounds_played"] == 2
    assert View.from_json(wire) == view
    del wire["rounds_played"]
    assert View.from_json(wire).rounds_played == 0  # other hosts may not say it


def test_the_score_of_a_finished_round_is_on_the_wire() -> None:
    view = view_of(quick(rules(players=3), "2 bet 15"), 2)
    assert View.from_json(json.loads(json.dumps(view.to_json()))) == view


WIRE = view_of(answered(), 2).to_json()
OVER = view_of(quick(rules()), 0).to_json()


@pytest.mark.parametrize(
    ("change", "kind", "sentence"),
    [
        ({"seat": 3}, NotationError, "'seat' of the view must be from 0 to 2, not 3"),
        ({"seat": "2"}, NotationError, "'seat' of the view must be a whole number"),
        ({"seats": "Ann"}, NotationError, "'seats' of the view must be a list"),
        ({"seats": []}, BadRules, "Haggis is for 2 or 3 players, not 0"),
        ({"rules": {}}, BadRules, None),
        ({"rounds_played": -1}, NotationError, "'rounds_played' of the view must be from 0 to 1000000, not -1"),
        ({"totals": [0]}, NotationError, "'totals' of the view must hold 3 numbers, not 1"),
        ({"dealt": "3r 3r"}, NotationError, "3r is named twice"),
        ({"dealt": "3r"}, BadDeal, "seat 2 was dealt 1 card; it must be 14"),
        ({"hand": "3r"}, NotationError, None),
        ({"actions": ["0 fold"]}, NotationError, None),
        ({"actions": ["0 pass"]}, IllegalAction, "you have the lead: play something, you can't pass"),
        ({"actions": ["0 play 2b as 1x1:2"]}, BadDeal, "2b was dealt twice"),
        (
            {"actions": ["0 play 2r as 1x1:2", "1 pass", "2 play 8g as 1x1:8"]},
            NotationError,
            "the view says that you played 8g, but you were not dealt that",
        ),
    ],
)
def test_a_broken_view_is_refused(change: dict[str, Any], kind: type[HaggisError], sentence: str | None) -> None:
    with pytest.raises(kind) as refusal:
        View.from_json(WIRE | change)
    assert sentence is None or str(refusal.value) == sentence


LINE = {"seat": 0, "cause": "hand", "points": 85, "amount": 17, "other": 1}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (None, "'lines' of the view must be a list"),
        ([1], "a line of the view must be a JSON object"),
        (
            [LINE | {"cause": "luck"}],
            "nobody scores for 'luck': the causes are hand, tricks, haggis, leftovers, bet won, bet lost",
        ),
        ([LINE | {"seat": 2}], "'seat' of a line of the view must be from 0 to 1, not 2"),
        ([LINE | {"points": -1}], "'points' of a line of the view must be from 0 to 1000000, not -1"),
        ([LINE | {"other": "1"}], "'other' of a line of the view must be a whole number"),
    ],
)
def test_a_broken_score_is_refused(lines: object, sentence: str) -> None:
    with refused(NotationError, sentence):
        View.from_json(OVER | {"lines": lines})


@pytest.mark.parametrize("name", sorted(set(WIRE) - {"counts", "ask"}))
def test_a_missing_field_of_a_view_is_named(name: str) -> None:
    with refused(NotationError, f"the view lacks '{name}'"):
        View.from_json({key: value for key, value in WIRE.items() if key != name})


def test_what_is_no_object_is_no_view() -> None:
    with refused(NotationError, "the view must be a JSON object"):
        View.from_json([])


# --- positions ---


def test_a_position_by_preset_has_the_dealer_before_the_leader() -> None:
    wire = write_position(answered()) | {"preset": "standard"}
    del wire["rules"], wire["dealer"]
    assert read_position(wire) == answered()


def test_a_position_by_rules_may_have_any_dealer() -> None:
    assert read_position(write_position(answered()) | {"dealer": 1}).deal.dealer == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 4}, "'players' of the position must be from 2 to 3, not 4"),
        ({"lead": 3}, "'lead' of the position must be from 0 to 2, not 3"),
        ({"dealer": -1}, "'dealer' of the position must be from 0 to 2, not -1"),
        ({"hands": []}, "Haggis is for 2 or 3 players, not 0"),
        ({"haggis": ""}, "the haggis must be the cards that nobody was dealt: 9y 9g 9b"),
        ({"actions": ["1 pass"]}, "it is not your turn: seat 0 is to play"),
    ],
)
def test_a_broken_position_is_refused(change: dict[str, object], sentence: str) -> None:
    with refused(HaggisError, sentence):
        read_position(write_position(answered()) | change)
