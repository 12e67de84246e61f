"""The server's sentences: each key is used, each sentence used has a key, and the wire carries both."""

from __future__ import annotations

import re
from pathlib import Path

from haggis.rules.sentences import sentence
from haggis.server.english import say
from haggis.server.wire.refusals import refused
from haggis.server.wire.sentence_view import sentence_view

SERVER = Path(__file__).parents[2] / "src/haggis/server"
SOURCE = "\n".join(path.read_text() for path in SERVER.rglob("*.py") if path.name != "sentences.py")
BY_KIND = {key for key in say.templates if key.startswith("request.") and "_" in key} | {"request.missing"}
"""The keys that `validation` makes of the kinds of pydantic's errors."""


def test_every_sentence_of_the_catalogue_is_used_and_every_used_one_is_there() -> None:
    unused = {key for key in say.templates if f'"{key}"' not in SOURCE} - BY_KIND
    assert not unused
    named = set(re.findall(r'\bsay\("([a-z.-]+)"', SOURCE))
    assert named <= say.templates.keys()


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
