"""The page of rules that `haggis rules` shows: one for every ruleset, true in every number."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from haggis.rules import PRESETS, Cards, Ruleset, preset, readings
from haggis.rules.english import ENGLISH
from haggis.rules.rulebook import EXAMPLES, rulebook
from haggis.rules.ruleset import CHOICES, PRESET_PLAYERS
from haggis.rules.words import reading_name

EVERY_PRESET = [(name, players) for name in PRESETS for players in PRESET_PLAYERS[name]]
TEMPLATES = {
    option: {value: ENGLISH[f"option.{option}.{value}"] for value in values} for option, values in CHOICES.items()
}
EVERY_CHOICE = [(option, value) for option, values in CHOICES.items() for value in values]


def body(rules: Ruleset) -> str:
    """The page without its first section, which lists the changed options by name."""
    return rulebook(rules).partition("## Cards")[2]


def possible(option: str, value: str, players: int) -> bool:
    return (option, value, players) != ("bombed_trick", "runner-up", 2)


@pytest.mark.parametrize(("name", "players"), EVERY_PRESET)
def test_every_preset_has_a_whole_page(name: str, players: int) -> None:
    text = rulebook(preset(name, players=players))
    assert text.startswith(f"# Haggis: {name}, {players} players\n")
    assert "Sean Ross" in text
    assert "Changed" not in text
    assert not set("{}") & set(text), "a placeholder was left unfilled"
    titles = [line for line in text.splitlines() if line.startswith("## ")]
    assert titles == [
        "## Cards",
        "## Combinations",
        "## Bombs",
        "## Bets",
        "## Tricks",
        "## Scoring a round",
        "## The game",
    ]


def test_no_two_presets_read_the_same() -> None:
    pages = {body(preset(name, players=players)) for name, players in EVERY_PRESET}
    assert len(pages) == len(EVERY_PRESET)


def test_every_value_of_every_option_has_its_own_sentence() -> None:
    sentences = [sentence for values in TEMPLATES.values() for sentence in values.values()]
    assert len(set(sentences)) == len(sentences)
    known = {f"option.{option}.{value}" for option, value in EVERY_CHOICE}
    others = {key for key in ENGLISH if key.startswith("option.")} - known - {"option.points.worth"}
    assert {key.removesuffix(".with-two") for key in others} <= known


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("option", list(CHOICES))
def test_every_option_value_changes_the_text(option: str, players: int) -> None:
    values = [value for value in CHOICES[option] if possible(option, value, players)]
    rules = preset("standard", players=players)
    pages = {body(replace(rules, **{option: value})) for value in values}  # type: ignore[arg-type]
    assert len(pages) == len(values)


@pytest.mark.parametrize(("option", "value"), EVERY_CHOICE)
def test_the_chosen_sentence_is_shown_and_no_other_of_its_option(option: str, value: str) -> None:
    text = rulebook(preset("standard", players=3).with_rule(option, value))
    shown = {other for other, sentence in TEMPLATES[option].items() if sentence.partition("{")[0] in text}
    assert shown == {value}


def test_two_players_have_no_choice_after_a_bomb() -> None:
    two, three = (rulebook(preset("standard", players=players)) for players in (2, 3))
    assert "the other player captures it" in two
    assert "the other player captures it" not in three
    assert "names the opponent who captures it" in three


@pytest.mark.parametrize(
    ("players", "facts"),
    [
        (2, ["four suits", "The 8 cards left over", "17 cards in all", "holds 36 points", "seven of a kind"]),
        (3, ["five suits", "The 3 cards left over", "17 cards in all", "holds 50 points", "eight of a kind"]),
    ],
)
def test_the_numbers_are_right(players: int, facts: list[str]) -> None:
    text = rulebook(preset("standard", players=players))
    assert [fact for fact in facts if fact not in text] == []
    assert "1 for a 3, 5, 7 or 9, 2 for a J, 3 for a Q, 5 for a K" in text
    assert "`3r 8y K` scores 6." in text
    assert "Going out scores 5 for each card" in text


def test_flat_points_count_cards() -> None:
    """36 number cards and 6 court cards; 45 and 9."""
    for players, cards in ((2, 42), (3, 54)):
        text = rulebook(preset("standard", players=players).with_rule("points", "flat"))
        assert "`3r 8y K` scores 3." in text
        assert f"holds {cards} points" in text


@pytest.mark.parametrize(("players", "largest"), [(2, "four"), (3, "five")])
def test_sets_as_large_as_there_are_suits(players: int, largest: str) -> None:
    text = rulebook(preset("standard", players=players).with_rule("sets", "suits"))
    assert f"at most {largest}, as many as there are suits" in text


@pytest.mark.parametrize(
    ("bets", "words"),
    [("15, 30", "You may bet 15 or 30 points"), ("5", "You may bet 5 points"), ("5 10 20", "bet 5, 10 or 20 points")],
)
def test_bet_amounts(bets: str, words: str) -> None:
    assert words in rulebook(preset("standard").with_rule("bets", bets))


def test_without_bets_nothing_is_said_about_winning_them() -> None:
    text = rulebook(preset("duel"))
    assert "There is no betting." in text
    assert not any(sentence in text for option in ("bet_wins", "lost_bet") for sentence in TEMPLATES[option].values())


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"target": 350}, "somebody reaches 350 points."),
        ({"rounds": 6}, "The game ends after 6 rounds."),
        ({"rounds": 1}, "The game ends after 1 round."),
    ],
)
def test_the_end_of_the_game(end: dict[str, int], words: str) -> None:
    assert words in rulebook(preset("standard", **end))


def test_changed_options_are_named() -> None:
    changed = preset("duel").with_rule("courts", "wild").with_rule("bets", "15, 30")
    assert "Changed from the preset: courts `wild`, bets `15, 30`." in rulebook(changed)
    assert "Changed from the preset: bets `none`." in rulebook(preset("standard").with_rule("bets", "none"))


@pytest.mark.parametrize(("name", "players"), EVERY_PRESET)
@pytest.mark.parametrize("cards", EXAMPLES)
def test_examples_are_what_the_library_reads(cards: str, name: str, players: int) -> None:
    rules = preset(name, players=players)
    (row,) = [line for line in rulebook(rules).splitlines() if line.startswith(f"| `{cards}` |")]
    found = readings(Cards(cards), rules)
    assert [reading for reading in found if f"{reading_name(reading)} (`{reading}`)" not in row] == []
    assert row.count("(`") == len(found)
    assert ("not a combination" in row) == (not found)


def test_the_page_is_loaded_only_when_asked_for() -> None:
    code = "import sys, haggis; sys.exit('haggis.rules.rulebook' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
