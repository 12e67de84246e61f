"""Every legal play of a hand, each once (docs/spec/rules.md, section 2).

Where `combos` asks "what are these cards?", this module asks "what can this hand make?". It works
on bare integers: the number cards N of a play are chosen first, then the court cards W that fill
the rest. The same N and W with the same reading would come from several choices of suits when
court cards fill a whole suit; the choice with the lowest free suits then speaks for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from .cards import COURT_SHIFT, JACK, KING, LOWEST, RANKS_PER_SUIT, TEN, Cards
from .combos import BOMB_RANKS, MOST_CARDS_OF_A_RANK, Combo, Reading, bomb, courts_fit, is_shape
from .ruleset import Ruleset

MOST_COURTS = 3
SUIT_BITS = (1 << RANKS_PER_SUIT) - 1

# One play while it is being generated: the cards' bits and the reading.
Raw = tuple[int, Reading]


def legal_plays(hand: Cards, on: Reading | None, rules: Ruleset) -> list[Combo]:
    """Every play of `hand` on the lead (`on` is None) or on the reading `on`, without duplicates."""
    wrap = Cards.from_bits
    return [Combo(wrap(bits), reading) for bits, reading in legal_bits(hand, on, rules)]


def legal_bits(hand: Cards, on: Reading | None, rules: Ruleset) -> list[Raw]:
    """The same plays, each as the bits of its cards and its reading: for whoever lists them often."""
    book = _book(rules.courts, rules.largest_set, rules.suits)
    return _leads(hand.bits, book) if on is None else _follows(hand.bits, on, book)


def _leads(hand: int, book: _Book) -> list[Raw]:
    return _sets(hand, book) + _runs(hand, book) + _wide_sequences(hand, book.windows) + _bombs(hand)


def _follows(hand: int, on: Reading, book: _Book) -> list[Raw]:
    bombs = [play for play in _bombs(hand) if play[1].beats(on)]
    if on.is_bomb:
        return bombs
    if on.length == 1:
        return _sets_of(hand, on.multiplicity, on.rank, book) + bombs
    if on.multiplicity == 1:
        return _runs_of(hand, on.length, on.rank, book) + bombs
    return _wide_sequences(hand, book.higher(on)) + bombs


# --- sets ---------------------------------------------------------------------------------------


def _sets(hand: int, book: _Book) -> list[Raw]:
    found: list[Raw] = list(_single_courts(hand))
    courts = hand >> COURT_SHIFT
    for rank, mask in _RANK_MASKS:
        if hand & mask:
            found += _sets_with(hand & mask, rank, courts, book.largest_set)
    return found


@lru_cache(maxsize=1024)
def _sets_with(held: int, rank: int, courts: int, largest: int) -> tuple[Raw, ...]:
    """Every set of one rank, of these number cards and these court cards."""
    readings = _SET_READINGS[rank - LOWEST]
    return tuple(
        (numbers | court_bits, readings[numbers.bit_count() + added])
        for numbers in _subsets(held)
        for court_bits, added in _COURT_SUBSETS[courts]
        if numbers.bit_count() + added <= largest
    )


def _sets_of(hand: int, size: int, above: int, book: _Book) -> list[Raw]:
    if size > book.largest_set:
        return []
    found: list[Raw] = [play for play in _single_courts(hand) if size == 1 and play[1].rank > above]
    courts = _COURT_SUBSETS[hand >> COURT_SHIFT]
    for rank, mask in _RANK_MASKS[max(0, above - LOWEST + 1) :]:
        reading = Reading(size, 1, rank)
        for numbers in _subsets(hand & mask):
            missing = size - numbers.bit_count()
            found += [(numbers | court_bits, reading) for court_bits, added in courts if added == missing]
    return found


def _single_courts(hand: int) -> list[Raw]:
    return [
        (1 << (COURT_SHIFT + place), Reading(1, 1, JACK + place))
        for place in range(MOST_COURTS)
        if hand >> (COURT_SHIFT + place) & 1
    ]


def _subsets(mask: int) -> list[int]:
    """Every non-empty subset of the bits of `mask`."""
    found = []
    subset = mask
    while subset:
        found.append(subset)
        subset = (subset - 1) & mask
    return found


# --- runs of one suit ---------------------------------------------------------------------------


class _Run(NamedTuple):
    """Number cards of one suit in a run: what court cards must add, and the run's reading."""

    numbers: int
    missing: int
    reading: Reading


