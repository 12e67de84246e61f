"""Pictures of results, with matplotlib (the `plot` extra), which is imported only when one is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .ladder import Ladder
from .statistics import LEVEL, VERY_FEW, Numbers, student_t
from .summary import Summary, ahead_table, rounds_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, GREY = "#2b6cb0", "#718096"


def plot_match(summary: Summary, file: Path) -> None:
    """How the difference settled as deals were played, and how the deals were spread."""
    names = summary.result.match.shown_names
    differences = ahead_table(summary.result) / rounds_table(summary.result)
    figure = _figure(8, 6)
    top, bottom = figure.subplots(2, 1, height_ratios=(3, 2))
    _draw_course(top, differences)
    top.set_title(f"{names[0]} against {' and '.join(names[1:])}: {summary.difference} points a round")
    bottom.hist(differences, bins="auto" if len(set(differences)) > 1 else 1, color=BLUE, alpha=0.7)
    bottom.axvline(0, color=GREY, linewidth=1)
    bottom.set(xlabel="difference in a deal (points a round)", ylabel="deals")
    figure.savefig(file)


def _draw_course(axes: Axes, differences: Numbers) -> None:
    """The mean so far, in a band of 95 % by Student's t."""
    count = np.arange(1, len(differences) + 1)
    mean = np.cumsum(differences) / count
    squares = np.maximum(np.cumsum(differences**2) / count - mean**2, 0)
    freedom = [max(before, 1) for before in range(len(differences))]
    error = [student_t(0.5 + LEVEL / 2, each) for each in freedom] * np.sqrt(squares / freedom)
    axes.axhline(0, color=GREY, linewidth=1)
    settled = slice(VERY_FEW - 1 if len(differences) > VERY_FEW else 0, None)  # the first few would dwarf the rest
    axes.fill_between(
        count[settled], (mean - error)[settled], (mean + error)[settled], color=BLUE, alpha=0.2, linewidth=0
    )
    axes.plot(count, mean, color=BLUE)
    axes.set(xlabel="deals", ylabel="difference (points a round)")


def plot_ladder(ladder: Ladder, file: Path) -> None:
    """Every player's rating with its interval, the best at the top."""
    standings = ladder.standings[::-1]
    means = np.array([standing.elo.mean for standing in standings])
    bounds = np.array([standing.elo.ci95 or (standing.elo.mean,) * 2 for standing in standings])
    figure = _figure(8, 1.5 + 0.5 * len(standings))
    axes = figure.subplots()
    errors = np.abs(bounds.T - means)
    axes.errorbar(means, range(len(means)), xerr=errors, fmt="o", color=BLUE, capsize=4)
    labels = [f"{standing.name} (cheats)" if standing.cheats else standing.name for standing in standings]
    axes.set_yticks(range(len(means)), labels)
    axes.set(xlabel="Elo, 95 % interval")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(file)


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415  # heavy, and only in an extra

    return Figure(figsize=(width, height), layout="constrained", dpi=120)
