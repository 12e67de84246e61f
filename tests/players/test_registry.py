"""Players by name, and the refusals of names that may not sit down."""

from __future__ import annotations

import pytest

from haggis.players import PLAYERS, ArenaOnly, UnknownPlayer, make_player
from haggis.rules import HaggisError
from tests.arena.sitters import Cheat


@pytest.mark.parametrize(
    ("name", "kind", "key", "text"),
    [
        ("nobody", UnknownPlayer, "player.unknown", "there is no player 'nobody'; there are random, greedy"),
        ("x" * 99, UnknownPlayer, "player.unknown", f"there is no player '{'x' * 40}'; there are"),
        ("clairvoyant", ArenaOnly, "player.yardstick", "clairvoyant is a yardstick: it plays in the arena only"),
        ("cheat", ArenaOnly, "player.sees-all", "cheat sees all cards: it plays in the arena only"),
    ],
)
def test_refused_names(
    name: str, kind: type[HaggisError], key: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "cheat", lambda _seed: Cheat())
    with pytest.raises(kind) as refusal:
        make_player(name, seed=1)
    assert str(refusal.value).startswith(text)
    assert refusal.value.sentence.key == key