@cache
def _suit_runs(held: int) -> tuple[_Run, ...]:
    """Every way to use the nine bits of one suit in a run with at most three court cards."""
    return tuple(run for numbers in _subsets(held) for run in _runs_with(numbers))


@cache  # so that all who hold these cards share the same runs: else their lists would take megabytes
def _runs_with(numbers: int) -> tuple[_Run, ...]:
    size = numbers.bit_count()
    low = (numbers & -numbers).bit_length() - 1 + LOWEST
    high = numbers.bit_length() - 1 + LOWEST
    return tuple(
        _Run(numbers, length - size, Reading(1, length, rank))
        for length in range(max(3, high - low + 1), size + MOST_COURTS + 1)
        for rank in range(max(high, LOWEST + length - 1), min(KING, low + length - 1) + 1)
    )


@lru_cache(maxsize=2048)
def _suit_runs_of(held: int, length: int, above: int) -> tuple[_Run, ...]:
    return tuple(run for run in _suit_runs(held) if run.reading.length == length and run.reading.rank > above)


def _runs(hand: int, book: _Book) -> list[Raw]:
    fillers = book.fillers[hand >> COURT_SHIFT]
    return [
        (numbers << shift | court_bits, reading)
        for shift in book.suit_shifts
        for numbers, missing, reading in _suit_runs(hand >> shift & SUIT_BITS)
        for court_bits in fillers[1, reading.rank, missing]
    ]


def _runs_of(hand: int, length: int, above: int, book: _Book) -> list[Raw]:
    fillers = book.fillers[hand >> COURT_SHIFT]
    return [
        (numbers << shift | court_bits, reading)
        for shift in book.suit_shifts
        for numbers, missing, reading in _suit_runs_of(hand >> shift & SUIT_BITS, length, above)
        for court_bits in fillers[1, reading.rank, missing]
    ]


# --- sequences of pairs, triples and more -------------------------------------------------------


class _Window(NamedTuple):
    """A grid of `multiplicity` suits by `length` ranks: its number places."""

    grid: int
    suits: tuple[int, ...]
    reading: Reading
    fillers: tuple[tuple[tuple[int, ...], ...], ...]  # by court cards held, then by how many are used


class _Windows(NamedTuple):
    """All windows of one reading: what every suit has at its ranks tells whether to look at them at all."""

    ranks: int
    size: int
    windows: tuple[_Window, ...]


def _wide_sequences(hand: int, shapes: tuple[_Windows, ...]) -> list[Raw]:
    found: list[Raw] = []
    courts = hand >> COURT_SHIFT
    at_most = courts.bit_count()
    for ranks, size, windows in shapes:
        if size - (hand & ranks).bit_count() > at_most:
            continue
        for window in windows:
            held = hand & window.grid
            missing = size - held.bit_count()
            if missing <= at_most:
                found += _fill(held, missing, window, window.fillers[courts])
    return found


def _fill(held: int, missing: int, window: _Window, fillers: tuple[tuple[int, ...], ...]) -> list[Raw]:
    """Every play of one window: court cards fill what is missing and may replace what is held.

    A window has at least four places, so three court cards always leave one for a number card.
    """
    return [
        (numbers | court_bits, window.reading)
        for used in range(missing, MOST_COURTS + 1)
        if fillers[used]
        for numbers in _without(held, used - missing)
        if used < window.reading.length or _speaks_for_all(numbers, window)
        for court_bits in fillers[used]
    ]


def _without(held: int, dropped: int) -> list[int]:
    """`held` less every choice of `dropped` of its cards."""
    if not dropped:
        return [held]
    return [held & ~sum(choice) for choice in combinations(_single_bits(held), dropped)]


