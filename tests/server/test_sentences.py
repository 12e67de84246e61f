"""The server's sentences: each key is used, each sentence used has a key, and the wire carries both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from haggis.players import PLAYERS
from haggis.rules import preset
from haggis.rules.ruleset import CHOICES
from haggis.rules.sentences import Sentence, sentence
from haggis.server.english import say
from haggis.server.errors import BadRequest
from haggis.server.wire.client_messages import ClientMessage, read_message
from haggis.server.wire.refusals import refused
from haggis.server.wire.requests import Empty, LevelBody, NameBody, SitBody, TableBody, TokenBody
from haggis.server.wire.rules_page import rules_text
from haggis.server.wire.sentence_view import sentence_view
from haggis.server.wire.table_options import options
from haggis.server.wire.validation import complaint

SERVER = Path(__file__).parents[2] / "src/haggis/server"
SOURCE = "\n".join(path.read_text() for path in SERVER.rglob("*.py") if path.name != "english.py")
SEATS = [{"kind": "me"}, {"kind": "open"}]
UNFIT: dict[str, tuple[Any, object]] = {
    "request.extra_forbidden": (Empty, {"x": 1}),
    "request.missing": (NameBody, {}),
    "request.union_tag_invalid": (ClientMessage, {"type": "dance", "id": "a"}),
    "request.union_tag_not_found": (ClientMessage, {}),
    "request.string_type": (NameBody, {"name": 7}),
    "request.int_type": (SitBody, {"seat": "1"}),
    "request.bool_type": (TableBody, {"seats": SEATS, "public": "yes"}),
    "request.list_type": (TableBody, {"seats": "me"}),
    "request.float_type": (TableBody, {"seats": SEATS, "pace": None}),
    "request.float_parsing": (TableBody, {"seats": SEATS, "pace": "quick"}),
    "request.int_parsing": (int, "x"),
    "request.int_parsing_size": (int, "9" * 5000),
    "request.greater_than_equal": (TableBody, {"seats": SEATS, "target": 0}),
    "request.less_than_equal": (TableBody, {"seats": SEATS, "pace": 11}),
    "request.string_too_short": (LevelBody, {"level": ""}),
    "request.string_too_long": (LevelBody, {"level": "x" * 41}),
    "request.string_pattern_mismatch": (TokenBody, {"token": "?"}),
    "request.string_unicode": (LevelBody, {"level": "\ud800"}),
    "request.list_short": (TableBody, {"seats": []}),
    "request.list_long": (TableBody, {"seats": SEATS * 2}),
}
"""What doesn't fit a request, by the key of the sentence that says so."""
BY_KIND = {
    *UNFIT,
    *(f"{kind}.{name}" for name in PLAYERS for kind in ("level", "plays")),
    *(f"option-name.{option}" for option in (*CHOICES, "bets")),
}
"""The keys that are put together: of the kinds of pydantic's errors, of the names of levels and options."""
OWN_WORDS = (
    "missing",
    "extra_forbidden",
    "union_tag_invalid",
    "union_tag_not_found",
    "string_type",
    "int_type",
    "bool_type",
)
"""The kinds that are not said in pydantic's words."""


def test_every_sentence_of_the_catalogue_is_used_and_every_used_one_is_there() -> None:
    unused = {key for key in say.templates if f'"{key}"' not in SOURCE} - BY_KIND
    assert not unused
    named = re.findall(r'\bsay\(\s*"([\w.-]+)"(?: if [^"]* else "([\w.-]+)")?', SOURCE)
    assert ("takeback.asked", "takeback.away") in named
    assert {key for keys in named for key in keys if key} | BY_KIND <= say.templates.keys()


@pytest.mark.parametrize("key", UNFIT)
def test_what_does_not_fit_a_request_has_a_key_of_its_kind(key: str) -> None:
    kind, given = UNFIT[key]
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(given)
    errors = caught.value.errors()
    said = complaint(errors)
    reason = said.values.get("reason", said)
    assert isinstance(reason, Sentence)
    assert reason.key == key
    message = errors[0]["msg"]
    assert errors[0]["type"] in OWN_WORDS or reason == message[0].lower() + message[1:]


@pytest.mark.parametrize("text", ["", "[]", "7", "null", '"x"'])
def test_a_message_that_is_no_object_is_told_so(text: str) -> None:
    with pytest.raises(BadRequest, match="the message is not a JSON object"):
        read_message(text)


def test_the_options_say_every_choice_by_key_too() -> None:
    shown = options()
    said = [*shown["levels"], *shown["choices"], *(value for choice in shown["choices"] for value in choice["values"])]
    for each in said:
        key = each["sentence"]["key"]
        assert key in sentence.templates.keys() | say.templates.keys()
    first = shown["levels"][0]
    assert (first["words"], first["sentence"]) == ("Beginner", {"key": "level.beginner", "values": {}})
    assert first["plays"]["sentence"] == {"key": "plays.beginner", "values": {}}


def test_the_rules_say_every_part_by_key_too() -> None:
    page = rules_text(preset("duel"))
    assert page["markdown"].startswith("# Haggis: duel, 2 players")
    assert page["sentence"]["key"] == "rulebook.page"


def test_the_server_s_keys_are_not_the_rules_keys() -> None:
    assert not say.templates.keys() & sentence.templates.keys()


def test_a_sentence_inside_a_sentence_has_its_own_key_and_values() -> None:
    begins = say("log.started", end=sentence("rules.to-points", points=250))
    assert begins == "The game begins (to 250 points)"
    end = {"key": "rules.to-points", "values": {"points": 250}}
    assert sentence_view(begins) == {"key": "log.started", "values": {"end": end}}


def test_a_refusal_carries_words_key_and_values() -> None:
    body = refused("not-now", say("table.seat-taken", seat=1))
    assert body == {"code": "not-now", "words": "seat 1 is taken", "key": "table.seat-taken", "values": {"seat": 1}}
