"""The game in words: readings, plays, events and scores, as a card player would say them.

The terminal, the page and the record's reader all show these sentences; names fill in for seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .actions import Action, Bet, Give, Pass, Play
from .cards import SUIT_NAMES, Card
from .combos import Reading
from .events import Event, GameWon, RoundScored, ScoreLine, TrickTaken, WentOut
from .sentences import Sentence, Value, sentence

RANK_NAMES = {11: "J", 12: "Q", 13: "K"}


def rank_name(rank: int) -> str:
    return RANK_NAMES.get(rank, str(rank))


def card_name(card: Card) -> str:
    """`red 3`, `J`."""
    return rank_name(card.rank) if card.is_court else f"{SUIT_NAMES[card.suit]} {rank_name(card.rank)}"


@lru_cache(maxsize=1024)  # every state of a table names the same few readings
def reading_name(reading: Reading) -> Sentence:
    """`pair of 9s`, `run 7-8-9`, `sequence of pairs 10-10-J-J`, `bomb J-Q`."""
    if reading.is_bomb:
        return sentence("reading.bomb", bomb=bomb_name(reading.bomb))
    if reading.length == 1:
        return _set_name(reading.multiplicity, rank_name(reading.rank))
    ranks = [rank_name(rank) for rank in range(reading.lowest, reading.rank + 1) for _ in range(reading.multiplicity)]
    return _sequence_name(reading.multiplicity, tuple(ranks))


def _set_name(size: int, rank: str) -> Sentence:
    if size == 1:
        return sentence("reading.single", rank=rank)
    return sentence("reading.pair", rank=rank) if size == 2 else sentence("reading.set", size=size, rank=rank)


def _sequence_name(size: int, ranks: tuple[str, ...]) -> Sentence:
    if size == 1:
        return sentence("reading.run", ranks=ranks)
    return sentence("reading.pairs", ranks=ranks) if size == 2 else sentence("reading.sequence", size=size, ranks=ranks)


def bomb_name(bomb: str) -> Sentence:
    """`J-Q`, `3-5-7-9 in four suits`."""
    if bomb == "rainbow":
        return sentence("bomb.rainbow")
    return sentence("bomb.suited") if bomb == "suited" else sentence("bomb.courts", ranks=tuple(bomb))


def action_words(action: Action, names: Sequence[str]) -> Sentence:
    """`Ann plays run 7-8-9 (7r 8r J)`."""
    kind, values = _what_is_done(action, names)
    return sentence(f"action.{kind}", name=names[action.seat], **values)


def hint_words(action: Action, names: Sequence[str]) -> Sentence:
    """The action as advice, without who does it: `run 7-8-9 (7r 8r J)`, `passes`."""
    kind, values = _what_is_done(action, names)
    return sentence(f"hint.{kind}", **values)


def _what_is_done(action: Action, names: Sequence[str]) -> tuple[str, dict[str, Value]]:
    match action:
        case Bet(_, 0):
            return "no-bet", {}
        case Bet(_, amount):
            return "bet", {"amount": amount}
        case Play(_, cards, None):
            return "play-unread", {"cards": str(cards)}
        case Play(_, cards, reading):
            return "play", {"reading": reading_name(reading), "cards": str(cards)}
        case Pass():
            return "pass", {}
        case Give(_, to):
            return "give", {"to": names[to]}


def event_words(event: Event, names: Sequence[str]) -> Sentence:
    match event:
        case TrickTaken(winner, captor, cards, points) if winner == captor:
            return sentence("event.trick", name=names[winner], cards=cards, points=points)
        case TrickTaken(winner, captor, cards, points):
            name, other = names[winner], names[captor]
            return sentence("event.bombed-trick", name=name, captor=other, cards=cards, points=points)
        case WentOut(seat, place, most, _):
            return sentence("event.second-out" if place else "event.first-out", name=names[seat], cards=most)
        case RoundScored(lines):
            totals = [sum(line.points for line in lines if line.seat == seat) for seat in range(len(names))]
            return sentence("event.round-scored", scores=_scores(names, totals))
        case GameWon(seat, totals):
            return sentence("event.game-won", name=names[seat], scores=_scores(names, totals))


def _scores(names: Sequence[str], totals: Sequence[int]) -> tuple[Sentence, ...]:
    return tuple(sentence("score.of", name=name, points=total) for name, total in zip(names, totals, strict=True))


def line_words(line: ScoreLine, names: Sequence[str]) -> Sentence:
    """One line of the score, with its reason: `40 points: went out with 8 cards in Bob's hand, 5 each`."""
    points, amount, other = line.points, line.amount, "" if line.other is None else names[line.other]
    match line.cause:
        case "hand":
            return sentence("score.hand", points=points, cards=amount, other=other)
        case "tricks":
            return sentence("score.tricks", points=points, cards=amount)
        case "haggis":
            return sentence("score.haggis", points=points, cards=amount)
        case "leftovers":
            return sentence("score.leftovers", points=points, cards=amount, other=other)
        case "bet won":
            return sentence("score.bet-won", points=points, bet=amount)
        case "bet lost":
            return sentence("score.bet-lost", points=points, other=other, bet=amount)
