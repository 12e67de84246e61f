"""Files of the command line: JSON lines that are read, and files that are written when the work is done."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TextIO

import typer

from haggis.rules import NotationError


def read_text(file: Path) -> str:
    """The text of a file (`-`: standard input)."""
    from_terminal = str(file) == "-"
    data = sys.stdin.buffer.read() if from_terminal else file.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = "standard input" if from_terminal else file
        raise NotationError(f"{name} is not UTF-8 text: byte 0x{data[error.start]:02x} in line {line}") from error


def read_text_lines(file: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a file that are not blank."""
    found = [(number, line) for number, line in enumerate(read_text(file).splitlines(), 1) if line.strip()]
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


# --- writing: whether a file can be written is known before the work ---


def check_writable(file: Path) -> None:
    """Raise now what writing the file would raise later."""
    is_new = not file.exists()
    file.open("ab").close()
    if is_new:
        file.unlink()


@contextmanager
def opened(file: Path | None, mode: Literal["w", "a"]) -> Iterator[TextIO | None]:
    """The file, if there is one, to be written with `write_now`."""
    if file is None:
        yield None
        return
    lines = file.open(mode, encoding="utf-8")
    try:
        yield lines
    finally:
        with suppress(OSError):  # `write_now` has said so
            lines.close()


def write_now(lines: TextIO, text: str) -> None:
    lines.write(text)
    lines.flush()


@contextmanager
def or_printed(text: str, file: Path) -> Iterator[None]:
    """Around writing the text: if that fails, the text is printed, so that it is not lost."""
    try:
        yield
    except OSError as error:
        typer.echo(text, nl=False)
        raise OSError(error.errno, f"{error.strerror}; what it should hold is printed instead", str(file)) from error
