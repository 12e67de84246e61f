"""The engine's figures of `haggis bench`, into bench/results/engine.json.

Two more figures than the command has: actions a second through the batch simulator, from Python, and
the ratios to the calibration loop, which compare machines and busy hours.
"""

from __future__ import annotations

import numpy as np

from haggis.engine.batch import Batch
from haggis.engine.bench import measure
from haggis.rules import preset

from .measuring import best_seconds, write

TABLES, STEPS = 1024, 100


def batch_actions_per_s() -> float:
    """Random actions at many tables, choosing included, one thread; the best of a few runs."""
    batch, rng = Batch(preset("standard"), TABLES, seed=1), np.random.default_rng(1)

    def steps() -> None:
        for _ in range(STEPS):
            batch.step(rng.integers(np.diff(batch.offsets)))

    return TABLES * STEPS / best_seconds(steps)


def main() -> None:
    figures: dict[str, float | str] = dict(measure(10)._asdict())
    figures["batch_actions_per_s"] = batch_actions_per_s()
    seconds = float(figures["calibration_s"])
    figures["leads_per_calibration"] = seconds * 1e6 / float(figures["lead_us"])
    figures["random_rounds_per_calibration"] = seconds * float(figures["random_rounds_per_s"])
    figures["visits_per_calibration"] = seconds * float(figures["visits_per_s"])
    shown = {name: value if isinstance(value, str) else round(value, 4) for name, value in figures.items()}
    print(write("engine", shown))


if __name__ == "__main__":
    main()
