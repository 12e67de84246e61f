"""A sentence for people that also carries its key and its values, so that any language can say it.

A catalogue holds one template a key, `str.format` style. Three more formats serve English:
`{cards:card|cards}` is `1 card` or `3 cards`, `{players:in words}` is `two`, and a list is joined
with commas or with what is named: `{ranks:-}`, `{ranks:, | or }` (the last one differently).
"""

from __future__ import annotations

from collections.abc import Mapping

from .english import ENGLISH

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Sentence(str):
    """The text itself; `key` and `values` say the same without English.

    >>> said = sentence("event.trick", name="Ann", cards=3, points=1)
    >>> said
    'Ann takes the trick (3 cards, 1 point)'
    >>> said.to_json()
    {'key': 'event.trick', 'values': {'name': 'Ann', 'cards': 3, 'points': 1}}
    """

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Value]

    def __new__(cls, text: str, key: str, values: Mapping[str, Value]) -> Sentence:
        made = super().__new__(cls, text)
        made.key = key
        made.values = values
        return made

    def __reduce__(self) -> tuple[object, tuple[str, str, Mapping[str, Value]]]:
        return Sentence, (str(self), self.key, self.values)

    def to_json(self) -> dict[str, object]:
        """Key and values; a sentence among the values is written the same way."""
        return {"key": self.key, "values": {name: _json(value) for name, value in self.values.items()}}


Value = str | int | Sentence | tuple[str | int | Sentence, ...]
"""What fills a template: what somebody wrote, a number, a part that has a key of its own, or a list of these."""


def _json(value: Value) -> object:
    if isinstance(value, tuple):
        return [_json(each) for each in value]
    return value.to_json() if isinstance(value, Sentence) else value


class Catalogue:
    """Templates by key, in English. Called with a key and values, it makes the sentence."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        self.templates = templates

    def __call__(self, key: str, /, **values: Value) -> Sentence:
        """The sentence of that key; an unknown key or a value that is missing is a `KeyError`."""
        filling = {name: _filling(value) for name, value in values.items()}
        return Sentence(self.templates[key].format_map(filling), key, values)


def _filling(value: Value) -> object:
    """The value with the formats of English."""
    if isinstance(value, tuple):
        return _List(value)
    return _Number(value) if type(value) is int else value


class _Number(int):
    def __format__(self, spec: str) -> str:
        if spec == "in words":
            return count(self)
        one, choice, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if choice else format(int(self), spec)


class _List(tuple[object, ...]):
    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _joined([str(each) for each in self], spec)


sentence = Catalogue(ENGLISH)
"""The sentences of the rules."""


def _joined(parts: list[str], spec: str) -> str:
    separator, _, before_last = (spec or ", ").partition("|")
    if not before_last or len(parts) < 2:
        return separator.join(parts)
    return before_last.join((separator.join(parts[:-1]), parts[-1]))


def count(number: int) -> str:
    return COUNTS[number] if 0 <= number < len(COUNTS) else str(number)


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
