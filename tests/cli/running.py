"""Runs the `haggis` command in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


def haggis(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "haggis", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)


def printed(*arguments: str, typed: str = "") -> str:
    done = haggis(*arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answer(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--json"))
