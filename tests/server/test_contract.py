"""docs/server.md and the page's types say what the server's types say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from haggis.rules.events import Cause, Part
from haggis.rules.ruleset import option_names
from haggis.rules.sentences import sentence
from haggis.server.english import say
from haggis.server.errors import Code
from haggis.server.tables.summary import Summary
from haggis.server.web.openapi import Api
from haggis.server.wire.client_messages import CLIENT_MESSAGE
from haggis.server.wire.event_types import Consequence, EventView
from haggis.server.wire.refusals import ErrorBody
from haggis.server.wire.requests import OptionsBody, TableBody
from haggis.server.wire.responses import GameList, Made, Me
from haggis.server.wire.score_sheets import Sheet
from haggis.server.wire.server_messages import SERVER_MESSAGE, ServerMessage
from haggis.server.wire.state_view import StateView
from haggis.server.wire.statistics import Statistics
from haggis.server.wire.table_options import Options, PresetRules
from haggis.study.english import say as say_of_study

DOCS = Path(__file__).parents[2] / "docs/server.md"
TEXT = DOCS.read_text(encoding="utf-8")
EXAMPLES: dict[str, Any] = {
    '{"code": "illegal"': ErrorBody,
    '{"id": "p_': Me,
    '{"games": [{': GameList,
    '{"games": 12': Statistics,
    '{"levels": [': Options,
    '{"table": "Hx3kQz8vWm2aB1cD", "status"': Summary,
    '{"table": "Hx3kQz8vWm2aB1cD", "link"': Made,
    '{"type": "ok"': ServerMessage,
    '{"type": "error"': ServerMessage,
    '{"type": "described"': ServerMessage,
    '{"type": "hint", "id": "h1", "level"': ServerMessage,
    '{"type": "presence"': ServerMessage,
    '{"seq": 57, "status"': StateView,
    '{"round": 3, "dealer"': Sheet,
    '[{"kind": "out"': list[Consequence],
}

SIGNS = {"table": "ID", "seat": "N", "game": "GAME", "number": "N", "action": "K", "puzzle": "NAME"}
"""What stands in the docs for the parts of a path."""


def example(start: str) -> Any:
    """The JSON that begins like this in the docs."""
    value, _ = json.JSONDecoder().raw_decode(TEXT, TEXT.index(start))
    return value


@pytest.mark.parametrize("start", EXAMPLES)
def test_an_example_of_the_docs_has_exactly_the_fields_of_its_type(start: str) -> None:
    shown = example(start)
    assert TypeAdapter(EXAMPLES[start]).validate_python(shown) == shown


def test_every_message_of_a_client_is_shown_in_the_docs() -> None:
    lines = re.findall(r'^\{"type": .*\}$', TEXT[TEXT.index("### From the client") :], re.MULTILINE)
    shown = [CLIENT_MESSAGE.validate_json(line) for line in lines]
    assert {message.type for message in shown} == CLIENT_MESSAGE.json_schema()["discriminator"]["mapping"].keys()


def test_every_message_of_the_server_has_a_heading_in_the_docs() -> None:
    live = TEXT[TEXT.index("### From the server") : TEXT.index("### From the client")]
    headings = ", ".join(re.findall(r"^#### (.+)$", live, re.MULTILINE))
    assert set(headings.split(", ")) == SERVER_MESSAGE.json_schema()["discriminator"]["mapping"].keys()


def test_every_option_of_the_rules_can_be_chosen_and_is_shown() -> None:
    assert OptionsBody.model_fields.keys() | {"target", "rounds"} == set(option_names())
    assert PresetRules.__annotations__.keys() == set(option_names())


def test_a_new_table_of_the_docs_can_be_asked_for() -> None:
    assert TableBody.model_validate(example('{"preset": "standard",\n "options"')).seats


def test_the_table_of_events_lists_every_kind_with_its_fields() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| (.*?) \|", TEXT[TEXT.index("## Events") :], re.MULTILINE)
    shown = {kind: set(re.findall(r"`([a-z_]+)`", fields)) for kind, fields in rows}
    shown.pop("kind")  # the heading of the table
    common = {"seq", "at", "kind", "words", "sentences"}
    fields: dict[str, set[str]] = {}
    for schema in TypeAdapter(EventView).json_schema()["$defs"].values():
        if "sentences" not in schema.get("properties", {}):
            continue
        kind = schema["properties"]["kind"]
        for name in kind.get("enum", [kind.get("const")]):
            fields.setdefault(name, set()).update(schema["properties"].keys() - common)
    assert shown.keys() == fields.keys()
    for kind, names in fields.items():
        assert names <= shown[kind], kind


def test_sentences_in_the_docs_are_those_of_the_catalogues() -> None:
    keys = set(re.findall(r'"key": "([^"]+)"', TEXT))
    assert keys <= sentence.templates.keys() | say.templates.keys() | say_of_study.templates.keys()


def test_the_docs_list_every_code_of_an_error() -> None:
    table = TEXT[TEXT.index("| `code` |") : TEXT.index("**Identity.**")]
    assert re.findall(r"^\| `([a-z-]+)` \| \d", table, re.MULTILINE) == list(get_args(Code))


def test_the_docs_list_every_cause_and_part_of_a_line() -> None:
    (causes, parts) = re.findall(r"`(?:cause|part)` is (.+?)[;.]", TEXT)
    assert re.findall(r"`([a-z ]+)`", causes) == list(get_args(Cause))
    assert re.findall(r"`([a-z ]+)`", parts) == list(get_args(Part))


def test_every_route_is_in_the_docs() -> None:
    for path, methods in Api().openapi()["paths"].items():
        shown = path
        for name, sign in SIGNS.items():
            shown = shown.replace(f"{{{name}}}", sign)
        for method in methods:
            assert re.search(rf"`{method.upper()} {shown}[?`]", TEXT), (method, path)


def test_the_openapi_document_holds_the_messages_of_the_websocket() -> None:
    document = Api().openapi()
    live = document["x-websockets"]["/api/tables/{table}/live"]
    for ref in (live["client"]["$ref"], live["server"]["$ref"]):
        assert document["components"]["schemas"][ref.rpartition("/")[2]]["oneOf"]
