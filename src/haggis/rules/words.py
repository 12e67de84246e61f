"""The game in words: readings, plays, events and scores, as a card player would say them.

The terminal, the page and the record's reader all show these sentences; names fill in for seats.
"""

from __future__ import annotations

from collections.abc import Sequence

from .actions import Action, Bet, Give, Pass, Play
from .cards import SUIT_NAMES, Card, Cards
from .combos import Reading
from .events import Event, GameWon, RoundScored, ScoreLine, TrickTaken, WentOut

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
RANK_NAMES = {11: "J", 12: "Q", 13: "K"}
SETS = {1: "single", 2: "pair"}


def count(number: int) -> str:
    return COUNTS[number] if 0 <= number < len(COUNTS) else str(number)


def rank_name(rank: int) -> str:
    return RANK_NAMES.get(rank, str(rank))


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def card_name(card: Card) -> str:
    """`red 3`, `J`."""
    return rank_name(card.rank) if card.is_court else f"{SUIT_NAMES[card.suit]} {rank_name(card.rank)}"


def reading_name(reading: Reading) -> str:
    """`pair of 9s`, `run 7-8-9`, `sequence of pairs 10-10-J-J`, `bomb J-Q`."""
    if reading.is_bomb:
        return bomb_name(reading.bomb)
    if reading.length == 1:
        return _set_name(reading.multiplicity, rank_name(reading.rank))
    ranks = [rank_name(rank) for rank in range(reading.lowest, reading.rank + 1) for _ in range(reading.multiplicity)]
    return f"{_sequence_kind(reading.multiplicity)} {'-'.join(ranks)}"


def a_reading(reading: Reading) -> str:
    """`a pair of 9s`, `a run 7-8-9`, but `three 9s`."""
    many = reading.length == 1 and reading.multiplicity > 2
    return reading_name(reading) if many else f"a {reading_name(reading)}"


def _set_name(size: int, rank: str) -> str:
    if size == 1:
        return f"single {rank}"
    return f"pair of {rank}s" if size == 2 else f"{count(size)} {rank}s"


def _sequence_kind(multiplicity: int) -> str:
    if multiplicity == 1:
        return "run"
    return "sequence of pairs" if multiplicity == 2 else f"sequence of {count(multiplicity)}s"


def bomb_name(bomb: str) -> str:
    if bomb in ("rainbow", "suited"):
        suits = "four suits" if bomb == "rainbow" else "one suit"
        return f"bomb 3-5-7-9 in {suits}"
    return f"bomb {'-'.join(bomb)}"


def shape_name(reading: Reading) -> str:
    """A reading without its rank: `a pair`, `a run of three`, `a sequence of two pairs`."""
    if reading.is_bomb:
        return "a bomb"
    multiplicity, length = reading.shape
    if length > 1:
        if multiplicity == 1:
            return f"a run of {count(length)}"
        return f"a sequence of {count(length)} {'pairs' if multiplicity == 2 else count(multiplicity) + 's'}"
    return f"a {SETS[multiplicity]}" if multiplicity in SETS else f"{count(multiplicity)} of a kind"


def why_not_beaten(offered: Reading, on: Reading) -> str:
    """Why `offered` does not beat `on`, which it doesn't."""
    if on.is_bomb:
        return f"only a higher bomb beats the {reading_name(on)}"
    if offered.shape == on.shape:
        return f"{shape_name(on)} must beat the {reading_name(on)}; the {reading_name(offered)} does not"
    return f"{shape_name(offered)} does not answer {shape_name(on)}: play a higher one, or a bomb"


def not_a_combination(cards: Cards) -> str:
    return f"{cards} is not a combination: play a set of one rank, a sequence in full suits, or a bomb"


def action_words(action: Action, names: Sequence[str]) -> str:
    """`Ann plays run 7-8-9 (7r 8r J)`."""
    name = names[action.seat]
    match action:
        case Bet(_, 0):
            return f"{name} says: no bet"
        case Bet(_, amount):
            return f"{name} bets {amount} points"
        case Play(_, cards, reading):
            return f"{name} plays {reading_name(reading) if reading else 'cards'} ({cards})"
        case Pass():
            return f"{name} passes"
        case Give(_, to):
            return f"{name} gives the trick to {names[to]}"


def event_words(event: Event, names: Sequence[str]) -> str:
    match event:
        case TrickTaken(winner, captor, cards, points):
            worth = f"{plural(cards, 'card')}, {plural(points, 'point')}"
            if winner == captor:
                return f"{names[winner]} takes the trick ({worth})"
            return f"{names[winner]} wins the trick with a bomb, so {names[captor]} captures it ({worth})"
        case WentOut(seat, place, most, _):
            order = ("first", "second")[place]
            return f"{names[seat]} goes out {order}: {plural(most, 'card')} in the largest hand left"
        case RoundScored(lines):
            totals = [sum(line.points for line in lines if line.seat == seat) for seat in range(len(names))]
            return "The round scores " + ", ".join(f"{n} {p}" for n, p in zip(names, totals, strict=True))
        case GameWon(seat, totals):
            score = ", ".join(f"{n} {p}" for n, p in zip(names, totals, strict=True))
            return f"{names[seat]} wins the game ({score})"


def line_words(line: ScoreLine, names: Sequence[str]) -> str:
    """One line of the score, with its reason: `40 for 8 cards left in Bob's hand`."""
    return f"{plural(line.points, 'point')}: {_reason(line, names)}"


def _reason(line: ScoreLine, names: Sequence[str]) -> str:
    other = "" if line.other is None else names[line.other]
    match line.cause:
        case "hand":
            return f"went out with {plural(line.amount, 'card')} in {other}'s hand, 5 each"
        case "tricks":
            return f"{plural(line.amount, 'card')} captured in tricks"
        case "haggis":
            return f"the haggis, {plural(line.amount, 'card')}"
        case "leftovers":
            return f"the {plural(line.amount, 'card')} left in {other}'s hand"
        case "bet won":
            return f"own bet of {line.amount} won"
        case "bet lost":
            return f"{other}'s lost bet of {line.amount}"
