"""What is wrong with a request that doesn't fit its type, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from haggis.rules.sentences import Sentence
from haggis.server.english import say

NO_OBJECT = ("json_invalid", "model_attributes_type", "model_type")


def complaint(errors: Sequence[Mapping[str, Any]]) -> Sentence:
    """The first thing that is wrong, with the place where it is."""
    first = errors[0]
    if first["type"] in NO_OBJECT:
        return say("request.no-object")
    if first["type"] == "string_pattern_mismatch" and "table" in first["loc"]:
        return say("table.unknown")
    field = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))[:80]
    reason = _reason(str(first["type"]), str(first["msg"]))
    return say("request.field", field=field, reason=reason) if field else reason


def _reason(kind: str, message: str) -> Sentence:
    """The usual mistakes in our words; what is rarer is said in the library's."""
    key = f"request.{kind}"
    return say(key) if key in say.templates else say("request.other", text=f"{message[:1].lower()}{message[1:200]}")
