"""A sentence on the wire without its language: the key and what fills it."""

from __future__ import annotations

from typing_extensions import TypeAliasType, TypedDict

from haggis.rules.sentences import Sentence, Value


class SentenceView(TypedDict):
    """Says the same as the English words beside it; a value may be a sentence itself."""

    key: str
    values: dict[str, ValueView]


ValueView = TypeAliasType("ValueView", str | int | SentenceView | list[str | int | SentenceView])


def sentence_view(said: Sentence) -> SentenceView:
    return SentenceView(key=said.key, values=values_view(said))


def values_view(said: Sentence) -> dict[str, ValueView]:
    return {name: _value(value) for name, value in said.values.items()}


def _value(value: Value) -> ValueView:
    return [_part(each) for each in value] if isinstance(value, tuple) else _part(value)


def _part(value: str | int | Sentence) -> str | int | SentenceView:
    return sentence_view(value) if isinstance(value, Sentence) else value
