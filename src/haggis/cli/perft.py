"""`haggis perft`: count the sequences of actions of positions, to compare rules with rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from haggis.engine import perft as fast
from haggis.rules import Action, NotationError, Round
from haggis.rules import divide as python_divide
from haggis.rules import perft as python_perft
from haggis.rules.position import read_position

from . import files, options


@dataclass(frozen=True)
class Side:
    """One reading of the rules: how it counts, and how it splits a count by the first action."""

    count: Callable[[Round, int], int]
    divide: Callable[[Round, int], list[tuple[Action, int]]]


NATIVE = Side(fast.perft, fast.divide)
PYTHON = Side(python_perft, python_divide)


def perft(
    file: Annotated[Path, typer.Argument(help="Positions, one JSON object a line; - for standard input.")],
    depth: Annotated[
        int, typer.Option(min=1, max=fast.DEEPEST, help="How deep, where the file gives no counts of its own.")
    ] = 2,
    python: Annotated[bool, typer.Option("--python", help="Count by the rules in Python, not by the engine.")] = False,
    compare: Annotated[bool, typer.Option("--compare", help="Count by both; exit 1 where they differ.")] = False,
    as_json: options.Json = False,
) -> None:
    """Count plays, passes and gives from each position; exit 1 where the file's own counts differ."""
    side, other = (PYTHON, NATIVE) if python else (NATIVE, PYTHON)
    lines = list(files.read_json_lines(file))
    results = [
        _count(number, wire, depth, side, other if compare else None)
        for number, wire in options.with_progress(lines, "Counting")
    ]
    if as_json:
        options.print_json([{key: value for key, value in result.items() if key != "state"} for result in results])
    else:
        _print_table(results, side)
    raise typer.Exit(0 if all(result["ok"] for result in results) else 1)


def _count(number: int, wire: object, depth: int, side: Side, other: Side | None) -> dict[str, Any]:
    """The counts of one line, beside what the file, or else the other side, expects."""
    try:
        state = read_position(wire)
    except ValueError as error:
        raise NotationError(f"line {number}: {error}") from error
    expected = wire.get("perft") if isinstance(wire, dict) else None
    depths = range(1, (len(expected) if isinstance(expected, list) else depth) + 1)
    counts = [side.count(state, d) for d in depths]
    if other and expected in (None, counts):
        expected = [other.count(state, d) for d in depths]
    return {"line": number, "perft": counts, "expected": expected, "ok": expected in (None, counts), "state": state}


def _print_table(results: list[dict[str, Any]], side: Side) -> None:
    for result in results:
        verdict = (
            "" if result["expected"] is None else "  ok" if result["ok"] else f"  DIFFERS from {result['expected']}"
        )
        typer.echo(f"{result['line']}: {' '.join(map(str, result['perft']))}{verdict}")
        if not result["ok"]:
            _print_divide(result["state"], result["perft"], result["expected"], side)


def _print_divide(state: Round, counts: list[int], expected: list[int], side: Side) -> None:
    """The first depth that differs, split by the first action: the place to start looking."""
    depth = next(d for d, pair in enumerate(zip(counts, expected, strict=True), 1) if pair[0] != pair[1])
    options.out.print(f"  divide at depth {depth}:")
    for action, number in side.divide(state, depth):
        options.out.print(f"    {escape(str(action))}: {number}")
