"""Reading files of JSON lines from the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from haggis.rules import NotationError


def read_text_lines(file: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file (`-`: standard input) that are not blank."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{file} is not a text file") from error
    found = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not found:
        raise NotationError(f"{file} is empty")
    yield from found


def read_json_lines(file: Path) -> Iterator[tuple[int, object]]:
    for number, line in read_text_lines(file):
        yield number, parse_json(line, number)


def parse_json(line: str, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"line {number} is not JSON") from error
