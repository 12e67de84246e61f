"""What must hold for all cards, readings, rounds and views, on examples that Hypothesis draws."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import haggis.rules as api
from haggis.rules import (
    COURTS,
    Card,
    Cards,
    Combo,
    Game,
    HaggisError,
    Reading,
    Round,
    Ruleset,
    View,
    legal_plays,
    parse_action,
    parse_card,
    parse_reading,
    readings,
    record,
    sample_world,
    view_of,
)
from haggis.rules.cards import DECK
from haggis.rules.combos import _all_readings
from haggis.rules.deal import shuffled
from haggis.rules.position import read_position, write_position
from haggis.rules.round import replay
from haggis.rules.ruleset import CHOICES
from tests.rules.brute_force import brute_plays, brute_readings
from tests.rules.strategies import games, rounds, rulesets, small_hands
from tests.rules.table import after, block, rules, start

ALL_READINGS = list(_all_readings().values())
COMBINATION_RULES = [
    pytest.param(Ruleset(players=players, courts=courts, sets=sets), id=f"{players}-{courts}-{sets}")
    for players, courts, sets in product((2, 3), CHOICES["courts"], CHOICES["sets"])
]
for_all_combination_rules = pytest.mark.parametrize("ruleset", COMBINATION_RULES)

a_card = st.sampled_from(DECK)
some_cards = st.sets(a_card, max_size=17).map(Cards)
a_reading = st.sampled_from(ALL_READINGS)

# --- generator, recogniser, comparer ---


@for_all_combination_rules
@settings(max_examples=40)
@given(data=st.data())
def test_the_generator_finds_what_brute_force_finds(ruleset: Ruleset, data: st.DataObject) -> None:
    hand = data.draw(small_hands(ruleset.suits))
    found = [str(combo) for combo in legal_plays(hand, None, ruleset)]
    assert sorted(found) == sorted(brute_plays(hand, ruleset))


@for_all_combination_rules
@settings(max_examples=40)
@given(data=st.data())
def test_the_recogniser_finds_what_brute_force_finds(ruleset: Ruleset, data: st.DataObject) -> None:
    cards = data.draw(small_hands(ruleset.suits, most=8))
    found = [str(reading) for reading in readings(cards, ruleset)]
    assert len(set(found)) == len(found)
    assert set(found) == brute_readings(tuple(cards), ruleset)


@for_all_combination_rules
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_generated_is_recognised_and_generated_once(ruleset: Ruleset, seed: int) -> None:
    plays = legal_plays(a_hand(ruleset, seed), None, ruleset)
    assert len(set(plays)) == len(plays)
    for cards, reading in plays:
        assert reading in readings(cards, ruleset)


@for_all_combination_rules
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), on=a_reading)
def test_following_is_leading_with_what_beats(ruleset: Ruleset, seed: int, on: Reading) -> None:
    hand = a_hand(ruleset, seed)
    led = {combo for combo in legal_plays(hand, None, ruleset) if combo.reading.beats(on)}
    followed = legal_plays(hand, on, ruleset)
    assert len(set(followed)) == len(followed)
    assert set(followed) == led


def a_hand(ruleset: Ruleset, seed: int) -> Cards:
    """A full hand of 17 cards."""
    return shuffled(ruleset.players, 0, 0, random.Random(seed)).hands[0] | COURTS


@settings(max_examples=300)
@given(a=a_reading, b=a_reading, c=a_reading)
def test_beating_is_a_strict_order(a: Reading, b: Reading, c: Reading) -> None:
    assert not a.beats(a)
    assert not (a.beats(b) and b.beats(a))
    assert not (a.beats(b) and b.beats(c)) or a.beats(c)


@pytest.mark.parametrize("shape", sorted({reading.shape for reading in ALL_READINGS}), ids=str)
def test_readings_of_one_shape_are_ordered_by_rank(shape: tuple[int, int]) -> None:
    same = sorted((reading for reading in ALL_READINGS if reading.shape == shape), key=lambda one: one.rank)
    for place, lower in enumerate(same):
        assert all(higher.beats(lower) and not lower.beats(higher) for higher in same[place + 1 :])


@given(a=a_reading, b=a_reading)
def test_across_shapes_only_bombs_beat(a: Reading, b: Reading) -> None:
    assert a.shape == b.shape or a.beats(b) == a.is_bomb


# --- round trips ---


def rebuilt(value: object) -> object:
    """What the value's `repr` evaluates to."""
    return eval(repr(value), vars(api))


