"""`haggis perft`: count the sequences of actions of positions, to compare rules with rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import track

from haggis.rules import NotationError, Round, divide
from haggis.rules import perft as count
from haggis.rules.position import read_position

from . import files, options


def perft(
    file: Annotated[Path, typer.Argument(help="Positions, one JSON object a line; - for standard input.")],
    depth: Annotated[int, typer.Option(min=1, help="How deep, where the file gives no counts of its own.")] = 2,
    as_json: options.Json = False,
) -> None:
    """Count plays, passes and gives from each position; exit 1 where the file's own counts differ."""
    lines = list(files.read_json_lines(file))
    results = [
        _count(number, wire, depth) for number, wire in track(lines, "Counting", console=options.err, transient=True)
    ]
    if as_json:
        options.print_json([{key: value for key, value in result.items() if key != "state"} for result in results])
    else:
        _print_table(results)
    raise typer.Exit(0 if all(result["ok"] for result in results) else 1)


def _count(number: int, wire: object, depth: int) -> dict[str, Any]:
    try:
        state = read_position(wire)
    except ValueError as error:
        raise NotationError(f"line {number}: {error}") from error
    expected = wire.get("perft") if isinstance(wire, dict) else None
    depths = len(expected) if isinstance(expected, list) else depth
    counts = [count(state, d) for d in range(1, depths + 1)]
    return {"line": number, "perft": counts, "expected": expected, "ok": expected in (None, counts), "state": state}


def _print_table(results: list[dict[str, Any]]) -> None:
    for result in results:
        verdict = (
            "" if result["expected"] is None else "  ok" if result["ok"] else f"  DIFFERS from {result['expected']}"
        )
        typer.echo(f"{result['line']}: {' '.join(map(str, result['perft']))}{verdict}")
        if not result["ok"]:
            _print_divide(result["state"], result["perft"], result["expected"])


def _print_divide(state: Round, counts: list[int], expected: list[int]) -> None:
    """The first depth that differs, split by the first action: the place to start looking."""
    depth = next(d for d, pair in enumerate(zip(counts, expected, strict=True), 1) if pair[0] != pair[1])
    options.out.print(f"  divide at depth {depth}:")
    for action, number in divide(state, depth):
        options.out.print(f"    {escape(str(action))}: {number}")
