"""Everything that can be wrong with an argument is said in a sentence, as an error of the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from haggis import _native
from haggis.engine import checks
from haggis.engine.batch import Batch
from haggis.engine.bench import measure
from haggis.engine.perft import divide, perft
from haggis.engine.playouts import playouts, rounds, sensible_action
from haggis.engine.plays import count_plays, legal_plays, readings
from haggis.rules import BadDeal, Cards, Game, HaggisError, NotationError, Round, preset
from haggis.rules.cards import number_cards

RULES = preset("standard")
ANY: Any = None  # arguments of the wrong type, on purpose


def fresh() -> Round:
    state = Game.start(RULES).deal(random.Random(1)).round
    assert state
    return state


def position(**changes: Any) -> _native.Round:
    """A real position with something changed."""
    native = _native.Round.deal(_native.Rules(), 0, 1)
    return _native.Round.position(native.rules, **(native.state() | changes))


def hands(*texts: str) -> list[int]:
    return [Cards(text).bits for text in texts]


def other(wrong: Any) -> Any:
    """A value of the wrong type, for the type checker's eyes too."""
    return wrong


WRONG: list[tuple[str, Callable[[], object], type[HaggisError], str]] = [
    ("depth too deep", lambda: perft(fresh(), 256), HaggisError, "the depth must be a whole number from 0 to 255"),
    ("depth negative", lambda: perft(fresh(), -1), HaggisError, "not -1"),
    ("depth nan", lambda: perft(fresh(), other(math.nan)), HaggisError, "not nan"),
    ("depth true", lambda: perft(fresh(), True), HaggisError, "not True"),
    ("depth text", lambda: divide(fresh(), other("2")), HaggisError, "not '2'"),
    ("divide nothing", lambda: divide(fresh(), 0), HaggisError, "from 1 to 255"),
    ("position none", lambda: perft(ANY, 1), HaggisError, "the position must be a Round, not None"),
    ("position text", lambda: playouts(other("x" * 999), 1, seed=1), HaggisError, "must be a Round"),
    ("count negative", lambda: playouts(fresh(), -1, seed=1), HaggisError, "number of rounds"),
    ("count float", lambda: rounds(RULES, other(1.5), seed=1), HaggisError, "not 1.5"),
    ("count array", lambda: rounds(RULES, other(np.zeros(3)), seed=1), HaggisError, "whole number"),
    ("style", lambda: rounds(RULES, 1, seed=1, style="clever"), HaggisError, "random or sensible, not 'clever'"),
    ("style list", lambda: rounds(RULES, 1, seed=1, style=other(["random"])), HaggisError, "random or sensible"),
    ("threads", lambda: rounds(RULES, 1, seed=1, threads=-2), HaggisError, "threads must be"),
    ("many threads", lambda: rounds(RULES, 1, seed=1, threads=10**9), HaggisError, "from 0 to 256"),
    ("seed", lambda: rounds(RULES, 1, seed=other("7")), HaggisError, "a seed must be a whole number"),
    ("seed nan", lambda: sensible_action(fresh(), other(math.nan)), HaggisError, "a seed must be"),
    ("rules", lambda: rounds(other("standard"), 1, seed=1), HaggisError, "the rules must be a Ruleset"),
    ("hand", lambda: legal_plays(other("3r"), None, RULES), HaggisError, "the hand must be a Cards"),
    ("hand too large", lambda: count_plays(number_cards(4), None, RULES), BadDeal, "at most 14 number cards"),
    ("fifth suit", lambda: legal_plays(Cards("3b"), None, RULES), BadDeal, "3b is not in play with 2 players"),
    ("on", lambda: legal_plays(Cards("3r"), other("1x1:3"), RULES), NotationError, "is not a reading"),
    ("cards", lambda: readings(ANY, RULES), HaggisError, "the cards must be a Cards"),
    ("effort", lambda: measure(0), HaggisError, "the effort must be"),
    ("tables", lambda: Batch(RULES, 0, seed=1), HaggisError, "the number of tables"),
    ("too many tables", lambda: Batch(RULES, 10**6, seed=1), HaggisError, "from 1 to 16384"),
    ("bets", lambda: Batch(RULES, 1, seed=1, bets=other(1)), HaggisError, "bets must be a bool"),
    ("card twice", lambda: position(hands=hands("2r 3r", "2r 4r"), haggis=0), BadDeal, "2r is there twice"),
    ("hand of 15", lambda: position(hands=[number_cards(2).bits, 1 << 30]), BadDeal, "at most 14"),
    ("no owner", lambda: position(top=0x112), BadDeal, "needs an owner"),
    ("strange reading", lambda: position(top=0xFFF), NotationError, "there is no combination"),
    ("short list", lambda: position(bets=[1]), BadDeal, "for each of the 2 seats"),
    ("phase", lambda: position(phase="sleep"), HaggisError, "'play', 'give' or 'over'"),
    ("turn", lambda: position(turn=2), HaggisError, "a seat must be a whole number from 0 to 1"),
    ("dealt twice", lambda: _native.Round.start(_native.Rules(), [0x3FFF, 0x3FFF], 0), BadDeal, "dealt twice"),
    ("small hand", lambda: _native.Round.start(_native.Rules(), [1, 2], 0), BadDeal, "14 number cards"),
    ("four players", lambda: _native.Rules(players=4), HaggisError, "the number of players"),
    ("scores too early", lambda: position().scores(), HaggisError, "not over"),
]


@pytest.mark.parametrize(("act", "error", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_mistake_is_told_in_words(act: Callable[[], object], error: type[HaggisError], words: str) -> None:
    with pytest.raises(error, match=words) as said:
        act()
    assert len(str(said.value)) < 200


def test_numbers_of_numpy_are_whole_numbers() -> None:
    assert perft(fresh(), other(np.int64(1))) == perft(fresh(), 1)


@pytest.mark.parametrize("value", [math.nan, math.inf, -1, -0.5, True, "1", None, [1.0]])
def test_a_budget_of_time_is_a_number_that_makes_sense(value: object) -> None:
    with pytest.raises(HaggisError, match="the budget must be a number of seconds, 0 or more, not"):
        checks.seconds(value, "the budget")


@pytest.mark.parametrize("value", [0.4, 2.6, 3, math.inf, math.nan, 10**400, False])
def test_a_number_has_bounds_and_a_unit(value: float) -> None:
    with pytest.raises(HaggisError, match=r"^the heat must be a number of degrees from 0\.5 to 2\.5, not"):
        checks.number(value, "the heat", 0.5, 2.5, "degrees")
    assert [checks.number(bound, "the heat", 0.5, 2.5, "degrees") for bound in (0.5, 2.5)] == [0.5, 2.5]


def test_sound_budgets() -> None:
    assert [checks.seconds(value, "the budget") for value in (0, 1, 0.25)] == [0.0, 1.0, 0.25]


def test_a_depth_past_the_end_counts_finished_rounds() -> None:
    """A round that ends early is one leaf, however deep one looks."""
    over = position(hands=hands("2r", "3r"), haggis=0)
    assert over.perft(2) == over.perft(255) == 1
