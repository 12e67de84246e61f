"""The settings of a search: one class, made from the table in native/search/settings.hpp."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

from haggis.engine import checks
from haggis.engine.search import Settings
from haggis.rules import HaggisError

ODD = Settings(nodes=7, seconds=0.25, threads=0, equity=False, rollouts=False)


def test_settings_say_what_they_are_and_can_be_made_again() -> None:
    assert eval(repr(ODD)) == ODD == pickle.loads(pickle.dumps(ODD))
    assert hash(Settings(nodes=7)) == hash(Settings(nodes=7))
    assert Settings() != ODD


def test_a_change_leaves_the_original_and_every_other_option() -> None:
    changed = ODD.replace(nodes=8)
    assert (changed.nodes, changed.seconds, changed.rollouts) == (8, 0.25, False)
    assert ODD.nodes == 7
    assert changed.replace(nodes=7) == ODD == changed.__replace__(nodes=7)
    with pytest.raises(AttributeError):
        ODD.nodes = 9  # type: ignore[misc]


def test_numbers_of_numpy_are_whole_numbers() -> None:
    wide: Any = np.int64(3)
    assert Settings(nodes=wide) == Settings(nodes=3)


@pytest.mark.parametrize(("option", "bounds"), Settings.bounds().items())
def test_bounds_are_kept_and_told(option: str, bounds: tuple[int, int]) -> None:
    least, most = bounds
    for sound in bounds:
        assert getattr(Settings(**{option: sound}), option) == sound
    for wrong in (least - 1, most + 1, 10**30, 1.5, math.nan, True, "1", None, [1], np.zeros(3)):
        with pytest.raises(HaggisError, match=f"must be a whole number from {least} to {most}, not "):
            Settings(**{option: wrong})
        with pytest.raises(HaggisError, match="whole number"):
            ODD.replace(**{option: wrong})


@pytest.mark.parametrize("wrong", [-1, math.nan, math.inf, 10**400, True, "1", None])
def test_a_time_that_makes_no_sense_is_refused(wrong: Any) -> None:
    with pytest.raises(HaggisError, match="the time to think must be a number of seconds, 0 or more, not"):
        Settings(seconds=wrong)


@pytest.mark.parametrize("sound", [0, 1, 0.25, 1e9])
def test_a_time_has_no_upper_bound(sound: float) -> None:
    assert Settings(seconds=sound).seconds == sound


def test_threads_are_bounded_in_one_place() -> None:
    assert Settings.bounds()["threads"] == (0, checks.MOST_THREADS)


@pytest.mark.parametrize("wrong", [1, 0, "yes", None])
def test_a_switch_is_on_or_off(wrong: Any) -> None:
    with pytest.raises(HaggisError, match="equity must be a bool, not"):
        Settings(equity=wrong)


def test_an_option_that_does_not_exist_is_refused_by_those_that_do() -> None:
    other: Any = {"speed": 3}
    with pytest.raises(TypeError, match="the options of a search are nodes, seconds, "):
        Settings(**other)
