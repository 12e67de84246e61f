"""The folders of native/ use each other in one direction only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
FOLDERS = [
    "support",
    "rules",
    "generator",
    "simulation",
    "evaluation",
    "value",
    "policy",
    "solver",
    "search",
    "learning",
    "bindings",
]


def test_every_folder_has_its_place() -> None:
    assert sorted(FOLDERS) == sorted(folder.name for folder in NATIVE.iterdir() if folder.is_dir())


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_includes_only_what_stands_before_it(folder: str) -> None:
    for file in (NATIVE / folder).glob("*.?pp"):
        used = set(re.findall(r'#include "(\w+)/', file.read_text()))
        assert used <= set(FOLDERS[: FOLDERS.index(folder) + 1]), file.name
