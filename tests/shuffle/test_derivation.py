"""The same secret and shares give the same cards in every language, and any cards are as likely as any others."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from haggis.rules import Deal
from haggis.shuffle.derivation import (
    ROUNDS,
    earlier_secret,
    is_number,
    new_number,
    secret_of_round,
    share_commitment,
    shuffled,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors/shuffles.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_cards_of_the_vectors(vector: dict[str, object]) -> None:
    secret, number, shares = vector["secret"], vector["round"], vector["shares"]
    cards = shuffled(secret, number, shares)  # type: ignore[arg-type]
    assert (cards.dealer, [str(hand) for hand in cards.hands], str(cards.haggis)) == (
        vector["dealer"],
        vector["hands"],
        vector["haggis"],
    )
    assert [share and share_commitment(share) for share in shares] == vector["commitments"]  # type: ignore[attr-defined]
    for _ in range(number):  # type: ignore[call-overload]
        secret = earlier_secret(secret)  # type: ignore[arg-type]
    assert secret == vector["commitment"]


@pytest.mark.parametrize("players", [2, 3])
def test_what_comes_out_is_one_whole_deck(players: int) -> None:
    for number in range(1, 40):
        cards = shuffled(new_number(), number, [new_number(), *[None] * (players - 1)])
        Deal(cards.dealer, 0, cards.hands, cards.haggis).verify()


def test_every_card_comes_to_every_place_as_often() -> None:
    """Five standard deviations of 3,000 draws of probability 14/36 are 134."""
    secret = "5" * 64
    counts: Counter[str] = Counter()
    dealers: Counter[int] = Counter()
    for number in range(3000):
        cards = shuffled(secret, number, ["0" * 64, None])
        counts.update(str(card) for card in cards.hands[0])
        dealers[cards.dealer] += 1
    assert len(counts) == 36
    assert all(abs(count - 3000 * 14 / 36) < 134 for count in counts.values())
    assert abs(dealers[0] - 1500) < 137


def test_a_secret_leads_to_the_earlier_ones_and_to_the_commitment() -> None:
    last = new_number()
    assert secret_of_round(last, ROUNDS) == last
    assert earlier_secret(secret_of_round(last, 8)) == secret_of_round(last, 7)
    assert earlier_secret(secret_of_round(last, 1)) == secret_of_round(last, 0)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 64 + "\n", "é" * 64])
def test_only_64_hexadecimal_digits_are_a_number(text: str) -> None:
    assert not is_number(text)
    assert is_number(new_number())
