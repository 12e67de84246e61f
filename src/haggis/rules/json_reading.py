"""Reading JSON that comes from outside: every field that is missing or wrong gets a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import HaggisError, shown
from .sentences import Sentence, sentence


def is_sendable(text: str) -> bool:
    """Whether a text can be written down again: JSON's escapes may name half a sign, which no UTF-8 has."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Fields:
    """The fields of one JSON object, read by kind. `what` and `error` shape the complaint."""

    def __init__(self, wire: object, what: Sentence, error: type[HaggisError]) -> None:
        self.what = what
        self.error = error
        if not isinstance(wire, Mapping):
            raise error(sentence("json.object", what=what))
        self.wire = wire

    def __contains__(self, name: str) -> bool:
        """Whether an optional field is given; many writers say null for "not given"."""
        return self.wire.get(name) is not None

    def get(self, name: str) -> object:
        if name not in self.wire:
            raise self._refusal("json.lacks", name)
        return self.wire[name]

    def text(self, name: str) -> str:
        return self._text(self.get(name), name)

    def texts(self, name: str) -> list[str]:
        return [self._text(value, name) for value in self.list(name)]

    def list(self, name: str) -> list[object]:
        value = self.get(name)
        if not isinstance(value, list):
            raise self._refusal("json.list", name)
        return value

    def whole(self, name: str, lowest: int, highest: int) -> int:
        value = self._whole(self.get(name), name)
        if not lowest <= value <= highest:
            raise self._refusal("json.range", name, lowest=lowest, highest=highest, given=shown(value))
        return value

    def wholes(self, name: str, size: int) -> tuple[int, ...]:
        values = self.list(name)
        if len(values) != size:
            raise self._refusal("json.size", name, size=size, given=len(values))
        return tuple(self._whole(value, name) for value in values)

    def _text(self, value: object, name: str) -> str:
        if not isinstance(value, str) or not is_sendable(value):
            raise self._refusal("json.text", name)
        return value

    def _whole(self, value: object, name: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._refusal("json.whole", name)
        return value

    def _refusal(self, key: str, field: str, **values: int | str) -> HaggisError:
        return self.error(sentence(key, field=field, what=self.what, **values))
