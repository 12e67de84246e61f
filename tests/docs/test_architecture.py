"""docs/architecture.md has a line for every module of every folder, and names nothing that isn't there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
TREES = ("rules", "shuffle", "engine", "players", "arena", "learning", "study", "server", "native")
CODE = {".py", ".cpp", ".hpp"}
SECTION = re.compile(r"^#{2,4} `([\w/]+)/`$(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
TABLES = {name: set(ROW.findall(text)) for name, text in SECTION.findall(PAGE)}
WEB_FILE = re.compile(r"[\w/*]+\.(?:svelte\.ts|svelte|ts)\b")
WEB_ROW = re.compile(r"^\| `([\w.]+)/?` \|", re.MULTILINE)
ROOMS = ("web", "wire", "study", "tables", "storage")


def _path(folder: str) -> Path:
    return ROOT / folder if folder.startswith("native") else ROOT / "src/haggis" / folder


def _holds_code(path: Path) -> bool:
    return path.is_dir() and any(inside.suffix in CODE for inside in path.iterdir())


def _modules(folder: str) -> set[str]:
    """The files of code in a folder, and the folders inside that have no table of their own."""
    inside = list(_path(folder).iterdir())
    files = {path.stem for path in inside if path.suffix in CODE and path.stem != "__init__"}
    return files | {path.name for path in inside if _holds_code(path) and f"{folder}/{path.name}" not in TABLES}


@pytest.mark.parametrize("tree", TREES)
def test_every_tree_has_a_table(tree: str) -> None:
    assert [name for name in TABLES if name == tree or name.startswith(f"{tree}/")]


@pytest.mark.parametrize("folder", TABLES)
def test_a_table_names_just_the_modules_of_its_folder(folder: str) -> None:
    assert TABLES[folder] == _modules(folder)


def test_every_folder_of_the_engine_has_a_table() -> None:
    folders = {f"native/{path.name}" for path in (ROOT / "native").iterdir() if _holds_code(path)}
    assert folders <= set(TABLES)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_s_docstring_names_its_modules(room: str) -> None:
    docstring = (_path(f"server/{room}") / "__init__.py").read_text(encoding="utf-8")
    assert {name for name in _modules(f"server/{room}") if f"`{name}`" not in docstring} == set()


def test_every_path_of_the_page_is_there() -> None:
    rows = WEB_ROW.findall(PAGE.partition("### The page")[2].partition("\n#")[0])
    named = {path.removeprefix("page/src/") for path in (*WEB_FILE.findall(PAGE), *rows)}
    assert {"table/ActionBar.svelte", "state"} <= named
    assert {path for path in named if not list((ROOT / "page/src").glob(path))} == set()


def test_every_file_that_answers_a_newcomer_is_there() -> None:
    answers = PAGE.partition("A newcomer's questions:")[2].partition("\n#")[0]
    files = re.findall(r"`([\w./]+\.\w+)`", answers)
    assert len(files) > 15
    assert [file for file in files if not (ROOT / file).is_file()] == []
