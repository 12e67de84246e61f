"""docs/architecture.md has a line for every module of every folder, and for nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()
CODE = {".py", ".cpp", ".hpp"}
WHOLE = (
    "src/haggis/rules",
    "src/haggis/engine",
    "src/haggis/players",
    "src/haggis/arena",
    "src/haggis/server",
    "native",
)
"""The trees whose folders must all have a table."""
WITHOUT_TABLE = {"src/haggis/server/storage/migrations/versions"}  # one module a change of the database

SECTION = re.compile(r"^#{2,4} `([\w/]+)/`$(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(\w+)` \| (.+) \|$", re.MULTILINE)
TABLES = {name: dict(ROW.findall(text)) for name, text in SECTION.findall(PAGE)}


def _folder(name: str) -> Path:
    return ROOT / name if name.startswith("native") else ROOT / "src/haggis" / name


def _modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir() if path.suffix in CODE and path.stem != "__init__"}


def _folders_with_code() -> list[str]:
    every = [folder for tree in WHOLE for folder in (ROOT / tree, *(ROOT / tree).rglob("*")) if folder.is_dir()]
    names = [folder.relative_to(ROOT).as_posix() for folder in every if _modules(folder)]
    return [name for name in names if name not in WITHOUT_TABLE]


@pytest.mark.parametrize("folder", _folders_with_code())
def test_every_folder_has_a_table(folder: str) -> None:
    assert folder.removeprefix("src/haggis/") in TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_names_just_the_modules_of_its_folder(name: str) -> None:
    assert set(TABLES[name]) == _modules(_folder(name))