@given(card=a_card)
def test_a_card_reads_back(card: Card) -> None:
    assert parse_card(str(card)) == card
    assert rebuilt(card) == card


@given(cards=some_cards)
def test_cards_read_back(cards: Cards) -> None:
    assert Cards(str(cards)) == cards
    assert rebuilt(cards) == cards
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert copy.deepcopy(cards) == cards


@given(a=some_cards, b=some_cards)
def test_cards_are_a_set(a: Cards, b: Cards) -> None:
    left, right = set(a), set(b)
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert (a <= b, a < b, a == b) == (left <= right, left < right, left == right)
    assert len(a) == len(left)
    assert a.points == sum(card.points for card in left)


@given(reading=a_reading, cards=some_cards)
def test_a_reading_and_a_combination_read_back(reading: Reading, cards: Cards) -> None:
    assert parse_reading(str(reading)) == reading
    assert rebuilt(reading) == reading
    assert rebuilt(Combo(cards, reading)) == Combo(cards, reading)


@given(ruleset=rulesets())
def test_a_ruleset_reads_back(ruleset: Ruleset) -> None:
    assert Ruleset.from_json(json.loads(json.dumps(ruleset.to_json())), ruleset.players) == ruleset
    assert rebuilt(ruleset) == ruleset


@settings(max_examples=40)
@given(state=rounds())
def test_a_round_reads_back(state: Round) -> None:
    assert rebuilt(state) == state
    assert rebuilt(state.deal) == state.deal
    assert [parse_action(str(action)) for action in state.actions] == list(state.actions)
    assert read_position(json.loads(json.dumps(write_position(state)))) == state


@settings(max_examples=40)
@given(game=games())
def test_a_game_is_its_record(game: Game) -> None:
    (wire,) = record.read_lines([record.write_line(game)])
    assert record.read(wire) == game


@settings(max_examples=25)
@given(state=rounds(), data=st.data())
def test_a_view_reads_back(state: Round, data: st.DataObject) -> None:
    view = view_of(state, data.draw(st.integers(0, state.players - 1)), totals=(7,) * state.players)
    assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
    assert rebuilt(view) == view


# --- hidden cards ---


@settings(max_examples=40)
@given(state=rounds(), seed=st.integers(0, 2**32), data=st.data())
def test_a_view_does_not_change_with_cards_it_can_not_see(state: Round, seed: int, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, state.players - 1))
    view = view_of(state, seat)
    other = view_of(replay(state.rules, sample_world(view, random.Random(seed)), state.actions), seat)
    if state.over:  # the score at the end counts the haggis and the cards left over
        view, other = replace(view, lines=()), replace(other, lines=())
    assert other == view
    assert repr(other) == repr(view)
    assert other.legal_actions() == view.legal_actions()
    assert other.legal_bets() == view.legal_bets()


@settings(max_examples=40)
@given(state=rounds(), seed=st.integers(0, 2**32), data=st.data())
def test_a_sampled_world_agrees_with_the_history(state: Round, seed: int, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, state.players - 1))
    world = sample_world(view_of(state, seat), random.Random(seed))
    world.verify()
    again = replay(state.rules, world, state.actions)
    assert again.hands[seat] == state.hands[seat]
    assert [len(hand) for hand in again.hands] == [len(hand) for hand in state.hands]
    assert [hand.courts for hand in again.hands] == [hand.courts for hand in state.hands]


