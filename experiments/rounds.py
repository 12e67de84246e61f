"""Rounds of `strong` for the fits: many of them, on all cores."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from rich.progress import track

from haggis.players import Player, make_player

Played = TypeVar("Played")


def strong_seats(players: int, rng: random.Random) -> list[Player]:
    """A table of `strong` that doesn't bet."""
    return [make_player("strong:bets=off", rng.getrandbits(32), arena=True) for _ in range(players)]


def play_many(play: Callable[[int], Played], rounds: int, seed: int) -> list[Played]:
    """So many rounds, each with a seed of its own."""
    with ProcessPoolExecutor() as pool:
        seeds = [seed * 1_000_003 + number for number in range(rounds)]
        return list(track(pool.map(play, seeds, chunksize=8), "rounds", rounds))
