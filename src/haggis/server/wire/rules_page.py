"""The rules of one game for people: the rulebook without the notation that commands and records use."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from haggis.rules import Ruleset
from haggis.rules.rulebook import rulebook
from haggis.rules.sentences import Sentence, Value, sentence
from haggis.server.english import say
from haggis.server.tables.summary import changed_options

from .sentence_view import SentenceView, sentence_view
from .table_options import PresetRules

_RULES: TypeAdapter[PresetRules] = TypeAdapter(PresetRules)


class RulesText(TypedDict):
    markdown: str
    sentence: SentenceView


class TableRules(RulesText):
    """What one table is played by."""

    preset: str
    changed: list[str]
    """In words, what is not as in the preset."""
    rules: PresetRules


def rules_text(rules: Ruleset) -> RulesText:
    page = _without_notation(rulebook(rules), _changed(rules))
    return RulesText(markdown=page, sentence=sentence_view(page))


def table_rules(rules: Ruleset) -> TableRules:
    options: dict[str, Any] = rules.to_json()
    preset = options.pop("preset")
    return TableRules(
        **rules_text(rules),
        preset=preset,
        changed=list(_changed(rules)),
        rules=_RULES.validate_python(options),
    )


def _changed(rules: Ruleset) -> tuple[Sentence, ...]:
    return tuple(say(f"option-name.{option}") for option in changed_options(rules))


def _without_notation(said: Sentence, changed: tuple[Sentence, ...]) -> Sentence:
    """The same page, but how cards are written is left out, and readings and options go by their words."""

    def value(old: Value) -> Value:
        if isinstance(old, tuple):
            return tuple(part(each) for each in old if getattr(each, "key", "") != "rulebook.notation")
        return part(old)

    def part(old: str | int | Sentence) -> str | int | Sentence:
        if not isinstance(old, Sentence):
            return old
        if old.key == "rulebook.changed":
            return say("rules.changed", options=changed)
        reading = old.values.get("reading")
        if old.key == "rulebook.example-reading" and isinstance(reading, Sentence):
            return reading
        return _without_notation(old, changed)

    return sentence(said.key, **{name: value(old) for name, old in said.values.items()})
