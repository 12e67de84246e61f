"""Whether a game record shows that nobody chose its deals: `check` says who gave shares, or refuses, naming the round.

The record is one that `haggis.rules.record` has accepted; that each deal keeps its own promise was checked there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from haggis.rules import BadRecord, Cards
from haggis.rules.errors import shown
from haggis.rules.json_reading import Fields

from .derivation import ROUNDS, earlier_secret, is_number, share_commitment, shuffled
from .english import say

FORMAT = "haggis-shuffle/1"


class Witness(NamedTuple):
    """What somebody who played has kept herself: then nobody need be believed."""

    share: str | None = None
    commitment: str | None = None
    """Of the server, as her page showed it before her share was sent."""


class Proof(NamedTuple):
    """Whose shares made the deals, by seat."""

    given: tuple[int, ...]
    left_out: tuple[int, ...]
    """Promised, but not sent in time."""


class _Shuffle(NamedTuple):
    commitment: str
    commitments: tuple[str | None, ...]
    shares: tuple[str | None, ...]


NOTHING_KEPT = Witness()


def check(record: Mapping[str, Any], witness: Witness = NOTHING_KEPT) -> Proof:
    """Refuse a record that does not show that nobody chose its deals."""
    rounds: Sequence[Mapping[str, Any]] = record["rounds"]
    names: Sequence[str] = record["seats"]
    _check_promises(record, rounds)
    if record.get("shuffle") is None:
        raise BadRecord(say("proof.no-shuffle"))
    shuffle = _read(record["shuffle"], len(names))
    _check_witness(shuffle, witness)
    secret = shuffle.commitment
    for number, played in enumerate(rounds, 1):
        secret = _check_round(played, number, secret, shuffle.shares)
    _check_shares(shuffle, names)
    given = tuple(seat for seat, share in enumerate(shuffle.shares) if share)
    promised = (seat for seat, commitment in enumerate(shuffle.commitments) if commitment)
    return Proof(given, tuple(seat for seat in promised if seat not in given))


def _check_promises(record: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> None:
    promised = [played.get("commitment") is not None for played in rounds]
    if not any(promised) and record.get("shuffle") is None:
        raise BadRecord(say("proof.no-promises"))
    if not all(promised):
        raise BadRecord(say("proof.no-promise"), promised.index(False) + 1)


def _read(wire: object, seats: int) -> _Shuffle:
    fields = Fields(wire, say("proof.shuffle"), BadRecord)
    if fields.text("format") != FORMAT:
        raise BadRecord(say("proof.format", given=shown(fields.text("format")), format=FORMAT))
    commitments, shares = (_numbers(fields, name, seats) for name in ("commitments", "shares"))
    return _Shuffle(_number(fields.text("commitment"), "the commitment"), commitments, shares)


def _numbers(fields: Fields, name: str, seats: int) -> tuple[str | None, ...]:
    values = fields.list(name)
    if len(values) != seats:
        raise BadRecord(say("proof.sizes", seats=seats))
    return tuple(None if value is None else _number(value, f"one of the {name}") for value in values)


def _number(value: object, what: str) -> str:
    if not isinstance(value, str) or not is_number(value):
        raise BadRecord(say("proof.number", what=what))
    return value


def _check_witness(shuffle: _Shuffle, witness: Witness) -> None:
    if witness.share is not None and witness.share not in shuffle.shares:
        raise BadRecord(say("proof.not-mine", given=shown(witness.share)))
    if witness.commitment is not None and witness.commitment != shuffle.commitment:
        raise BadRecord(say("proof.other-commitment", given=shown(witness.commitment)))


def _check_round(played: Mapping[str, Any], number: int, before: str, shares: tuple[str | None, ...]) -> str:
    """The round's secret, which must lead to the one before, and give its cards."""
    secret = played.get("secret")
    if secret is None or number > ROUNDS:
        raise BadRecord(say("proof.no-secret"), number)
    if not isinstance(secret, str) or not is_number(secret) or earlier_secret(secret) != before:
        raise BadRecord(say("proof.secret"), number)
    cards = shuffled(secret, number, shares)
    if (cards.hands, cards.haggis) != (tuple(map(Cards, played["hands"])), Cards(played["haggis"])):
        raise BadRecord(say("proof.cards"), number)
    if number == 1 and cards.dealer != played["dealer"]:
        raise BadRecord(say("proof.dealer"), number)
    return secret


def _check_shares(shuffle: _Shuffle, names: Sequence[str]) -> None:
    for name, commitment, share in zip(names, shuffle.commitments, shuffle.shares, strict=True):
        if share is None:
            continue
        if commitment is None:
            raise BadRecord(say("proof.unpromised", name=name))
        if share_commitment(share) != commitment:
            raise BadRecord(say("proof.share", name=name))
    if not any(shuffle.shares):
        raise BadRecord(say("proof.no-share"))
