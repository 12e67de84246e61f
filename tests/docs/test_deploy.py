"""What docs and files say about deployment: flags, settings, paths and tests that they name are there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from haggis.cli import app
from haggis.server.configuration import HIDDEN, read_settings
from haggis.server.settings import Settings

ROOT = Path(__file__).parents[2]
FILES = [
    "Containerfile",
    "docs/deploy.md",
    "docs/operations.md",
    *(f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir()),
]
SETTINGS = {f"HAGGIS_{name.upper()}" for name in Settings.model_fields if name not in HIDDEN} | {"HAGGIS_CONFIG"}
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (`.+`) \|$", re.MULTILINE)


def text_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def flags_of(command: str, *names: str) -> set[str]:
    found = get_command(app).commands[command]  # type: ignore[attr-defined]
    for name in names:
        found = found.commands[name]
    return {word for parameter in found.params for word in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.parametrize("file", FILES)
def test_every_flag_and_variable_exists(file: str) -> None:
    text = text_of(file).replace("\\\n", " ")
    for line in re.findall(r"haggis serve ([^\n`]*)", text):
        assert set(re.findall(r"(?<!\S)(--[\w-]+)", line)) <= flags_of("serve"), line
    for name, line in re.findall(r"haggis admin (\w+) ?([^\n`]*)", text):
        assert set(re.findall(r"(?<!\S)(--[\w-]+)", line)) <= flags_of("admin", name), line
    assert set(re.findall(r"\bHAGGIS_[A-Z]\w*", text)) <= SETTINGS


def test_the_settings_can_be_read(tmp_path: Path) -> None:
    settings = read_settings({}, ROOT / "deploy/haggis.toml")
    assert settings.behind_proxy
    assert "haggis.example" in settings.hosts
    everything = tmp_path / "haggis.toml"
    everything.write_text(text_of("deploy/haggis.toml").replace("# database", "database").replace("# redis", "redis"))
    several = read_settings({}, everything)
    assert several.database
    assert several.redis


def test_an_image_gets_every_file_that_it_copies() -> None:
    sent = {line[1:] for line in text_of(".dockerignore").splitlines() if line.startswith("!")}
    for line in re.findall(r"^COPY (?!--from)(.*)$", text_of("Containerfile"), re.MULTILINE):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source in sent, source


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "haggis@8000.service"
    unit.write_text(text_of("deploy/haggis@.service").replace("/opt/haggis/bin/haggis", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "haggis" not in done.stderr, done.stderr


# --- security --------------------------------------------------------------------------------------


def test_every_threat_names_tests_that_exist() -> None:
    rows = ROW.findall(text_of("docs/security.md"))
    assert len(rows) > 30
    for threat, _, shown in rows:
        named = re.findall(r"`([\w/.]+)::(test_\w+)`", shown)
        assert named, threat
        for file, name in named:
            path = ROOT / file if "/" in file else ROOT / "tests/server" / file
            assert re.search(rf"^def {name}\(", path.read_text(encoding="utf-8"), re.MULTILINE), f"{file}::{name}"


def test_every_threat_has_a_test() -> None:
    rows = [line for line in text_of("docs/security.md").splitlines() if line.startswith("| ")]
    headings = [line for line in rows if line == "| threat | what stops it | shown by |"]
    assert len(rows) == len(headings) + len(ROW.findall(text_of("docs/security.md")))
