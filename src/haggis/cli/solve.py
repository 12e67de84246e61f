"""`haggis solve`: the best play of positions with all cards on the table, proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from haggis.engine.solve import MOST_NODES, MOST_SECONDS, Solution
from haggis.engine.solve import solve as solved
from haggis.rules import NotationError, Round
from haggis.rules.position import read_position, write_position

from . import files, options
from .names import shown_names
from .study_options import replay_of

SEATS = tuple(f"seat {seat}" for seat in range(3))


def solve(
    file: Annotated[Path, typer.Argument(help="Positions, one JSON object a line; - for standard input.")],
    millis: Annotated[
        int, typer.Option(min=0, max=1000 * MOST_SECONDS, help="Most time for a position; 0: no limit.")
    ] = 10_000,
    nodes: Annotated[int, typer.Option(min=0, max=MOST_NODES, help="Most positions to look at; 0: no limit.")] = 0,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Of a game record: which round.")] = None,
    action: Annotated[int | None, typer.Option("--action", min=1, help="... and before which of its actions.")] = None,
    game: Annotated[int | None, typer.Option("--game", min=1, help="... of which game of the file; the first.")] = None,
    as_json: options.Json = False,
) -> None:
    """Best play, value and line of each position, or what could be proven within the limits.

    The file may hold game records instead: say with --round and --action (and --game), from 1, which moment is meant.
    """
    for number, wire, names in _positions(file, round_number, action, game):
        state, solution = _solve(number, wire, millis, nodes)
        if as_json:
            options.print_json({"line": number} | _told(solution))
        else:
            typer.echo(f"{number}: {_sentence(state, names, solution, _limits(millis, nodes, solution.nodes))}")


def _positions(
    file: Path, round_number: int | None, action: int | None, game: int | None
) -> Iterator[tuple[int, object, Sequence[str]]]:
    """The positions of a file, or a moment of one of its games; each with what the seats are called."""
    if round_number is None and action is None and game is None:
        yield from ((number, wire, SEATS) for number, wire in files.read_json_lines(file))
    elif round_number is None or action is None:
        raise NotationError("a moment of a game is said with --round and --action")
    else:
        number = game or 1
        moment = replay_of(file, number).before(round_number, action)
        yield number, write_position(moment.state), shown_names(moment.game.names)


def _solve(number: int, wire: object, millis: int, nodes: int) -> tuple[Round, Solution]:
    try:
        state = read_position(wire)
        return state, solved(state, nodes=nodes, seconds=millis / 1000)
    except ValueError as error:
        raise NotationError(f"line {number}: {error}") from error


def _told(solution: Solution) -> dict[str, Any]:
    return {
        "solved": solution.solved,
        "rivals": list(solution.rivals),
        "value": solution.value,
        "lower": solution.lower,
        "upper": solution.upper,
        "best": None if solution.action is None else str(solution.action),
        "play": [str(action) for action in solution.line],
        "nodes": solution.nodes,
    }


def _sentence(state: Round, names: Sequence[str], solution: Solution, limits: str) -> str:
    rivals = solution.rivals
    name = names[state.turn]
    rival = names[rivals[0] if state.turn == rivals[1] else rivals[1]]
    lower, upper = solution.bounds_for(state.turn)
    if not solution.solved:
        best = f"; {solution.action} makes sure of {lower:+}" if solution.action else ""
        return f"not solved within {limits}: {name} ends between {lower:+} and {upper:+} against {rival}{best}"
    line = "\n".join(f"    {action}" for action in solution.line)
    return f"{solution.action}: {name} ends {lower:+} against {rival} ({solution.nodes:,} nodes)\n{line}"


def _limits(millis: int, nodes: int, spent: int) -> str:
    return f"{nodes:,} nodes" if nodes and spent >= nodes else f"{millis:,} ms ({spent:,} nodes)"
