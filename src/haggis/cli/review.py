"""`haggis review`: every decision of a game judged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from haggis.rules.words import hint_words
from haggis.study import review as study_review
from haggis.study.budget import Budget
from haggis.study.key_moments import KeyMoment
from haggis.study.replay import Replay
from haggis.study.review import PlayerReview, Review
from haggis.study.review_page import review_page

from . import files, options, tables
from .study_options import File, Millis, Nodes, Partial, Seed, budget, replays

Html = Annotated[Path | None, typer.Option("--html", help="Write the review as one page that needs no network.")]
BARS = "▁▂▃▄▅▆▇█"
HIGHEST = 12.0
"""Points lost that fill a bar."""


def review(  # a command's options
    file: File,
    *,
    nodes: Nodes = None,
    millis: Millis = None,
    seed: Seed = 1,
    html: Html = None,
    partial: Partial = False,
    as_json: options.Json = False,
) -> None:
    """What every decision lost, by what the player could know; average losses, luck, and the moments that cost most."""
    how = budget(nodes, millis, seed)
    games = replays(file, partial=partial)
    if html:
        files.check_writable(html)
    reviews = [_review(game, how) for game in games]
    for game, found in zip(games, reviews, strict=True):
        options.print_json(found.to_json()) if as_json else _print(game, found)
    if html:
        html.write_text(review_page(list(zip(games, reviews, strict=True))), encoding="utf-8")


def _review(game: Replay, how: Budget) -> Review:
    with _bar() as (bar, task):
        return study_review.review(
            game, how, on_progress=lambda told: bar.update(task, completed=told.done, total=told.total)
        )


@contextmanager
def _bar() -> Iterator[tuple[Progress, TaskID]]:
    columns = (TextColumn("Reviewing"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=options.err, transient=True, disable=not options.err.is_terminal) as bar:
        yield bar, bar.add_task("Reviewing", total=None)


# --- for people ---


def _print(game: Replay, found: Review) -> None:
    titles = ("player", "decisions", "lost each", "95 %", "like", "result", "luck", "adjusted")
    tables.show(titles, [(player.name, *_cells(player)) for player in found.players])
    for player in found.players:
        options.out.print(f"{player.name}: {sparkline(found, player.seat)}", markup=False)
    for moment in found.key_moments:
        options.out.print(_moment(game, moment), markup=False)
    options.out.print(_bets(game, found), markup=False)


def _cells(player: PlayerReview) -> tuple[str, ...]:
    interval = player.loss.ci95
    luck = player.luck
    return (
        str(player.decisions),
        f"{player.loss.mean:.2f}",
        "" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}",
        player.level,
        f"{luck.result:+.0f}",
        f"{luck.luck:+.1f}",
        f"{luck.adjusted:+.1f}",
    )


def sparkline(found: Review, seat: int) -> str:
    """A bar for each decision that was no forced one: the higher, the more it lost."""
    lost = [each.judgement.loss for each in found.decisions if each.seat == seat and not each.judgement.forced]
    return "".join(BARS[min(len(BARS) - 1, int(len(BARS) * loss / HIGHEST))] for loss in lost)


def _moment(game: Replay, moment: KeyMoment) -> str:
    names = game.game.names
    where = f"Round {moment.round_number}, action {moment.action}"
    why = " ".join(str(reason.sentence) for reason in moment.reasons)
    lines = (
        f"\n{where}: {names[moment.seat]} loses {moment.loss:.1f} points",
        f"  played {hint_words(moment.played, names)}",
        f"  better {hint_words(moment.best, names)}",
        f"  {why}" if why else "",
        f"  then   {', '.join(str(action) for action in moment.line[1:])}" if moment.line[1:] else "",
    )
    return "\n".join(filter(None, lines))


def _bets(game: Replay, found: Review) -> str:
    wrong = [each for each in found.bets if each.judgement.class_ != "fine"]
    lines = [
        f"  round {each.round_number}, {game.game.names[each.seat]} bet {each.judgement.amount}, better "
        f"{each.judgement.best}: {each.judgement.loss:.1f} points"
        for each in wrong
    ]
    return "\n".join(["\nBets: " + ("" if wrong else "all fine"), *lines])
