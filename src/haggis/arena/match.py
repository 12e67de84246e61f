"""What is played in a match: who, by which rules, how many deals, and from which seed.

Luck cancels because every deal is played several times with the players' seats rotated: with two
players twice, with three players three times, so that everybody plays every hand of every deal. With
three players every other deal goes the other way round the table, so that over two deals everybody
also has everybody else to the left equally often.

Whatever chance a deal needs comes from (seed, number of the deal), a player's own from (seed, number of
the deal, seat). So a result does not depend on who played it where, or in what order.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from haggis.players import AS_IT_LIKES, Clock, cheats, make_player
from haggis.players.external import PREFIX
from haggis.rules import HaggisError, Ruleset


class BadMatch(HaggisError):
    """A match that can't be played."""


@dataclass(frozen=True)
class Match:
    """A duplicate match. `make_match` makes one and checks it."""

    names: tuple[str, ...]
    rules: Ruleset
    deals: int
    whole_games: bool = False
    """Whole games; otherwise single rounds, each from totals of 0."""
    clock: Clock = AS_IT_LIKES
    seed: int = 0
    keep_records: bool = False
    cheats: tuple[bool, ...] = ()
    """For each player whether it sees all cards."""

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names as they stand in tables and records: a cheat is marked."""
        marks = self.cheats or (False,) * self.players
        return tuple(f"{name} (cheats)" if mark else name for name, mark in zip(self.names, marks, strict=True))

    @property
    def length(self) -> int:
        """How many rounds or games are played in all."""
        return self.deals * self.players

    def seatings(self, deal: int) -> list[tuple[int, ...]]:
        """For each time that a deal is played, the player (by number) in each seat."""
        others = range(1, self.players) if deal % 2 == 0 else range(self.players - 1, 0, -1)
        order = (0, *others)
        return [(*order[step:], *order[:step]) for step in range(self.players)]

    def cards(self, deal: int) -> random.Random:
        """What deals the cards: the same for every seating."""
        return random.Random(derived_seed(self.seed, deal, "cards"))

    def check_for_cluster(self) -> None:
        """Raise if it can't be played on other machines: programs of the user's are on this one."""
        for name in self.names:
            if name.startswith(PREFIX):
                raise BadMatch(f"{name} runs on this machine only, not on a Ray cluster")

    def player_seed(self, deal: int, seat: int) -> int:
        return derived_seed(self.seed, deal, seat)


def derived_seed(*parts: object) -> int:
    """A number that follows from its parts, with nothing in common between neighbours."""
    text = " ".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")


def make_match(
    names: Sequence[str],
    rules: Ruleset,
    length: int,
    *,
    whole_games: bool = False,
    clock: Clock = AS_IT_LIKES,
    seed: int = 0,
    keep_records: bool = False,
) -> Match:
    """A match of at least so many rounds or games: rounded up to whole deals."""
    if len(names) != rules.players:
        raise BadMatch(f"the rules are for {rules.players} players, not {len(names)}")
    if length < 1:
        raise BadMatch("a match needs at least one round")
    deals = -(-length // rules.players)
    marks = tuple(map(_check_player, names))
    return Match(tuple(names), rules, deals, whole_games, clock, seed, keep_records, marks)


def _check_player(name: str) -> bool:
    """Raise if there is no such player; whether it cheats."""
    return cheats(make_player(name, 0, arena=True))


def fill_seats(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The players of a table: the last one named takes the seats that are left."""
    if not 2 <= len(names) <= players:
        enough = "2" if players == 2 else f"2 or {players}"
        raise BadMatch(f"name {enough} players for a table of {players}, not {len(names)}")
    return (*names, *[names[-1]] * (players - len(names)))
