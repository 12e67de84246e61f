"""What a record shows of its shuffle, and that no change of it goes unseen."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis.rules import BadRecord, record
from haggis.shuffle.derivation import share_commitment
from haggis.shuffle.proof import Proof, Witness, check

from .played import Json, played_record

OTHER = "ab" * 32


@cache
def _written(players: int) -> str:
    return json.dumps(played_record(players, [True] * players, rounds=3))


def honest(players: int = 2) -> Json:
    written: Json = json.loads(_written(players))
    return written


def verify(written: Json, witness: Witness | None = None) -> Proof:
    record.read(written)
    return check(written, witness or Witness())


@pytest.mark.parametrize("players", [2, 3])
def test_an_honest_record_holds(players: int) -> None:
    assert verify(honest(players)) == Proof(tuple(range(players)), ())


def test_a_share_that_came_too_late_is_named() -> None:
    assert verify(played_record(1, [True, False, True])) == Proof((0, 2), (1,))


def test_what_a_player_kept_is_looked_for() -> None:
    written = honest()
    shuffle = written["shuffle"]
    verify(written, Witness(shuffle["shares"][1], shuffle["commitment"]))
    with pytest.raises(BadRecord, match="is not in the record: these deals were made without it"):
        verify(written, Witness(share=OTHER))
    with pytest.raises(BadRecord, match="the secrets are not those promised to you"):
        verify(written, Witness(commitment=OTHER))


# --- records that were changed ------------------------------------------------------------------


def strip_promises(written: Json) -> None:
    del written["shuffle"]
    for played in written["rounds"]:
        for name in ("commitment", "salt", "secret"):
            del played[name]


def strip_shares(written: Json) -> None:
    del written["shuffle"]


def strip_one_promise(written: Json) -> None:
    for name in ("commitment", "salt", "secret"):
        del written["rounds"][1][name]


def strip_one_secret(written: Json) -> None:
    del written["rounds"][2]["secret"]


def change_a_secret(written: Json) -> None:
    written["rounds"][1]["secret"] = OTHER


def halve_a_sign_of_a_secret(written: Json) -> None:
    written["rounds"][1]["secret"] = "\ud800"


def change_a_share(written: Json) -> None:
    written["shuffle"]["shares"][0] = OTHER


def change_a_share_and_its_commitment(written: Json) -> None:
    written["shuffle"]["shares"][0] = OTHER
    written["shuffle"]["commitments"][0] = share_commitment(OTHER)


def leave_out_a_share(written: Json) -> None:
    written["shuffle"]["shares"][1] = None


def deal_otherwise(written: Json) -> None:
    """Another game's deals, which keep their own promises, under the secrets of this one."""
    other = played_record(99, [True, True], rounds=3)
    for played, own in zip(other["rounds"], written["rounds"], strict=True):
        played["secret"] = own["secret"]
    written |= {name: other[name] for name in ("rounds", "totals", "winner")}


def change_a_commitment(written: Json) -> None:
    written["shuffle"]["commitments"][1] = OTHER


def unpromise_a_share(written: Json) -> None:
    written["shuffle"]["commitments"][1] = None


def change_the_commitment(written: Json) -> None:
    written["shuffle"]["commitment"] = OTHER


def change_the_format(written: Json) -> None:
    written["shuffle"]["format"] = "haggis-shuffle/2"


def forget_a_seat(written: Json) -> None:
    written["shuffle"]["shares"].pop()


def write_nonsense(written: Json) -> None:
    written["shuffle"]["shares"][0] = "a share"


CHANGES: list[tuple[Callable[[Json], None], str]] = [
    (strip_promises, "^this record has no promises: nothing shows that its deals were not changed or chosen"),
    (strip_shares, "^no player gave a share: its deals were not changed"),
    (strip_one_promise, "^round 2: its promise is missing"),
    (strip_one_secret, "^round 3: its secret is missing"),
    (change_a_secret, "^round 2: its secret is not the one that was promised"),
    (halve_a_sign_of_a_secret, "^round 2: its secret is not the one that was promised"),
    (change_a_share, "^round 1: the cards are not those that the secret and the shares give"),
    (change_a_share_and_its_commitment, "^round 1: the cards are not those"),
    (leave_out_a_share, "^round 1: the cards are not those"),
    (deal_otherwise, "^round 1: the cards are not those"),
    (change_a_commitment, "^the share of seat 1 is not the one that was promised"),
    (unpromise_a_share, "^the share of seat 1 was not promised"),
    (change_the_commitment, "^round 1: its secret is not the one that was promised"),
    (change_the_format, "'haggis-shuffle/2'; haggis-shuffle/1 is known here"),
    (forget_a_seat, "a commitment and a share, or null, for each of 2 seats"),
    (write_nonsense, "one of the shares of the shuffle is not a number of 64 hexadecimal digits"),
]


@pytest.mark.parametrize(("change", "words"), CHANGES, ids=lambda each: getattr(each, "__name__", None))
def test_a_changed_record_is_refused(change: Callable[[Json], None], words: str) -> None:
    written = honest()
    change(written)
    with pytest.raises(BadRecord, match=words):
        verify(written)


def test_a_game_without_any_share_shows_nothing() -> None:
    with pytest.raises(BadRecord, match="no share was given in time"):
        verify(played_record(2, [False, False]))


def test_a_dealer_of_the_first_round_who_was_chosen_is_refused() -> None:
    written = honest()
    first = written["rounds"][0]
    first["dealer"], first["lead"] = first["lead"], first["dealer"]
    with pytest.raises(BadRecord, match=r"^round 1: the dealer is not the one"):
        check(written)


NUMBERS = [("shuffle", "commitment")]
NUMBERS += [("shuffle", list_, seat) for list_ in ("commitments", "shares") for seat in range(3)]
NUMBERS += [("rounds", place, "secret") for place in range(3)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NUMBERS), st.integers(0, 63), st.integers(1, 15))
def test_any_changed_digit_is_seen(path: tuple[Any, ...], place: int, by: int) -> None:
    written = honest(3)
    holder = written
    for step in path[:-1]:
        holder = holder[step]
    digits = list(holder[path[-1]])
    digits[place] = f"{(int(digits[place], 16) + by) % 16:x}"
    holder[path[-1]] = "".join(digits)
    with pytest.raises(BadRecord):
        check(written)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2), st.integers(0, 13), st.integers(0, 13), st.sampled_from([(0, 1), (1, 2), (0, 2)]))
def test_any_two_cards_that_change_hands_are_seen(number: int, one: int, other: int, seats: tuple[int, int]) -> None:
    """Also if the dealer promises the new deal anew: she can't make the shares give it."""
    written = honest(3)
    played = written["rounds"][number]
    hands = [hand.split() for hand in played["hands"]]
    first, second = seats
    hands[first][one], hands[second][other] = hands[second][other], hands[first][one]
    played["hands"] = [" ".join(hand) for hand in hands]
    with pytest.raises(BadRecord, match=f"^round {number + 1}: the cards are not those"):
        check(written)
