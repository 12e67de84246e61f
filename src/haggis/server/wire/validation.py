"""What is wrong with a request that doesn't fit its type, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from haggis.rules.sentences import Sentence
from haggis.server.english import say

NO_OBJECT = ("json_invalid", "dict_type", "model_attributes_type", "model_type")
LISTS = {"too_short": "list_short", "too_long": "list_long"}
"""Kinds whose names don't say that they are about lists."""


def complaint(errors: Sequence[Mapping[str, Any]]) -> Sentence:
    """The first thing that is wrong, with the place where it is."""
    first = errors[0]
    if first["type"] in NO_OBJECT:
        return say("request.no-object")
    if first["type"] == "string_pattern_mismatch" and "table" in first["loc"]:
        return say("table.unknown")
    field = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))[:80]
    reason = _reason(first)
    return say("request.field", field=field, reason=reason) if field else reason


def _reason(error: Mapping[str, Any]) -> Sentence:
    """The sentence of the kind of mistake; one that nobody has met yet is said by the library."""
    key = f"request.{LISTS.get(error['type'], error['type'])}"
    if key not in say.templates:
        message = str(error["msg"])
        return say("request.other", text=f"{message[:1].lower()}{message[1:200]}")
    return say(key, **_values(say.templates[key], error.get("ctx", {})))


def _values(template: str, known: Mapping[str, Any]) -> dict[str, str | int]:
    """What the template names of what is known about the mistake."""
    named = {name: value for name, value in known.items() if f"{{{name}" in template}
    return {name: value if isinstance(value, str | int) else f"{value:g}" for name, value in named.items()}
