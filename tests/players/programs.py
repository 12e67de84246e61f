"""Small bot programs, good and bad, that tests write to files and run; and what must not be left of them."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"

START = """
import json, os, signal, sys, time

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def answer(request, **more):
    seat, view = request["view"]["seat"], request["view"]
    say(json.dumps({"id": request["id"], "action": f"{seat} bet 0"} | more))
"""

LOOP = """
for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        say(json.dumps({"name": "Test", "protocol": "haggis-bot/1"}))
    else:
        misbehave(request)
"""


def documented_bot() -> str:
    """The whole bot that docs/bots.md shows."""
    (source,) = re.findall(r"^```python\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(source)


def bad_bot(body: str, setup: str = "") -> str:
    """A bot that says hello and then does `body` for every request."""
    indented = "\n".join(f"    {line}" for line in body.splitlines())
    return f"{START}\n{setup}\n\ndef misbehave(request):\n{indented}\n{LOOP}"


def command(directory: Path, source: str) -> str:
    """The name under which the arena knows a bot with this source."""
    file = directory / "bot.py"
    file.write_text(source, encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, '-S', '-E', str(file)])}"


def open_files() -> set[str]:
    return {file.name for file in Path("/proc/self/fd").iterdir()}


def children() -> set[int]:
    """The children of this process, dead ones that nobody waited for included."""
    return {pid for pid, (_, parent, _) in processes().items() if parent == os.getpid()}


def of_session(session: int) -> set[int]:
    """The processes of a session that still run."""
    return {pid for pid, (state, _, sid) in processes().items() if sid == session and state not in "ZX"}


def processes() -> dict[int, tuple[str, int, int]]:
    """Every process with its state, its parent and its session."""
    found = {}
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            words = (directory / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        found[int(directory.name)] = (words[0], int(words[1]), int(words[3]))
    return found
