"""Fair deals that anybody can check: a promise before the round, the proof after it.

Before the first action of a round the dealer shows the SHA-256 of the deal and a random salt;
after the round she shows deal and salt. Who had changed the deal in between could not have
kept the promise. A game record keeps both as `commitment` and `salt` of the round.
"""

from __future__ import annotations

import hashlib
import secrets

from .deal import Deal
from .errors import BadRecord
from .json_reading import Fields
from .sentences import sentence

FORMAT = "haggis-fair/1"
SALT_BYTES = 32
LONGEST_SALT = 256


def new_salt() -> str:
    """A salt that nobody can guess, in hexadecimal."""
    return secrets.token_hex(SALT_BYTES)


def commitment(deal: Deal, salt: str) -> str:
    """The SHA-256, in hexadecimal, of salt, dealer, leader, hands and haggis, a line each."""
    lines = (FORMAT, salt, f"{deal.dealer} {deal.lead}", *map(str, deal.hands), str(deal.haggis))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check(deal: Deal, fields: Fields) -> None:
    """Refuse a recorded round whose deal is not the promised one; a round without a promise is fine."""
    if "commitment" not in fields and "salt" not in fields:
        return
    promised, salt = fields.text("commitment"), fields.text("salt")
    if len(salt) > LONGEST_SALT or not salt.isascii():
        raise BadRecord(sentence("fair.salt"))
    if promised != commitment(deal, salt):
        raise BadRecord(sentence("fair.commitment"))
