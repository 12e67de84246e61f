"""Rulesets: options that exist and go together, as text and as JSON."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from haggis.rules import PRESETS, BadRules, Ruleset, preset
from haggis.rules.ruleset import CHOICES, option_names
from tests.rules.table import refused, rules

NO_END = "a game ends at a target or after a number of rounds: give exactly one of the two"
NO_BETS = "bets must be different whole numbers above 0 (a bet of 0 can always be said)"


@pytest.mark.parametrize(("name", "players"), [("standard", 2), ("tournament", 3), ("rogers-2025", 3), ("duel", 2)])
def test_a_preset_without_players_has_the_fewest_that_it_is_for(name: str, players: int) -> None:
    assert preset(name).players == players


@pytest.mark.parametrize(("players", "suits", "largest"), [(2, 4, 7), (3, 5, 8)])
def test_suits_and_the_largest_set(players: int, suits: int, largest: int) -> None:
    named = rules(players=players)
    assert (named.suits, named.largest_set) == (suits, largest)
    assert named.with_rule("sets", "suits").largest_set == suits
    assert named.with_rule("sets", "none").largest_set == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "Haggis is for 2 or 3 players, not 1"),
        ({"players": 4}, "Haggis is for 2 or 3 players, not 4"),
        ({"players": True}, "Haggis is for 2 or 3 players, not True"),
        ({"preset": "duel", "players": 3}, "the preset duel is for 2 players only"),
        ({"preset": "tournament", "players": 2}, "the preset tournament is for 3 players only"),
        ({"preset": "rogers-2025", "players": 2}, "the preset rogers-2025 is for 3 players only"),
        ({"preset": []}, f"there is no preset []; there are {', '.join(PRESETS)}"),
        (
            {"bombed_trick": "runner-up", "players": 2},
            "with two players a bombed trick has no runner-up: leave bombed_trick at 'chosen'",
        ),
        ({"courts": "tame"}, "courts can be lower or number or wild, not 'tame'"),
        ({"points": None}, "points can be standard or flat, not None"),
        ({"bets": (15, 15)}, NO_BETS),
        ({"bets": (0,)}, NO_BETS),
        ({"bets": (-15,)}, NO_BETS),
        ({"bets": (True,)}, NO_BETS),
        ({"bets": ([],)}, NO_BETS),
        ({"bets": (10**7,)}, NO_BETS),
        ({"target": None}, NO_END),
        ({"target": 250, "rounds": 6}, NO_END),
        ({"target": 0}, "target must be a whole number from 1 to 1,000,000, not 0"),
        ({"target": 2.5}, "target must be a whole number from 1 to 1,000,000, not 2.5"),
        ({"target": None, "rounds": -1}, "rounds must be a whole number from 1 to 1,000,000, not -1"),
        ({"target": 1_000_001}, "target must be a whole number from 1 to 1,000,000, not 1000001"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with refused(BadRules, sentence):
        Ruleset(**options)


def test_an_unknown_preset_is_refused() -> None:
    with refused(BadRules, f"there is no preset 'house'; there are {', '.join(PRESETS)}"):
        preset("house")


def test_target_and_rounds_of_a_preset() -> None:
    assert (preset(rounds=6).target, preset(rounds=6).rounds) == (None, 6)
    assert preset(target=350).target == 350
    with refused(BadRules, NO_END):
        preset(target=250, rounds=6)


@pytest.mark.parametrize(("option", "value"), [(option, values[-1]) for option, values in CHOICES.items()])
def test_with_rule_changes_one_option(option: str, value: str) -> None:
    changed = rules(players=3).with_rule(option, value)
    assert getattr(changed, option) == value
    assert changed.with_rule(option, getattr(rules(players=3), option)) == rules(players=3)


@pytest.mark.parametrize(
    ("value", "bets"),
    [("none", ()), ("", ()), ("15", (15,)), ("15, 30", (15, 30)), ("10 20 40", (10, 20, 40)), ("15,30", (15, 30))],
)
def test_with_rule_bets(value: str, bets: tuple[int, ...]) -> None:
    assert rules().with_rule("bets", value).bets == bets


def test_with_rule_target_and_rounds_replace_each_other() -> None:
    by_rounds = rules().with_rule("rounds", "6")
    assert (by_rounds.target, by_rounds.rounds) == (None, 6)
    by_target = by_rounds.with_rule("target", " 350 ")
    assert (by_target.target, by_target.rounds) == (350, None)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("colour", "red", f"there is no option 'colour'; the options are {', '.join(option_names())}"),
        ("players", "3", f"there is no option 'players'; the options are {', '.join(option_names())}"),
        ("courts", "", "courts can be lower or number or wild, not ''"),
        ("target", "many", "target must be a whole number, not 'many'"),
        ("target", "-1", "target must be a whole number, not '-1'"),
        ("target", "²", "target must be a whole number, not '²'"),
        ("rounds", "٣", "rounds must be a whole number, not '٣'"),
        ("rounds", "0", "rounds must be a whole number from 1 to 1,000,000, not 0"),
        ("bets", "15, lots", "a bet must be a whole number, not 'lots'"),
        ("bets", "15, 15", NO_BETS),
        (
            "bombed_trick",
            "runner-up",
            "with two players a bombed trick has no runner-up: leave bombed_trick at 'chosen'",
        ),
    ],
)
def test_with_rule_refuses(option: str, value: str, sentence: str) -> None:
    with refused(BadRules, sentence):
        rules().with_rule(option, value)


def test_the_end_in_words() -> None:
    assert preset().describe_end() == "to 250 points"
    assert preset(rounds=1).describe_end() == "1 round"
    assert preset(rounds=6).describe_end() == "6 rounds"


def test_json_has_the_end_that_counts_and_no_players() -> None:
    wire = preset(rounds=6).to_json()
    assert wire["rounds"] == 6
    assert not {"target", "players"} & wire.keys()


@pytest.mark.parametrize(
    ("wire", "sentence"),
    [
        (None, "the rules must be an object of options"),
        ("standard", "the rules must be an object of options"),
        ({}, f"the rules lack {', '.join(sorted(['preset', *CHOICES]))}"),
    ],
)
def test_json_that_is_no_ruleset(wire: object, sentence: str) -> None:
    with refused(BadRules, sentence):
        Ruleset.from_json(wire, 2)


def test_json_without_bets_is_refused() -> None:
    wire = preset().to_json()
    del wire["bets"]
    with refused(BadRules, "bets must be a list of amounts, empty for no betting"):
        Ruleset.from_json(wire, 2)


def test_a_ruleset_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        preset().courts = "wild"  # type: ignore[misc]
