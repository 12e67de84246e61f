"""The promise before a round and its proof after it."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest

from haggis.rules import BadRecord, Game, preset, record
from haggis.rules.fair import commitment, new_salt
from haggis.testing import random_action


def played_record(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    game = Game.start(preset("standard", rounds=1)).deal(rng)
    salt = new_salt()
    promise = commitment(game.round.deal, salt)
    while game.round:
        game = game.apply(random_action(game.round, rng))
    written = record.write(game)
    written["rounds"][0] |= {"commitment": promise, "salt": salt}
    return written


def test_the_commitment_is_the_hash_of_a_text_that_anybody_can_write() -> None:
    written = played_record(1)["rounds"][0]
    lines = ["haggis-fair/1", written["salt"], f"{written['dealer']} {written['lead']}"]
    text = "\n".join([*lines, *written["hands"], written["haggis"]])
    assert hashlib.sha256(text.encode()).hexdigest() == written["commitment"]


def test_a_kept_promise_is_accepted() -> None:
    record.read(played_record(2))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"salt": "0" * 64}, "round 1: the deal is not the one that was promised"),
        ({"commitment": "0" * 64}, "round 1: the deal is not the one that was promised"),
        ({"commitment": "ünfair"}, "round 1: the deal is not the one that was promised"),
        ({"salt": "ü"}, "round 1: the salt of the deal is not a short plain text"),
        ({"salt": "0" * 1000}, "round 1: the salt of the deal is not a short plain text"),
        ({"salt": 7}, "round 1: 'salt' of the round must be text"),
    ],
)
def test_a_broken_promise_is_refused(change: dict[str, object], words: str) -> None:
    written = played_record(3)
    written["rounds"][0] |= change
    with pytest.raises(BadRecord, match=words):
        record.read(written)


@pytest.mark.parametrize("missing", ["salt", "commitment"])
def test_half_a_promise_is_refused(missing: str) -> None:
    written = played_record(4)
    del written["rounds"][0][missing]
    with pytest.raises(BadRecord, match=f"lacks '{missing}'"):
        record.read(written)
