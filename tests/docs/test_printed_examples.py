"""The commands printed in README and docs do what the text says they print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.main import get_command

from haggis.cli import app

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/*.md"))]


def examples(page: str) -> list[tuple[str, str]]:
    """Every `$ command` of a page's console blocks, with the output printed below it."""
    found = []
    for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command.partition("  #")[0].strip(), output))
    return found


HAGGIS = [(page, *example) for page in PAGES for example in examples(page) if example[0].startswith("haggis ")]
MAKE = {command.split()[1] for page in PAGES for command, _ in examples(page) if command.startswith("make ")}


@pytest.mark.parametrize(("page", "command", "output"), HAGGIS)
def test_a_printed_command_prints_what_the_page_says(page: str, command: str, output: str) -> None:
    arguments = [sys.executable, "-m", "haggis", *shlex.split(command)[1:]]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    if output:
        assert done.stdout == output


def test_readme_shows_commands() -> None:
    assert any(page == "README.md" for page, _, _ in HAGGIS)


def test_readme_lists_every_command() -> None:
    listed = re.findall(r"^\| `haggis (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("target", sorted(MAKE))
def test_a_printed_make_target_exists(target: str) -> None:
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, check=True)


def test_every_module_that_the_pages_run_is_there() -> None:
    for page in PAGES:
        for module in re.findall(
            r"python -m\s+((?:bench|experiments|tests)[\w.]*\w)", (ROOT / page).read_text("utf-8")
        ):
            assert find_spec(module), f"{page} runs {module}"


def test_every_link_between_the_pages_leads_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)[)#]", (ROOT / page).read_text(encoding="utf-8")):
            assert ((ROOT / page).parent / link).exists(), f"{page} links to {link}"
