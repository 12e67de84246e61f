"""How a deal comes from the dealer's secret and the players' shares (for other languages: docs/fair-deals.md).

Every number here is 32 random bytes, or the SHA-256 of a text, written as 64 hexadecimal digits. Each text
begins with a line of its own, so that what is made for one purpose never serves for another.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from haggis.rules import Cards, Deal, Game
from haggis.rules.cards import number_cards
from haggis.rules.deal import HAND_SIZE
from haggis.rules.game import next_seats

ROUNDS = 1000
"""How many rounds a chain of secrets is for: more than any game that is played."""
NUMBER = r"[0-9a-f]{64}"
NO_SHARE = "-"
"""Stands in the text for a seat that gave none."""
WORDS_A_BLOCK, WORD_BYTES = 8, 4

Shares = Sequence[str | None]
"""One a seat; None: a bot's, or nobody's, or it came too late."""


def new_number() -> str:
    """A share or a secret that nobody can guess."""
    return secrets.token_hex(32)


def is_number(text: str) -> bool:
    return re.fullmatch(NUMBER, text) is not None


def hash_of(*lines: object) -> str:
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def share_commitment(share: str) -> str:
    """What a player shows of her share before anybody's is known."""
    return hash_of("haggis-share/1", share)


def earlier_secret(secret: str) -> str:
    """The secret of the round before: whoever knows one secret knows all earlier ones, and no later one."""
    return hash_of("haggis-secret/1", secret)


def secret_of_round(last: str, number: int) -> str:
    """The secret of a round, from the last of the chain; number 0 is the commitment to all of them."""
    for _ in range(ROUNDS - number):
        last = earlier_secret(last)
    return last


class Shuffled(NamedTuple):
    """What secret and shares give."""

    dealer: int
    """Who deals, if it is the first round; later the rules say who does."""
    hands: tuple[Cards, ...]
    haggis: Cards


def shuffled(secret: str, number: int, shares: Shares) -> Shuffled:
    """The cards of a round: a Fisher-Yates shuffle of the deck in its usual order."""
    players = len(shares)
    seed = hash_of("haggis-shuffle/1", number, secret, *(share or NO_SHARE for share in shares))
    words = _words(seed)
    dealer = _below(players, words)
    deck = list(number_cards(players + 2))
    for place in range(len(deck) - 1, 0, -1):
        other = _below(place + 1, words)
        deck[place], deck[other] = deck[other], deck[place]
    hands = tuple(Cards(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(players))
    return Shuffled(dealer, hands, Cards(deck[players * HAND_SIZE :]))


def next_deal(game: Game, secret: str, shares: Shares) -> Deal:
    """The deal of the game's next round."""
    cards = shuffled(secret, len(game.finished) + 1, shares)
    dealer, lead = cards.dealer, (cards.dealer + 1) % len(shares)
    if game.finished:
        dealer, lead = next_seats(game.rules.next_lead, game.totals, game.finished[-1])
    return Deal(dealer, lead, cards.hands, cards.haggis)


def _words(seed: str) -> Iterator[int]:
    """Endless numbers of 32 bits: eight a hash, big-endian, of the seed and a count from 0."""
    block = 0
    while True:
        made = bytes.fromhex(hash_of("haggis-numbers/1", seed, block))
        for place in range(WORDS_A_BLOCK):
            yield int.from_bytes(made[place * WORD_BYTES : (place + 1) * WORD_BYTES], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below the limit, each equally likely: the numbers beyond the last whole multiple are skipped."""
    beyond = 2**32 - 2**32 % limit
    return next(word for word in words if word < beyond) % limit
