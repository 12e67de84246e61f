"""`haggis puzzle`: positions in which one play is clearly best."""

from __future__ import annotations

import datetime
import json
import secrets
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.markup import escape

from haggis.rules import Action, HaggisError, NotationError, Play, parse_action
from haggis.study.puzzle_answers import Outcome, outcome_of
from haggis.study.puzzle_progress import PuzzleProgress
from haggis.study.puzzles import KINDS, Puzzle, all_puzzles, puzzle_of_the_day
from haggis.study.puzzles import puzzle as puzzle_named
from haggis.study.reasons import reasons
from haggis.study.review_words import choice_words

from . import files, options
from .card_text import labelled, show_table

TASKS = {
    "open": "All cards are known. Which play ends best, with best play of both? Proved by solving every play.",
    "hidden": "The other hand is hidden. Which play guarantees most against one who sees all? Proved over every deal.",
    "opening": "The round has just begun. Which play is best by far? Found by long searches, not proved.",
}
MEANINGS = {"open": "in the end", "hidden": "on average with open cards", "opening": "expected"}
"""Of a puzzle's points."""
HELP = "Type cards (3r 4r J, or 3r J Q as 3x1:3), pass, moves for all plays, or quit."
Name = Annotated[str | None, typer.Argument(help="A puzzle's name; without it the puzzle of the day, then others.")]
Kind = Annotated[str | None, typer.Option(help=f"Only this kind: {', '.join(KINDS)}.")]
Answer = Annotated[str | None, typer.Option(help="Your play, instead of being asked: '3r 4r J as 1x3:5', 'pass'.")]
Kept = Annotated[Path | None, typer.Option("--progress", help="Where your rating is kept.")]


def puzzle(  # a command's options
    name: Name = None,
    *,
    kind: Kind = None,
    answer: Answer = None,
    day: Annotated[bool, typer.Option("--day", help="The puzzle of the day, even if it was tried.")] = False,
    show: Annotated[bool, typer.Option("--list", help="List all puzzles.")] = False,
    kept: Kept = None,
    as_json: options.Json = False,
) -> None:
    """Solve a puzzle: the puzzle of the day first, then others of about your rating."""
    if show:
        return _list(as_json=as_json)
    file = kept or Path(typer.get_app_dir("haggis")) / "puzzles.json"
    progress = _read(file)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    chosen = _chosen(name, kind, progress, today, day=day)
    if as_json and answer is None:
        return options.print_json(chosen.question_json())
    given = _asked(chosen) if answer is None else _understood(answer, chosen)
    if given is None:
        return None
    solved = chosen.is_solved_by(given)
    progress = progress.after_answer(chosen, today, solved=solved)
    _write(file, progress)
    yours = None if solved else outcome_of(chosen, given)
    if as_json:
        told = {"yours": yours and yours.to_json(), "progress": progress.to_json()}
        return options.print_json({"puzzle": chosen.to_json(), "solved": solved} | told)
    return _tell(chosen, given, yours, progress, solved=solved)


def _chosen(name: str | None, kind: str | None, progress: PuzzleProgress, today: datetime.date, *, day: bool) -> Puzzle:
    if name is not None:
        return puzzle_named(name)
    daily = puzzle_of_the_day(today)
    if day or (kind is None and progress.counts(daily, today)):
        return daily
    wanted = next((each for each in KINDS if each == kind), None)
    if kind is not None and wanted is None:
        raise HaggisError(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")
    return progress.next_puzzle(Random(secrets.randbits(62)), wanted)


def _read(file: Path) -> PuzzleProgress:
    if not file.exists():
        return PuzzleProgress()
    try:
        return PuzzleProgress.from_json(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"{file} does not hold your progress; delete it to begin anew") from error


def _write(file: Path, progress: PuzzleProgress) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(progress.to_json()) + "\n"
    with files.or_printed(text, file):
        file.write_text(text, encoding="utf-8")


def _list(*, as_json: bool) -> None:
    for each in all_puzzles():
        told = {"name": each.name, "kind": each.kind, "rating": each.rating, "fails": each.fails}
        options.print_json(told) if as_json else typer.echo("  ".join(map(str, told.values())))


# --- asking and telling ---


def _show(chosen: Puzzle) -> None:
    options.out.print(f"[bold]Puzzle {chosen.name}[/bold], {chosen.kind}, rating {chosen.rating}")
    options.out.print(TASKS[chosen.kind])
    view = chosen.view
    show_table(view)
    for seat, hand in enumerate(chosen.state.hands):
        if chosen.kind == "open" and seat != view.seat and hand:
            options.out.print(labelled(f"{view.names[seat]} holds: ", hand))
    if chosen.kind == "hidden":
        options.out.print(labelled("Unseen, in the other hand or the haggis: ", view.unseen))
    for seat, bet in enumerate(view.bets):
        if bet:
            options.out.print(f"{view.names[seat]} has bet {bet}")


def _asked(chosen: Puzzle) -> Action | None:
    """What the person plays; None if she has had enough."""
    _show(chosen)
    options.out.print(HELP)
    while True:
        try:
            typed = options.out.input("[bold]> [/bold]").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if typed in ("q", "quit", "exit"):
            return None
        if not typed:
            continue
        if typed == "moves":
            for action in chosen.view.legal_actions():
                options.out.print(f"  {action.combo if isinstance(action, Play) else 'pass'}", markup=False)
            continue
        try:
            return _understood(typed, chosen)
        except HaggisError as error:
            options.out.print(f"  [red]{escape(str(error))}[/red]")


def _understood(typed: str, chosen: Puzzle) -> Action:
    words = typed if typed.split()[:1] in (["pass"], ["play"]) else f"play {typed}"
    return chosen.state.verify(parse_action(f"{chosen.view.seat} {words}"))


def _tell(chosen: Puzzle, given: Action, yours: Outcome | None, progress: PuzzleProgress, *, solved: bool) -> None:
    names = chosen.view.names
    options.out.print("[green]Right.[/green]" if solved else "[red]No.[/red]")
    points = f"{chosen.points:+g} points {MEANINGS[chosen.kind]}; the next best {chosen.second:+g}"
    options.out.print(f"{choice_words(chosen.solution, names)}: {points}", markup=False)
    if yours:
        options.out.print(f"Yours, {choice_words(given, names)}: {_outcome_words(yours, chosen)}", markup=False)
    for reason in reasons(chosen.view, chosen.solution):
        options.out.print(str(reason.sentence), markup=False)
    row = f"{progress.streak} in a row, best {progress.best_streak}"
    options.out.print(f"Your rating: {progress.rating:.0f} ({row}; puzzle of the day: {progress.days} days in a row)")


def _outcome_words(yours: Outcome, chosen: Puzzle) -> str:
    """Of what is not exact only how much worse it is, with its error bar."""
    if yours.error:
        return f"{yours.behind:.1f} ± {2 * yours.error:.1f} points worse"
    return f"{round(yours.points, 2):+g} points {MEANINGS[chosen.kind]}"
