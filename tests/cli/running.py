"""Runs the `haggis` command in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any


def haggis(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "haggis", *arguments, typed=typed, **environment)


def python(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def printed(*arguments: str, typed: str = "", **environment: str) -> str:
    done = haggis(*arguments, typed=typed, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answer(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--json"))
