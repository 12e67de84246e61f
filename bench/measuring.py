"""Times, the calibration beside them, and where figures go."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
REPEATS = 5


def best_seconds(work: Callable[[], object]) -> float:
    """The fastest of a few runs: what the work takes when nothing disturbs it."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def calibration_seconds() -> float:
    """Fixed work in plain Python: divide by it to compare machines, or a quiet hour with a busy one."""
    return best_seconds(calibration)


def calibration() -> int:
    total = 0
    for number in range(1_000_000):
        total ^= number * number
    return total


def write(name: str, figures: Any) -> str:
    """Into bench/results/NAME.json; the same text for the screen."""
    text = json.dumps(figures, indent=2)
    file = ROOT / "bench" / "results" / f"{name}.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")
    return text
