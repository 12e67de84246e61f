"""Who is who, without registration: signed cookies, nicknames and personal links to a seat.

A player is a random number that the server has signed. The key is made once, kept in the data
directory and readable by its owner alone; whoever lacks it can forge neither cookie nor link.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import re
import secrets
import tempfile
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from haggis.server.english import say
from haggis.server.errors import BadRequest, UnknownIdentity
from haggis.server.limits import LONGEST_NAME
from haggis.server.tables.table_state import Seat

OLD_COOKIE = "haggis"
"""The name before each server had its own; still read, where its signature is ours."""
COOKIE_SECONDS = 2 * 365 * 24 * 3600
KEY_BYTES = 32
FORBIDDEN_IN_NAMES = set('<>&"\\`')
BLANK_LETTERS = set("\u034f\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u2d7f\ufffc\U0001107f\U00016fe4\U0001d159")
"""Fillers, joiners, the empty braille pattern: what nobody sees although Python calls it printable."""
MOST_MARKS = 4
"""On one letter: no language needs more, and a tower of them covers what stands above and below."""
_SHAPES = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""They only choose a shape of the sign before them, as emoji and some Japanese names do: all shapes are one name."""
_PLAYER = re.compile(r"p_[A-Za-z0-9_-]{22}")


def load_key(data: Path) -> bytes:
    """The signing key of this server; made on the first start."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data / "signing-key"
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    _check_key(key)
    return key


def _make_key(path: Path) -> None:
    """It gets its name once it is whole and on the disk: nobody ever reads half of it, and whose is first, stays."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix="signing-key-") as file:  # for its owner alone
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(file.name, path)


def _check_key(key: bytes) -> None:
    if len(key) < KEY_BYTES:
        raise BadRequest(say("identity.key"))


class Signer:
    """Signs identities, seats and addresses; each kind of signature is good for its own purpose only."""

    def __init__(self, key: bytes) -> None:
        _check_key(key)
        self._key = key
        # Browsers share cookies among all ports of a host: a name of its own, lest one server undo another's.
        self.cookie_name = f"{OLD_COOKIE}-{self._sign('cookie', '')[:8]}"

    def _sign(self, purpose: str, text: str) -> str:
        digest = hmac.new(self._key, f"{purpose}\n{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()

    def cookie_for(self, player: str) -> str:
        return f"{player}.{self._sign('identity', player)}"

    def player_in(self, cookie: str) -> str:
        """The player whom a cookie names; refuses what wasn't signed here."""
        player, _, signature = cookie.partition(".")
        right = self._sign("identity", player) if _PLAYER.fullmatch(player) else ""
        if not right or not hmac.compare_digest(signature.encode(), right.encode()):
            raise UnknownIdentity(say("identity.unknown"))
        return player

    def mark_of(self, address: str) -> str:
        """By which an address is known again, but not found out without the key."""
        return self._sign("address", address)

    def seat_token(self, table: str, number: int, seat: Seat) -> str:
        renewed = f"\n{seat.links}" if seat.links else ""
        return self._sign("seat", f"{table}\n{number}\n{seat.owner or ''}{renewed}")

    def is_seat_token(self, token: str, table: str, number: int, seat: Seat) -> bool:
        return hmac.compare_digest(token.encode(), self.seat_token(table, number, seat).encode())


def player_of(cookies: Mapping[str, str], signer: Signer) -> str | None:
    """Who the cookies say that somebody is; refuses a forged one, ignores those of other servers."""
    own = cookies.get(signer.cookie_name)
    if own is not None:
        return signer.player_in(own)
    try:
        return signer.player_in(cookies[OLD_COOKIE])
    except (KeyError, UnknownIdentity):
        return None


def new_player() -> str:
    return f"p_{secrets.token_urlsafe(16)}"


def guest_name(player: str) -> str:
    """What somebody is called before choosing a name."""
    number = int.from_bytes(hashlib.sha256(player.encode()).digest()[:4], "big") % 9000 + 1000
    return f"Guest {number}"


def check_name(text: str) -> str:
    """The nickname, tidied; refuses what would not look like a name on the page."""
    if len(text) > 4 * LONGEST_NAME:
        raise BadRequest(say("name.long", most=LONGEST_NAME))
    name = " ".join(unicodedata.normalize("NFC", _SHAPES.sub("", text)).split())
    if not name:
        raise BadRequest(say("name.empty"))
    if len(name) > LONGEST_NAME:
        raise BadRequest(say("name.long", most=LONGEST_NAME))
    if not name.isprintable() or FORBIDDEN_IN_NAMES & set(name):
        raise BadRequest(say("name.signs"))
    if not any(_is_seen(letter) for letter in name):
        raise BadRequest(say("name.empty"))
    if BLANK_LETTERS & set(name) or _most_marks(name) > MOST_MARKS:
        raise BadRequest(say("name.signs"))
    return name


def _most_marks(name: str) -> int:
    """How many marks one letter has at most."""
    kinds = "".join(unicodedata.category(letter)[0] for letter in name)
    return max(map(len, re.findall("M*", kinds)))


def _is_seen(letter: str) -> bool:
    """Whether a letter shows: marks need one to stand on, and a few letters are blank by design."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANK_LETTERS
