"""Commands that need an extra, on a machine that has none: one sentence says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import python

GAMES = Path(__file__).parents[1] / "vectors" / "games.jsonl"
WITHOUT = """
import sys
sys.modules[{library!r}] = None
sys.argv = ['haggis', *{arguments!r}]
import haggis.cli
haggis.cli.main()
"""

NEEDS = [
    ("uvicorn", ["serve"], "the server needs libraries of its own: pip install 'haggis[server]'"),
    ("fastapi", ["serve"], "the server needs libraries of its own: pip install 'haggis[server]'"),
    ("torch", ["train", "folder"], "training needs the library PyTorch: pip install 'haggis[train]'"),
    (
        "ray",
        ["arena", "greedy", "random", "--ray", "local"],
        "a cluster needs the library Ray: pip install 'haggis[ray]'",
    ),
    ("ray", ["review", str(GAMES), "--ray", "local"], "a cluster needs the library Ray: pip install 'haggis[ray]'"),
    (
        "matplotlib",
        ["arena", "greedy", "random", "--plot", "plot.png"],
        "a plot needs matplotlib: pip install 'haggis[plot]'",
    ),
    (
        "matplotlib",
        ["ladder", "greedy", "random", "--plot", "plot.png"],
        "a plot needs matplotlib: pip install 'haggis[plot]'",
    ),
]


@pytest.mark.parametrize(("library", "arguments", "sentence"), NEEDS)
def test_a_missing_extra_is_one_sentence(library: str, arguments: list[str], sentence: str) -> None:
    done = python("-c", WITHOUT.format(library=library, arguments=arguments))
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"haggis: {sentence}\n")


def test_a_module_of_ours_that_is_missing_is_not_blamed_on_an_extra() -> None:
    done = python("-c", WITHOUT.format(library="haggis.server.web.app", arguments=["serve"]))
    assert "Traceback" in done.stderr
