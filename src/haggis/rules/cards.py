"""Cards and sets of cards (docs/spec/rules.md, section 1).

A set of cards is one integer of bits. Number cards lie suit by suit, nine ranks each
(bit = 9 * suit + rank - 2), so that a run of one suit is a run of bits; the three court cards
of a hand follow at bits 45 to 47. The C++ core uses the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .errors import NotationError, shown
from .sentences import Sentence, sentence

SUITS = "roygb"
SUIT_NAMES = ("red", "orange", "yellow", "green", "blue")
RANKS = "23456789TJQK"
LOWEST, TEN, JACK, QUEEN, KING = 2, 10, 11, 12, 13
RANKS_PER_SUIT = 9
NO_SUIT = -1
COURT_SHIFT = RANKS_PER_SUIT * len(SUITS)
COURT_BITS = 0b111 << COURT_SHIFT
NUMBER_BITS = (1 << COURT_SHIFT) - 1
POINTS = {3: 1, 5: 1, 7: 1, 9: 1, JACK: 2, QUEEN: 3, KING: 5}


def rank_text(rank: int) -> str:
    """`9` for 9, `T` for 10, `J` for 11."""
    return RANKS[rank - LOWEST]


class Card(NamedTuple):
    """One card. Court cards have no suit."""

    rank: int
    suit: int

    @property
    def bit(self) -> int:
        if self.is_court:
            return 1 << (COURT_SHIFT + self.rank - JACK)
        return 1 << (RANKS_PER_SUIT * self.suit + self.rank - LOWEST)

    @property
    def is_court(self) -> bool:
        return self.suit == NO_SUIT

    @property
    def points(self) -> int:
        return POINTS.get(self.rank, 0)

    def __str__(self) -> str:
        return rank_text(self.rank) + ("" if self.is_court else SUITS[self.suit])


# In the order in which people read a hand: by rank, then by suit, court cards last.
DECK: tuple[Card, ...] = (
    *(Card(rank, suit) for rank in range(LOWEST, TEN + 1) for suit in range(len(SUITS))),
    *(Card(rank, NO_SUIT) for rank in (JACK, QUEEN, KING)),
)
_BY_TEXT = {str(card): card for card in DECK}
_IN_ORDER = tuple((card.bit, card, str(card)) for card in DECK)


def parse_card(text: str) -> Card:
    """The card that `text` names: `3r`, `Tg`, `J`."""
    card = _BY_TEXT.get(text)
    if card is None:
        raise NotationError(_why_no_card(text))
    return card


def _why_no_card(text: str) -> Sentence:
    rank, suit = text[:1], text[1:]
    if not rank or rank not in RANKS:
        return sentence("card.unknown", given=shown(text))
    if rank in "JQK":
        return sentence("card.court-with-suit", given=shown(text), court=rank)
    if not suit:
        return sentence("card.no-suit", given=shown(text))
    return sentence("card.unknown-suit", given=shown(text))


class Cards:
    """An immutable set of cards, at most one of each: a hand, a play, the haggis.

    >>> Cards("J 5y 3r")
    Cards('3r 5y J')
    >>> Cards("3r 5y") < Cards("3r 5y J"), Cards("3r 5y J").points
    (True, 4)
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: str | Iterable[Card] = "") -> None:
        found = map(parse_card, cards.split()) if isinstance(cards, str) else cards
        bits = 0
        for card in found:
            if bits & card.bit:
                raise NotationError(sentence("card.twice", card=str(card)))
            bits |= card.bit
        _set_bits(self, bits)

    @staticmethod
    def from_bits(bits: int) -> Cards:
        cards = _new_cards(Cards)
        _set_bits(cards, bits)
        return cards

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a set of cards can't be changed; make a new one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a set of cards can't be changed; make a new one")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Cards, (str(self),)

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        return iter([card for bit, card, _ in _IN_ORDER if bits & bit])

    def __str__(self) -> str:
        bits = self.bits
        return " ".join([text for bit, _, text in _IN_ORDER if bits & bit])

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self.bits & card.bit)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __le__(self, other: Cards) -> bool:
        return not self.bits & ~other.bits

    def __lt__(self, other: Cards) -> bool:
        return self != other and self <= other

    def __or__(self, other: Cards) -> Cards:
        return Cards.from_bits(self.bits | other.bits)

    def __and__(self, other: Cards) -> Cards:
        return Cards.from_bits(self.bits & other.bits)

    def __sub__(self, other: Cards) -> Cards:
        return Cards.from_bits(self.bits & ~other.bits)

    @property
    def points(self) -> int:
        return sum((self.bits & mask).bit_count() * worth for mask, worth in _WORTH)

    @property
    def courts(self) -> Cards:
        return Cards.from_bits(self.bits & COURT_BITS)

    @property
    def numbers(self) -> Cards:
        return Cards.from_bits(self.bits & NUMBER_BITS)


_new_cards = object.__new__
_set_bits: Callable[[Cards, int], None] = vars(Cards)["bits"].__set__  # the slot itself, past __setattr__
_WORTH = tuple(
    (sum(card.bit for card in DECK if card.points == worth), worth) for worth in sorted(set(POINTS.values()))
)

NO_CARDS = Cards()
COURTS = Cards("J Q K")


def number_cards(suits: int) -> Cards:
    """Every number card of the first `suits` suits."""
    return Cards.from_bits((1 << RANKS_PER_SUIT * suits) - 1)
