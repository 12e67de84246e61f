"""The deal: who dealt, who leads, and where every number card lies (docs/spec/rules.md, section 1)."""

from __future__ import annotations

import random
from typing import NamedTuple

from .cards import NO_CARDS, SUIT_NAMES, Cards, number_cards
from .errors import BadDeal, HaggisError
from .sentences import sentence

HAND_SIZE = 14


class Deal(NamedTuple):
    """The number cards of every hand, and the haggis. Court cards need no dealing."""

    dealer: int
    lead: int
    hands: tuple[Cards, ...]
    haggis: Cards

    @property
    def players(self) -> int:
        return len(self.hands)

    def verify(self) -> None:
        """Raise unless this is one whole deck, dealt once."""
        if self.players not in (2, 3):
            raise BadDeal(sentence("deal.players", players=self.players))
        for key, seat in (("deal.dealer", self.dealer), ("deal.lead", self.lead)):
            if seat not in range(self.players):
                raise BadDeal(sentence(key, last=self.players - 1, seat=seat))
        self._verify_hands()
        self._verify_haggis()

    def _verify_hands(self) -> None:
        seen = NO_CARDS
        for seat, hand in enumerate(self.hands):
            check_in_play(hand, self.players)
            if hand.courts:
                raise BadDeal(sentence("deal.courts", seat=seat, cards=str(hand.courts)))
            if len(hand) != HAND_SIZE:
                raise BadDeal(sentence("deal.hand-size", seat=seat, cards=len(hand), size=HAND_SIZE))
            if hand & seen:
                raise BadDeal(sentence("deal.twice", cards=str(hand & seen)))
            seen |= hand

    def _verify_haggis(self) -> None:
        left = number_cards(self.players + 2)
        for hand in self.hands:
            left -= hand
        if self.haggis != left:
            raise BadDeal(sentence("deal.haggis", cards=str(left)))


def check_in_play(cards: Cards, players: int, error: type[HaggisError] = BadDeal) -> None:
    """Raise if a card's suit isn't used with that many players."""
    for card in cards.numbers - number_cards(players + 2):
        suit = SUIT_NAMES[card.suit]
        raise error(sentence("play.suit-not-in-play", card=str(card), players=players, suit=suit))


def shuffled(players: int, dealer: int, lead: int, rng: random.Random) -> Deal:
    """A deal in which every order of the deck is equally likely."""
    deck = list(number_cards(players + 2))
    rng.shuffle(deck)
    hands = tuple(Cards(deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in range(players))
    return Deal(dealer, lead, hands, Cards(deck[players * HAND_SIZE :]))


def chosen(hands: tuple[Cards, ...], dealer: int, lead: int) -> Deal:
    """A deal from chosen hands; the haggis is what is left."""
    haggis = number_cards(len(hands) + 2)
    for hand in hands:
        haggis -= hand
    deal = Deal(dealer, lead, hands, haggis)
    deal.verify()
    return deal
