"""Many rounds stepped side by side, for learning.

Every table has a seat to act, a row of numbers with all that this seat may know, and a list of its
legal actions. `step` takes the number of one action a table; where a round ends, the rewards are
its scores and a fresh deal lies on the table at once.

>>> from haggis.rules import preset
>>> batch = Batch(preset("standard"), 4, seed=1)
>>> batch.observations.shape == (4, OBSERVATION)
True
>>> batch.offsets.tolist()[:2]  # the first table has so many legal actions
[0, 635]
>>> [str(batch.action(table, 0)) for table in range(4)]
['0 play 2r as 1x1:2', '1 play 2y as 1x1:2', '0 play 2r as 1x1:2', '1 play 2r as 1x1:2']
>>> batch.step([0, 0, 0, 0])  # everybody leads the first of her plays
>>> batch.field("counts").tolist()[0]  # the next seat's cards, those of the seat after it, no third
[17.0, 16.0, 0.0]

The arrays are windows onto the engine's own memory: nothing is copied, they can't be written to, and
the next `step` or `reset` overwrites them. Copy what must last. A window keeps the batch alive. Only
`words` may move when a list grows longer than ever before: take it anew after each step; the old
window stays readable and keeps the old list.

A batch belongs to one thread at a time; its work releases the GIL and uses `threads` of its own.
Round `n` of table `i` depends on the seed, `i` and `n` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from haggis import _native
from haggis.rules import Action, Cards, HaggisError, IllegalAction, Play, Round, Ruleset
from haggis.rules.cards import NO_CARDS

from . import checks
from .convert import CARD_MASK, action_from_native, round_to_native, rules_to_native

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

MOST_TABLES = 16_384
FIELDS = {name: slice(start, start + size) for name, start, size in _native.observation_fields()}
"""Which numbers of an observation tell what. Seats count from the one to act, to the left."""
OBSERVATION = max(field.stop for field in FIELDS.values())
"""The length of one observation."""

PASS_WORD = 0
GIVE_BIT, BET_BIT = 1 << 63, 1 << 62
LOW_BITS = (1 << 32) - 1


class Batch:
    """Many rounds by the same rules. With `bets`, a seat may bet in turn before its first card."""

    def __init__(self, rules: Ruleset, tables: int, *, seed: int, bets: bool = False, threads: int = 1) -> None:
        self.rules = checks.instance(rules, Ruleset, "the rules")
        size = checks.whole(tables, "the number of tables", 1, MOST_TABLES)
        bets = checks.instance(bets, bool, "bets")
        self._native = _native.Batch(rules_to_native(rules), size, checks.seed(seed), bets, checks.threads(threads))

    def __len__(self) -> int:
        """How many tables."""
        return self._native.size

    # --- what is seen ---

    @property
    def observations(self) -> NDArray[np.float32]:
        """A row a table: what the seat to act may know, field after field of `FIELDS`."""
        return self._native.observations

    def field(self, name: str) -> NDArray[np.float32]:
        """One field of every observation, a window too."""
        if name not in FIELDS:
            raise HaggisError(f"there is no field {name!r}; there are {', '.join(FIELDS)}")
        return self.observations[:, FIELDS[name]]

    @property
    def seats(self) -> NDArray[np.int8]:
        """The seat to act at every table."""
        return self._native.seats

    @property
    def words(self) -> NDArray[np.uint64]:
        """The legal actions of all tables, one after the other."""
        return self._native.words

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Table `i` owns `words[offsets[i]:offsets[i + 1]]`."""
        return self._native.offsets

    def action(self, table: int, choice: int) -> Action:
        """The action with that number at one table."""
        place = checks.whole(table, "a table", 0, len(self) - 1)
        start, end = self.offsets[place : place + 2].tolist()
        number = checks.whole(choice, "the choice", 0, end - start - 1)
        return action_from_word(int(self.words[start + number]), int(self.seats[place]))

    # --- what happened ---

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Where the last step ended a round."""
        return self._native.finished

    @property
    def rewards(self) -> NDArray[np.int32]:
        """Each seat's score of the round that the last step ended; zeros elsewhere."""
        return self._native.rewards

    @property
    def rounds(self) -> NDArray[np.int64]:
        """How many rounds have ended at every table."""
        return self._native.rounds

    # --- what is done ---

    def step(self, choices: ArrayLike | Sequence[int]) -> None:
        """One action at every table, by its number in the table's own list."""
        self._native.step(_whole_numbers(choices))

    def reset(self, seed: int) -> None:
        """Fresh deals at every table, as in a new batch with this seed."""
        self._native.reset(checks.seed(seed))

    def place(self, table: int, state: Round) -> None:
        """Put a chosen round on one table; fresh deals follow it."""
        self._native.place(checks.whole(table, "a table", 0, len(self) - 1), *_watched(state))


def observe(state: Round) -> NDArray[np.float32]:
    """The observation of the seat to act in one round: what a batch would show.

    Nothing in it depends on hidden cards, so a player who has only a view may fill in any deal that
    agrees with it (`haggis.sample_world`).
    """
    return _native.observation(*_watched(state))


def action_from_word(word: int, seat: int) -> Action:
    """An action of a list: a play's own word, 0 for a pass, or the highest bit and a give or a bet."""
    value = word & LOW_BITS
    if word == PASS_WORD:
        return action_from_native(("pass", seat, 0))
    if word & CARD_MASK and not word & GIVE_BIT:
        return action_from_native(("play", seat, word))
    return action_from_native(("bet" if word & BET_BIT else "give", seat, value))


def _whole_numbers(choices: ArrayLike | Sequence[int]) -> NDArray[np.int64]:
    try:
        array = np.asarray(choices)
    except ValueError:  # lists of different lengths
        array = np.asarray(None)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise IllegalAction("the choices must be a row of whole numbers, one a table")
    return np.ascontiguousarray(array, dtype=np.int64)


def _watched(state: Round) -> tuple[_native.Round, list[int], int]:
    """A round with what everybody has seen of it: the cards that each seat played, and those to beat."""
    native = round_to_native(state)
    played = [NO_CARDS] * state.players
    for action in state.actions:
        if isinstance(action, Play):
            played[action.seat] |= action.cards
    on_table = state.trick[-1].cards if state.trick else Cards()
    return native, [cards.bits for cards in played], on_table.bits
