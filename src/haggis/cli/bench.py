"""`haggis bench`: how fast the engine is here, and a signature that must be the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Column, Table

from haggis.engine.bench import MOST_EFFORT, Figures, measure

from . import options

WORDS = {
    "lead_us": ("all plays on the lead, a full hand of two players", "µs"),
    "plays_per_lead": ("plays that such a hand has", ""),
    "count_us": ("the same plays counted, not listed", "µs"),
    "random_rounds_per_s": ("random rounds, two players", "/s"),
    "policy_rounds_per_s": ("rounds by the sensible policy, two players", "/s"),
    "random_rounds_per_s_3p": ("random rounds, three players", "/s"),
    "policy_rounds_per_s_3p": ("rounds by the sensible policy, three players", "/s"),
    "perft_leaves_per_s": ("leaves of perft", "/s"),
    "visits_per_s": ("visits of a search, two players", "/s"),
    "visits_per_s_3p": ("visits of a search, three players", "/s"),
    "rollouts_per_s": ("rollouts of a search, two players", "/s"),
    "rollouts_per_s_3p": ("rollouts of a search, three players", "/s"),
    "calibration_s": ("a fixed loop of plain work, to compare machines", "s"),
}


def bench(
    effort: Annotated[int, typer.Option(min=1, max=MOST_EFFORT, help="Runs of each measurement; the best counts.")] = 5,
    as_json: options.Json = False,
) -> None:
    """The engine's speeds on fixed deals, one thread, and the signature of its counts."""
    with options.err.status("Measuring ..."):
        figures = measure(effort)
    if as_json:
        options.print_json(figures._asdict())
    else:
        options.out.print(_table(figures))


def _table(figures: Figures) -> Table:
    columns = (Column("figure"), Column("", justify="right"))
    table = Table(*columns, title=f"signature {figures.signature}", title_justify="left")
    for name, (words, unit) in WORDS.items():
        value = getattr(figures, name)
        shown = f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
        table.add_row(words, f"{shown} {unit}".strip())
    return table
