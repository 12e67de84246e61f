"""Pictures for the docs; needs the `plot` extra."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .measuring import ROOT


def begin(title: str) -> tuple[Figure, Axes]:
    mpl.use("Agg")
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.set_title(title)
    return figure, axes


def save(figure: Figure, name: str) -> None:
    """As docs/pictures/NAME.png."""
    figure.tight_layout()
    figure.savefig(ROOT / "docs" / "pictures" / f"{name}.png", dpi=120, metadata={"Software": None})
