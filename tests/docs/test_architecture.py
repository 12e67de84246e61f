"""The tables of docs/architecture.md name every module of the server, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
SERVER = ROOT / "src/haggis/server"
ROOMS = {"web", "wire", "tables", "storage"}
NO_MODULES = ROOMS | {"static", "__pycache__", "__init__"}


def modules(folder: Path) -> set[str]:
    found = {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"}
    return found - NO_MODULES


def listed(heading: str) -> set[str]:
    section = TEXT.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_every_module_of_a_room_of_the_server_has_its_line(room: str) -> None:
    assert listed(f"#### `server/{room}/`") == modules(SERVER / room)


def test_the_modules_at_the_bottom_of_the_server_have_theirs() -> None:
    assert listed("#### At the bottom of `server/`") == modules(SERVER)


def test_a_room_s_docstring_names_its_modules() -> None:
    for room in ROOMS:
        docstring = (SERVER / room / "__init__.py").read_text(encoding="utf-8")
        named = {
            name for line in re.findall(r"^- (.*?):", docstring, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)
        }
        extra = set(re.findall(r"`(\w+_commands)`", docstring))
        assert named | extra == modules(SERVER / room), room
