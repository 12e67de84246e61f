"""The engine's figures of `haggis bench`, into bench/results/engine.json.

Two more figures than the command has: actions a second through the batch simulator, from Python, and
the ratios to the calibration loop, which compare machines and busy hours.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np

from haggis.engine.batch import Batch
from haggis.engine.bench import measure
from haggis.rules import preset

RESULTS = Path(__file__).parent / "results"
TABLES, STEPS, REPEATS = 1024, 100, 5


def batch_actions_per_s() -> float:
    """Random actions at many tables, choosing included, one thread; the best of a few runs."""
    batch, rng = Batch(preset("standard"), TABLES, seed=1), np.random.default_rng(1)
    best = 0.0
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(STEPS):
            batch.step(rng.integers(np.diff(batch.offsets)))
        best = max(best, TABLES * STEPS / (time.perf_counter() - start))
    return best


def main() -> None:
    figures: dict[str, float | str] = dict(measure(10)._asdict())
    figures["batch_actions_per_s"] = batch_actions_per_s()
    seconds = float(figures["calibration_s"])
    figures["leads_per_calibration"] = seconds * 1e6 / float(figures["lead_us"])
    figures["random_rounds_per_calibration"] = seconds * float(figures["random_rounds_per_s"])
    shown = {name: value if isinstance(value, str) else round(value, 4) for name, value in figures.items()}
    text = json.dumps(shown, indent=2)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "engine.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
