"""`haggis verify`: replay game records and compute every score anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from haggis.rules import BadRecord, Game, NotationError, record
from haggis.rules.sentences import plural

from . import files, options


def verify(
    file: Annotated[Path, typer.Argument(help="Game records, one JSON object a line; - for standard input.")],
    as_json: options.Json = False,
) -> None:
    """Replay games and compute every score anew; exit 1 at the first game that doesn't hold, and say why."""
    games: list[Game] = []
    bad: dict[str, Any] | None = None
    lines = list(files.read_text_lines(file))
    for place, (number, line) in enumerate(options.with_progress(lines, "Replaying"), 1):
        try:
            games.append(record.read(files.parse_json(line, number)))
        except (BadRecord, NotationError) as error:
            bad = _describe(place, error)
            break
    _report(games, bad, as_json=as_json)
    raise typer.Exit(0 if bad is None else 1)


def _describe(place: int, error: BadRecord | NotationError) -> dict[str, Any]:
    where = {"game": place, "sentence": str(error)}
    if isinstance(error, BadRecord):
        where |= {"round": error.round_number, "action": error.action_number, "reason": error.reason}
    return where


def _report(games: list[Game], bad: dict[str, Any] | None, *, as_json: bool) -> None:
    rounds = [played for game in games for played in (*game.finished, *([game.round] if game.round else []))]
    actions = sum(len(played.actions) for played in rounds)
    if as_json:
        counts = {"games": len(games), "rounds": len(rounds), "actions": actions}
        options.print_json({"ok": bad is None, **counts, "first_bad": bad})
    elif bad:
        options.err.print(f"game {bad['game']} does not hold: {bad['sentence']}", markup=False)
    else:
        counted = (plural(len(games), "game"), plural(len(rounds), "round"), plural(actions, "action"))
        typer.echo(f"Every game holds: {', '.join(counted)}.")
