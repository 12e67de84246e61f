"""Every sentence has a key and values that a translator could build it from again."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import haggis.rules
from haggis.rules import Bet, Cards, Game, Give, HaggisError, IllegalAction, Pass, Play, parse_action, parse_reading
from haggis.rules.combos import Reading
from haggis.rules.english import ENGLISH
from haggis.rules.errors import BadRecord
from haggis.rules.record import read, write
from haggis.rules.rulebook import option_words, rulebook
from haggis.rules.ruleset import CHOICES
from haggis.rules.sentences import Catalogue, Sentence, sentence
from haggis.rules.words import action_words, event_words, hint_words, line_words
from tests.rules.strategies import games

RULES = sorted(Path(haggis.rules.__file__).parent.glob("*.py"))
FIELDS = {key: {name for _, name, _, _ in Formatter().parse(template) if name} for key, template in ENGLISH.items()}


def check(said: Sentence) -> None:
    """The text follows from key and values alone, down to the parts."""
    assert isinstance(said, Sentence)
    assert said.key in ENGLISH
    assert str(sentence(said.key, **said.values)) == str(said)
    assert set(said.values) >= FIELDS[said.key]
    assert json.loads(json.dumps(said.to_json()))["key"] == said.key
    for part in parts(said):
        check(part)


def check_refusal(refusal: HaggisError) -> None:
    said = refusal.sentence
    check(said)
    assert said == str(refusal)
    assert "other" not in {said.key, *(part.key for part in parts(said))}


def parts(said: Sentence) -> Iterator[Sentence]:
    for value in said.values.values():
        yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Sentence))


# --- what a sentence is ---


def test_a_sentence_is_its_text() -> None:
    said = sentence("play.not-held", cards="3r")
    assert (said, repr(said), len(said)) == ("you don't hold 3r", repr("you don't hold 3r"), 17)
    assert {said: 1}["you don't hold 3r"] == 1
    assert json.dumps(said) == '"you don\'t hold 3r"'


def test_parts_and_lists_are_written_with_their_own_keys() -> None:
    part = sentence("reading.pair", rank="9")
    said = sentence("play.other-reading", cards="9r J", reading=part, readings=(part, part))
    assert said == "9r J can't be pair of 9s; it can be pair of 9s, pair of 9s"
    pair = {"key": "reading.pair", "values": {"rank": "9"}}
    assert said.to_json()["values"] == {"cards": "9r J", "reading": pair, "readings": [pair, pair]}


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_copies_keep_key_and_values(again: object) -> None:
    said = sentence("reading.a", reading=sentence("reading.pair", rank="9"))
    copied = again(said)  # type: ignore[operator]
    assert (copied, copied.to_json()) == (said, said.to_json())


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("{x}", 3, "3"),
        ("{x}", True, "True"),
        ("{x:,}", 1000, "1,000"),
        ("{x:in words}", 3, "three"),
        ("{x:card|cards}", 1, "1 card"),
        ("{x:card|cards}", 0, "0 cards"),
        ("{x!r}", "a", "'a'"),
        ("{x}", "{y}", "{y}"),
        ("{x}", (), ""),
        ("{x}", ("a", 2, "c"), "a, 2, c"),
        ("{x:-}", ("a", "b"), "a-b"),
        ("{x:, | or }", ("a", "b", "c"), "a, b or c"),
        ("{x:, | or }", ("a",), "a"),
    ],
)
def test_formats(template: str, value: str | int | tuple[str | int, ...], text: str) -> None:
    assert Catalogue({"key": template})("key", x=value) == text


def test_unknown_keys_and_missing_values_fail_loudly() -> None:
    with pytest.raises(KeyError):
        sentence("no.such-key")
    with pytest.raises(KeyError):
        sentence("play.not-held")


# --- the catalogue and its uses in the source ---


def calls(files: list[Path]) -> Iterator[tuple[str, ast.Call]]:
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sentence":
                yield file.name, node


def literals(node: ast.AST) -> list[str]:
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def given_keys(call: ast.Call) -> list[str]:
    """The keys that a call names; none if they are computed."""
    match call.args[0]:
        case ast.Constant(value=str(key)):
            return [key]
        case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
            return [one, other]
    return []


def test_each_use_has_its_template_and_gives_its_values() -> None:
    for file, call in calls(RULES):
        names = {keyword.arg for keyword in call.keywords}
        for key in given_keys(call):
            assert key in FIELDS, (file, key)
            assert None in names or names == FIELDS[key], (file, key)
            assert names - {None} <= FIELDS[key], (file, key)


def test_each_template_is_used() -> None:
    """By its key, or by the part of the key that stands before the computed rest."""
    sources = [
        file for file in (*RULES, *Path(haggis.__file__).parent.glob("server/**/*.py")) if "english" not in file.name
    ]
    named = {text for file in sources for text in literals(ast.parse(file.read_text(encoding="utf-8")))}
    families = {text for text in named if text.endswith(".")}
    unused = [key for key in ENGLISH if key not in named and key[: key.find(".") + 1] not in families]
    assert unused == []


# --- whatever is said ---


@given(games())
def test_whatever_happens_is_said_with_a_key(game: Game) -> None:
    names = game.names
    check(game.rules.describe_end())
    check(rulebook(game.rules))
    for option in CHOICES:
        check(option_words(game.rules, option))
    for event in game.events:
        check(event_words(event, names))
    state = game.last_round
    assert state
    for line in state.lines:
        check(line_words(line, names))
    for action in state.actions:
        check(action_words(action, names))
        check(hint_words(action, names))


@given(games(), st.integers(0, 2**32))
def test_whatever_is_refused_is_refused_with_a_key(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    deck = list(Cards("2r 3r 4r 5r 3o 3b Tg J Q K"))
    for _ in range(20):
        seat, cards = rng.randrange(4), Cards(rng.sample(deck, rng.randint(0, 4)))
        reading = rng.choice([None, Reading(1, 1, 3), Reading(2, 1, 3), Reading(1, 3, 4)])
        action = rng.choice([Play(seat, cards, reading), Pass(seat), Bet(seat, rng.choice((0, 7, 15))), Give(seat, 1)])
        try:
            game.verify(action)
        except HaggisError as refusal:
            check_refusal(refusal)


@given(games(), st.integers(0, 2**32))
def test_a_refused_record_has_a_key(game: Game, seed: int) -> None:
    record = json.loads(json.dumps(write(game)))
    spoil(record, random.Random(seed))
    try:
        read(record)
    except BadRecord as refusal:
        check_refusal(refusal)


def spoil(node: dict[object, object] | list[object], rng: random.Random) -> None:
    """Something in the record becomes something else, or goes."""
    places = list(node) if isinstance(node, dict) else list(range(len(node)))
    place = rng.choice(places or [None])
    if place is None:
        return
    value = node[place]  # type: ignore[index]
    if isinstance(value, (dict, list)) and rng.random() < 0.8:
        spoil(value, rng)
    elif rng.random() < 0.3:
        del node[place]  # type: ignore[arg-type]
    else:
        node[place] = rng.choice([None, -1, 1, 3, True, "", "1 pass", "3x J", [], {}])  # type: ignore[index]


@pytest.mark.parametrize(
    "text", ["", "0 fold", "0 bet x", "0 play 1r", "0 play 3x", "0 play Jr", "0 play 3", "0 play J J"]
)
def test_texts_that_cannot_be_read_are_refused_with_a_key(text: str) -> None:
    with pytest.raises(HaggisError) as refusal:
        parse_action(text)
    check_refusal(refusal.value)


def test_a_refusal_keeps_its_key_from_one_process_to_another() -> None:
    refusal = pickle.loads(pickle.dumps(IllegalAction(sentence("pass.on-lead"))))
    assert refusal.sentence.key == "pass.on-lead"


def test_a_refusal_in_plain_text_has_the_key_other() -> None:
    assert HaggisError("so it is").sentence.to_json() == {"key": "other", "values": {"text": "so it is"}}
    assert HaggisError().sentence == ""


def test_a_refused_reading_has_a_key() -> None:
    with pytest.raises(HaggisError) as refusal:
        parse_reading("9x9:9")
    check_refusal(refusal.value)
