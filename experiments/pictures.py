"""The pictures of docs/strength.md and docs/network.md, from kept results.

python -m experiments.pictures                  the ladder, strength against time, the network's course
"""

from __future__ import annotations

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

from .results import RESULTS, ROOT, Result
from .strength import EXPERIMENT, LADDER, MILLIS

FOLDER = ROOT / "docs" / "pictures"
GREEN, GREY = "#1c5b45", "0.6"
STRONG_MILLIS = 200


def steps(kept: dict[str, Result], players: int) -> list[tuple[float, float]]:
    """For each level but the lowest, the points above the one below it, and half of the interval's width."""
    found = [kept[f"ladder-{players}-{name}"]["difference"] for name in LADDER[1:]]
    return [(each["mean"], (each["ci95"][1] - each["ci95"][0]) / 2) for each in found]


def draw_ladder(kept: dict[str, Result], axes: Any) -> None:
    """How far each level is above the lowest."""
    for players, colour in ((2, GREEN), (3, GREY)):
        climbed = steps(kept, players)
        heights = [0.0, *accumulate(mean for mean, _ in climbed)]
        axes.errorbar(LADDER, heights, [0.0, *(half for _, half in climbed)], color=colour, marker="o", capsize=3)
        axes.annotate(f"{players} players", (LADDER[-1], heights[-1]), xytext=(-60, 4), textcoords="offset points")
    axes.set(ylabel="points a round above `beginner`")
    axes.tick_params(axis="x", rotation=30)


def draw_times(kept: dict[str, Result], axes: Any) -> None:
    """What more time to think is worth."""
    points = {STRONG_MILLIS: (0.0, 0.0, 0.0)}
    for millis in MILLIS:
        difference = kept[f"time-{millis}"]["difference"]
        points[millis] = (difference["mean"], *difference["ci95"])
    times = sorted(points)
    means = [points[millis][0] for millis in times]
    errors = [[points[m][0] - points[m][1] for m in times], [points[m][2] - points[m][0] for m in times]]
    axes.errorbar(times, means, errors, color=GREEN, marker="o", capsize=3)
    axes.set(xscale="log", xlabel="milliseconds a decision", ylabel="points a round, against 200 ms")


def draw_course(curves: dict[str, list[dict[str, Any]]], axes: Any) -> None:
    """How strong the network is after each generation."""
    for name, colour in (("2", GREEN), ("3", GREY)):
        generations = [at["generation"] for at in curves[name]]
        means = [at["strength"]["mean"] for at in curves[name]]
        halves = [(at["strength"]["ci95"][1] - at["strength"]["ci95"][0]) / 2 for at in curves[name]]
        axes.errorbar(generations, means, halves, color=colour, marker="o", capsize=3)
        axes.annotate(f"{name} players", (generations[-1], means[-1]), xytext=(8, -4), textcoords="offset points")
    axes.set_xlim(right=1.15 * max(len(course) for course in curves.values()))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set(xlabel="generation", ylabel="points a round above the evaluation")


def draw(name: str, artist: Any, *what: Any) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(7, 4))
    artist(*what, axes)
    figure.tight_layout()
    figure.savefig(FOLDER / name, dpi=110)


def curves(folder: Path = RESULTS / "training") -> dict[str, list[dict[str, Any]]]:
    return {players: json.loads((folder / f"{players}.json").read_text()) for players in ("2", "3")}


def main() -> None:
    kept = EXPERIMENT.kept()
    draw("network-course.png", draw_course, curves())
    if all(f"ladder-{players}-{name}" in kept for players in (2, 3) for name in LADDER[1:]):
        draw("ladder.png", draw_ladder, kept)
    if all(f"time-{millis}" in kept for millis in MILLIS):
        draw("strength-time.png", draw_times, kept)


if __name__ == "__main__":
    main()
