"""The docs say what the program does: the guide's tables and worked example, the notation's record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from haggis.rules import PRESETS, Cards, Deal, Play, Round, Ruleset, ScoreLine, parse_reading, preset, readings, record
from haggis.rules.cards import COURTS, number_cards
from haggis.rules.ruleset import CHOICES, PRESET_PLAYERS, option_names
from haggis.rules.words import reading_name

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "rules.md").read_text(encoding="utf-8")
SPEC = (DOCS / "spec/rules.md").read_text(encoding="utf-8")
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
ANN, BOB, CAT = range(3)


def table(heading: str, text: str = GUIDE) -> list[list[str]]:
    """The rows of the table that begins like this, without marks."""
    lines = text[text.index(heading) :].partition("\n\n")[0].splitlines()
    return [[cell.strip(" `*") for cell in line.strip("|").split("|")] for line in lines]


def listed(rules: Ruleset, option: str) -> str:
    """What the guide's table of presets should say."""
    if option in ("bet_wins", "lost_bet") and not rules.bets:
        return "-"
    if option == "bets":
        return ", ".join(map(str, rules.bets)) or "none"
    if option == "players":
        return ", ".join(map(str, PRESET_PLAYERS[rules.preset]))
    return str(getattr(rules, option))


def test_the_table_of_presets() -> None:
    (_, *names), _, *rows = table("| option | `standard`")
    assert names == list(PRESETS)
    assert {row[0] for row in rows} == {"players", *option_names()} - {"rounds"}
    for option, *cells in rows:
        assert cells == [listed(preset(name), option) for name in names], option


def test_the_table_of_presets_in_the_specification() -> None:
    (_, *heads), _, *rows = table("| option | `standard` (", SPEC)
    names = [head.partition("`")[0] for head in heads]
    assert names == list(PRESETS)
    assert {row[0] for row in rows} == {"players", "end", *option_names()} - {"target", "rounds"}
    for option, *cells in rows:
        said = [f"target {preset(name).target}" if option == "end" else listed(preset(name), option) for name in names]
        assert cells == said, option


def test_the_table_of_values_names_every_value() -> None:
    rows = table("| option | value | meaning |")[2:]
    found: dict[str, list[str]] = {}
    for option, value, _ in rows:
        found.setdefault(option or list(found)[-1], []).append(value)
    assert {option: tuple(found[option]) for option in CHOICES} == CHOICES
    assert set(found) == set(option_names())


@pytest.mark.parametrize("heading", ["| cards | set |", "| cards | sequence |", "| cards | can be |"])
def test_the_examples_of_combinations(heading: str) -> None:
    rules = preset("standard")
    rows = table(heading)[2:]
    assert len(rows) > 2
    for cards, said in rows:
        found = readings(Cards(cards), rules)
        assert said.startswith("nothing") == (not found), cards
        for reading in found:
            assert reading_name(reading).rpartition(" ")[2] in said, (cards, reading)


def before_the_end(rules: Ruleset) -> Round:
    """The guide's worked example, one card before its end: Cat leads her last card."""
    haggis, left, last = Cards("3o 6y 9b"), Cards("5g 8b K"), Cards("Tr")
    rest = number_cards(rules.suits) - haggis - left - last
    odd = [card for card in rest if card.points]
    even = [card for card in rest if not card.points]
    ann = (Cards(odd[:2]), Cards(even[:9]), COURTS)
    bob = (Cards(odd[2:6]), Cards(even[9:18]), Cards("J Q"))
    cat = (Cards(odd[6:]), Cards(even[18:]), COURTS)
    return Round(
        rules=rules,
        deal=Deal(CAT, ANN, (Cards(),) * 3, haggis),
        hands=(left, Cards(), last),
        turn=CAT,
        captured=(ann, bob, cat),
        bets=(15, 30, None),
        out=(BOB,),
        lines=(ScoreLine(BOB, "hand", 30, 6, ANN),),
    )


def finished(name: str) -> Round:
    state = before_the_end(preset(name, players=3))
    return state.apply(Play(CAT, Cards("Tr"), parse_reading("1x1:T")))


def test_the_worked_example() -> None:
    rows = table("| | hand | cards | bets | total |")[2:]
    written = [tuple(int(cell.rpartition("=")[2]) for cell in row[1:]) for row in rows]
    scores = finished("standard").scores
    assert written == [(*score, score.total) for score in scores]
    assert sum(score.cards for score in scores) == 50


def test_the_worked_example_by_other_presets() -> None:
    rows = table("| preset | Ann | Bob | Cat |")[2:]
    assert [row[0] for row in rows] == [name for name in PRESETS if 3 in PRESET_PLAYERS[name]]
    for name, *cells in rows:
        assert list(map(int, cells[:3])) == [score.total for score in finished(name).scores], name


def test_every_card_of_the_worked_example_is_somewhere() -> None:
    state = before_the_end(preset("standard", players=3))
    tricks = [sum(cards.points for cards in pile) for pile in state.captured]
    assert tricks == [12, 9, 21]
    total = sum(len(cards) for pile in state.captured for cards in pile) + sum(map(len, state.hands))
    assert total + len(state.deal.haggis) == 54


def test_the_table_of_readings() -> None:
    rows = table("| text | reading |", NOTATION)[2:]
    assert [reading_name(parse_reading(text)) for text, _ in rows] == [name for _, name in rows]


def test_the_record_that_is_shown_holds() -> None:
    shown = json.loads(NOTATION.partition("```json\n")[2].partition("```")[0])
    assert record.write(record.read(shown)) == shown