def _single_bits(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


def _speaks_for_all(numbers: int, window: _Window) -> bool:
    """Whether the suits that court cards fill entirely are the lowest that the number cards leave."""
    used = [suit for suit in window.suits if numbers >> (RANKS_PER_SUIT * suit) & SUIT_BITS]
    free = [suit for suit in range(window.suits[-1] + 1) if suit not in used]
    return window.suits == tuple(sorted(used + free[: len(window.suits) - len(used)]))


# --- bombs --------------------------------------------------------------------------------------


def _bombs(hand: int) -> list[Raw]:
    numbers = _number_bombs(hand & _BOMB_CARDS)
    return list(numbers) + [(bits, reading) for bits, reading in _COURT_BOMBS if hand & bits == bits]


@lru_cache(maxsize=512)  # a million hands of odd cards are possible; a hand is asked about a few times in a row
def _number_bombs(odd_cards: int) -> tuple[Raw, ...]:
    found: list[Raw] = []
    columns = [_single_bits(odd_cards & dict(_RANK_MASKS)[rank]) for rank in BOMB_RANKS]
    for three in columns[0]:
        for five in columns[1]:
            for seven in columns[2]:
                for nine in columns[3]:
                    found += _as_bomb((three, five, seven, nine))
    return tuple(found)


def _as_bomb(cards: tuple[int, ...]) -> list[Raw]:
    suits = {(card.bit_length() - 1) // RANKS_PER_SUIT for card in cards}
    name = {1: "suited", 4: "rainbow"}.get(len(suits))
    return [(sum(cards), bomb(name))] if name else []


# --- tables -------------------------------------------------------------------------------------

_RANK_MASKS = tuple(
    (rank, sum(1 << (RANKS_PER_SUIT * suit + rank - LOWEST) for suit in range(5))) for rank in range(LOWEST, TEN + 1)
)
_SET_READINGS = tuple(
    tuple(Reading(size, 1, rank) for size in range(MOST_CARDS_OF_A_RANK + 1)) for rank in range(LOWEST, TEN + 1)
)
_BOMB_CARDS = sum(mask for rank, mask in _RANK_MASKS if rank in BOMB_RANKS)
_COURT_SUBSETS = tuple(
    tuple((used << COURT_SHIFT, used.bit_count()) for used in range(8) if not used & ~held) for held in range(8)
)
_COURT_BOMBS = tuple(
    (sum(1 << (COURT_SHIFT + "JQK".index(court)) for court in name), bomb(name)) for name in ("JQ", "JK", "QK", "JQK")
)


class _Book:
    """What depends on the rules alone: which court cards may fill which window."""

    def __init__(self, courts: str, largest_set: int, suits: int) -> None:
        self.largest_set = largest_set
        self.suit_shifts = tuple(RANKS_PER_SUIT * suit for suit in range(suits))
        self._by_shape: dict[Reading, tuple[_Windows, ...]] = {}
        self.fillers = tuple(
            {
                (multiplicity, rank, used): _fillers(held, multiplicity, rank, used, courts)
                for multiplicity in range(1, suits + 1)
                for rank in range(LOWEST, KING + 1)
                for used in range(MOST_COURTS + 1)
            }
            for held in range(8)
        )
        self.windows = tuple(self._windows(suits))

    def _windows(self, suits: int) -> list[_Windows]:
        return [
            self._windows_of(Reading(multiplicity, length, rank), suits)
            for multiplicity in range(2, suits + 1)
            for length in range(2, KING)
            if is_shape(multiplicity, length)
            for rank in range(LOWEST + length - 1, KING + 1)
            if any(self.fillers[7][multiplicity, rank, used] for used in range(MOST_COURTS + 1))
        ]

    def _windows_of(self, reading: Reading, suits: int) -> _Windows:
        windows = tuple(self._window(chosen, reading) for chosen in combinations(range(suits), reading.multiplicity))
        return _Windows(_grid(range(suits), reading), reading.multiplicity * reading.length, windows)

    def _window(self, chosen: tuple[int, ...], reading: Reading) -> _Window:
        fillers = tuple(
            tuple(by_use[reading.multiplicity, reading.rank, used] for used in range(MOST_COURTS + 1))
            for by_use in self.fillers
        )
        return _Window(_grid(chosen, reading), chosen, reading, fillers)

    def higher(self, on: Reading) -> tuple[_Windows, ...]:
        """The windows of the same shape and a higher rank."""
        if on not in self._by_shape:
            self._by_shape[on] = tuple(each for each in self.windows if _outranks(each.windows[0].reading, on))
        return self._by_shape[on]


def _outranks(reading: Reading, on: Reading) -> bool:
    return reading.shape == on.shape and reading.rank > on.rank


def _grid(suits: Iterable[int], reading: Reading) -> int:
    """The number places of a sequence in these suits."""
    places = range(reading.lowest, min(reading.rank, TEN) + 1)
    return sum(1 << (RANKS_PER_SUIT * suit + rank - LOWEST) for suit in suits for rank in places)


def _fillers(held: int, multiplicity: int, rank: int, used: int, courts: str) -> tuple[int, ...]:
    return tuple(
        chosen << COURT_SHIFT
        for chosen in range(8)
        if not chosen & ~held and chosen.bit_count() == used and courts_fit(chosen, multiplicity, rank, courts)
    )


@cache
def _book(courts: str, largest_set: int, suits: int) -> _Book:
    return _Book(courts, largest_set, suits)
