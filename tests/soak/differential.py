"""The two versions of the rules against each other, for as long as you like.

    python -m tests.soak.differential --positions 1000000

plays random rounds on both sides at once and compares every position: legal plays, turn, phase, what
may be given and bet, hands, who is out, and the scores at the end. It stops at the first
disagreement and prints the position; otherwise it prints one line a preset and number of players.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

from lockstep import PAIRS, compare_positions

CHUNK = 5000


def compare(pool: ProcessPoolExecutor, name: str, players: int, seeds: range, chunk: int = CHUNK) -> int:
    """Positions that agree, a chunk for each seed; the first that doesn't is an error."""
    runs = [pool.submit(compare_positions, name, players, chunk, 1_000_000 + seed) for seed in seeds]
    positions, rounds = (sum(column) for column in zip(*(run.result() for run in runs), strict=True))
    print(f"{name}, {players} players: {positions:,} positions of {rounds:,} rounds agree", flush=True)
    return positions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000_000, help="in all, shared by the presets")
    parser.add_argument("--seed", type=int, default=0, help="another number plays other rounds")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    asked = parser.parse_args()
    chunks = -(-asked.positions // (CHUNK * len(PAIRS)))
    seeds = range(asked.seed, asked.seed + chunks)
    start = time.perf_counter()
    with ProcessPoolExecutor(asked.jobs) as pool:
        total = sum(compare(pool, name, players, seeds) for name, players in PAIRS)
    print(f"all {total:,} positions agree ({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