@settings(max_examples=20)
@given(ruleset=rulesets(), seed=st.integers(0, 2**32))
def test_sampled_worlds_vary(ruleset: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    view = view_of(Round.start(ruleset, shuffled(ruleset.players, 0, 1, rng)), 0)
    assert len({sample_world(view, rng) for _ in range(5)}) == 5


def almost_known_to_two() -> Round:
    """Seat 1 has shown all number cards but one: 36 - 14 - 13 = 9 are unseen by seat 0, 8 of them the haggis."""
    return after(start(rules(), lead=1), f"1 play {block('yg', 2, 7)} as 2x6:7; 0 pass; 1 play 8y as 1x1:8; 0 pass")


def almost_known_to_three() -> Round:
    """Both others have shown all number cards but one: 45 - 14 - 13 - 13 = 5 are unseen by seat 0."""
    high = block("ro", 9, 10)
    state = start(rules(players=3), block("ro"), block("yg"), f"{block('b', 2, 10)} {high} Ty", lead=2)
    state = after(state, f"2 play {block('b', 2, 10)} as 1x9:T; 0 pass; 1 pass; 2 play {high} as 2x2:T; 0 pass; 1 pass")
    state = after(state, "2 play J as 1x1:J; 0 pass; 1 play K as 1x1:K; 2 pass; 0 pass")
    return after(state, f"1 play {block('yg', 2, 7)} as 2x6:7; 2 pass; 0 pass; 1 play 8y as 1x1:8")


@pytest.mark.parametrize(
    ("position", "worlds", "limit"),
    [
        pytest.param(almost_known_to_two, 9, 26.1, id="two"),  # 9 cards for one place
        pytest.param(almost_known_to_three, 5 * 4, 43.8, id="three"),  # 5 for one place, then 4 for the other
    ],
)
def test_every_world_is_equally_likely(position: Callable[[], Round], worlds: int, limit: float) -> None:
    """Chi-square, 200 samples a world; `limit` is its 99.9th percentile with worlds - 1 degrees of freedom."""
    view, rng = view_of(position(), 0), random.Random(5)
    seen = Counter(sample_world(view, rng) for _ in range(200 * worlds))
    assert len(seen) == worlds
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < limit


# --- foreign data ---

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["0 pass", "3r", "٣r"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(wire: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside a JSON value."""
    inner = wire.items() if isinstance(wire, dict) else enumerate(wire) if isinstance(wire, list) else ()
    return [path, *(deeper for key, value in inner for deeper in places(value, (*path, key)))]


def spoiled(wire: Any, path: tuple[Any, ...], value: object) -> Any:
    """A copy of a JSON value with another value at one place."""
    if not path:
        return value
    changed = wire.copy()
    changed[path[0]] = spoiled(wire[path[0]], path[1:], value)
    return changed


def complaint(read: Callable[[Any], object], wire: object) -> str | None:
    """The sentence with which it is refused, if it is; nothing but a `HaggisError` may escape."""
    try:
        read(wire)
    except HaggisError as error:
        return str(error)
    return None


def refused_or_read(read: Callable[[Any], object], wire: object) -> None:
    """Whatever it is, it is read, or refused with a sentence that is not a page long."""
    sentence = complaint(read, wire)
    assert sentence is None or 0 < len(sentence) < 400


@settings(max_examples=80)
@given(state=rounds(20), data=st.data())
def test_spoiled_views_and_positions_are_read_or_refused(state: Round, data: st.DataObject) -> None:
    for read, wire in ((View.from_json, view_of(state, 0).to_json()), (read_position, write_position(state))):
        refused_or_read(read, spoiled(wire, data.draw(st.sampled_from(places(wire))), data.draw(junk)))


@settings(max_examples=80)
@given(game=games(), data=st.data())
def test_spoiled_records_are_read_or_refused(game: Game, data: st.DataObject) -> None:
    wire = record.write(game)
    refused_or_read(record.read, spoiled(wire, data.draw(st.sampled_from(places(wire))), data.draw(junk)))


words = st.sampled_from(["0", "1", "9", "play", "pass", "bet", "give", "as", "3r", "J", "1x1:3", "²", "٣", "-1"])


@settings(max_examples=200)
@given(text=st.text(max_size=30) | st.lists(words).map(" ".join))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    refused_or_read(parse_action, text)
    refused_or_read(parse_reading, text)
    refused_or_read(Cards, text)
