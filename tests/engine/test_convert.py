"""Values go to the engine and come back as they were."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from lockstep import PAIRS, Lockstep

from haggis import _native
from haggis.engine import convert
from haggis.rules import (
    BadDeal,
    BadRules,
    Bet,
    Cards,
    Combo,
    Give,
    HaggisError,
    IllegalAction,
    NotationError,
    Pass,
    Play,
    Reading,
    Round,
    legal_plays,
    preset,
    view_of,
)
from haggis.rules.combos import BOMBS, bomb, parse_reading
from haggis.testing import swap_unseen


def some_states(name: str, players: int, seed: int = 1) -> list[Round]:
    """Every position of two random rounds."""
    rng = random.Random(seed)
    rules = preset(name, players=players)
    return [state for _ in range(2) for state in Lockstep(rules, rng).positions()]


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_rules(name: str, players: int) -> None:
    rules = preset(name, players=players)
    native = convert.rules_to_native(rules)
    assert native.players == players
    assert convert.rules_to_native(convert.rules_from_native(native)) == native
    assert _native.Rules(**native.options()) == native  # type: ignore[arg-type]


def test_rules_that_make_no_sense_do_not_come_back() -> None:
    with pytest.raises(BadRules, match="no runner-up"):
        convert.rules_from_native(_native.Rules(players=2, bombed_trick="runner-up"))
    with pytest.raises(BadRules, match="different"):
        convert.rules_from_native(_native.Rules(bets=[15, 15]))


def test_too_many_amounts_are_refused_in_words() -> None:
    many = preset("standard").with_rule("bets", ", ".join(map(str, range(1, 18))))
    with pytest.raises(BadRules, match="at most 16 amounts to bet, not 17"):
        convert.rules_to_native(many)


def test_readings() -> None:
    names = ["1x1:2", "1x1:K", "8x1:5", "1x3:9", "2x2:J", "1x12:K", "5x2:T", *(f"bomb:{name}" for name in BOMBS)]
    for reading in map(parse_reading, names):
        assert convert.reading_from_code(convert.reading_to_code(reading)) == reading
    assert convert.reading_from_code(convert.reading_to_code(None)) is None
    assert [convert.reading_to_code(bomb(name)) >> 12 for name in BOMBS] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("code", [1, -1, 1 << 15, 7 << 12, 1 << 12 | 1, 1 << 80, "1x1:K", None, [1]])
def test_a_code_that_is_none(code: Any) -> None:
    with pytest.raises(NotationError, match="no reading with the code"):
        convert.reading_from_code(code)


@pytest.mark.parametrize("reading", [Reading(0, 0, 6), Reading(9, 1, 2), Reading(1, 2, 5), "1x1:K", [1], 7])
def test_a_reading_that_is_none(reading: Any) -> None:
    with pytest.raises(NotationError, match="is not a reading"):
        convert.reading_to_code(reading)


def test_combinations() -> None:
    hand = Cards("3r 4r 5r 3o 5o 7y 9g J Q K")
    for combo in legal_plays(hand, None, preset("standard")):
        assert convert.combo_from_word(convert.combo_to_word(combo)) == combo
    assert convert.combo_to_word(Combo(Cards("2r"), Reading(1, 1, 2))) == 0x112 << 48 | 1


@pytest.mark.parametrize("word", [0, 1, 0x112 << 48, 0xFFFF << 48 | 1])
def test_a_word_that_is_no_combination(word: int) -> None:
    with pytest.raises(NotationError):
        convert.combo_from_word(word)


def test_actions() -> None:
    actions = [Play(0, Cards("3r J"), Reading(2, 1, 3)), Pass(1), Give(2, 0), Bet(1, 30)]
    said = [convert.action_to_native(action) for action in actions]
    assert [kind for kind, _, _ in said] == ["play", "pass", "give", "bet"]
    assert [convert.action_from_native(action) for action in said] == actions


@pytest.mark.parametrize("action", [("fold", 0, 0), ("play", 0), (), "pass", 3, None])
def test_an_action_that_is_none(action: Any) -> None:
    with pytest.raises(NotationError, match="not an action"):
        convert.action_from_native(action)


def test_a_play_without_a_reading_is_refused() -> None:
    with pytest.raises(NotationError, match="without a reading"):
        convert.action_to_native(Play(0, Cards("3r")))


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_rounds(name: str, players: int) -> None:
    for state in some_states(name, players):
        native = convert.round_to_native(state)
        start = convert.start_to_native(state.rules, state.deal)
        actions = [convert.action_to_native(action) for action in state.actions]
        assert convert.replay_native(start, actions) == native
        assert convert.round_from_native(start, actions, rules=state.rules) == state
        assert _native.Round.position(native.rules, **native.state()) == native


def test_a_deal_of_the_engine_becomes_a_round() -> None:
    start = _native.Round.deal(_native.Rules(players=3), 2, seed=9)
    state = convert.round_from_native(start)
    assert (state.turn, state.players, state.rules.preset) == (2, 3, "standard")
    assert convert.round_to_native(state) == start


def test_a_round_that_has_begun_is_no_start() -> None:
    start = _native.Round.deal(_native.Rules(), 0, seed=9)
    word = int(start.plays()[0])
    with pytest.raises(BadDeal, match="was dealt"):
        convert.round_from_native(start.play(word & convert.CARD_MASK, word >> convert.CARD_BITS))
    with pytest.raises(BadRules, match="other rules"):
        convert.round_from_native(start, rules=preset("duel"))


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_views(name: str, players: int) -> None:
    for state in some_states(name, players):
        for seat in range(players if not state.over else 0):
            view = view_of(state, seat)
            known = convert.view_to_native(view)
            assert (known.seat, known.lead, Cards.from_bits(known.dealt)) == (seat, view.lead, view.dealt)
            assert known.rules == convert.rules_to_native(state.rules)
            assert tuple(map(convert.action_from_native, known.actions)) == view.actions


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_a_view_tells_the_engine_nothing_hidden(name: str, players: int) -> None:
    rng = random.Random(4)
    for state in some_states(name, players)[::5]:
        for seat in range(players):
            other = swap_unseen(state, seat, rng)
            assert convert.view_to_native(view_of(other, seat)) == convert.view_to_native(view_of(state, seat))


def start() -> _native.Round:
    return _native.Round.deal(_native.Rules(players=3), 0, seed=1)


REFUSED: list[tuple[Callable[[], object], type[HaggisError], str]] = [
    (lambda: convert.apply_native(start(), ("pass", 1, 0)), IllegalAction, "it is the turn of seat 0"),
    (lambda: convert.apply_native(start(), ("pass", 0, 0)), IllegalAction, "the leader must play"),
    (lambda: convert.apply_native(start(), ("give", 0, 1)), IllegalAction, "no bombed trick to give"),
    (lambda: convert.apply_native(start(), ("bet", 0, 7)), IllegalAction, "7 is not one of the amounts"),
    (lambda: convert.apply_native(start(), ("fold", 0, 7)), NotationError, "not an action"),
    (lambda: convert.apply_native(start(), ("play", 0, 0x112 << 48)), IllegalAction, "at least one card"),
    (lambda: convert.apply_native(start(), ("play", 0, 0x9999 << 48 | 1)), NotationError, "no combination"),
]


@pytest.mark.parametrize(("act", "error", "words"), REFUSED)
def test_the_engine_refuses_in_words(act: Callable[[], object], error: type[HaggisError], words: str) -> None:
    with pytest.raises(error, match=words):
        act()
