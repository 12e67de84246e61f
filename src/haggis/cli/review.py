"""`haggis review`: every decision of a game judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from haggis.ray_cluster import Map
from haggis.rules.words import action_words, reading_name
from haggis.study import review as study_review
from haggis.study.budget import Budget
from haggis.study.key_moments import KeyMoment
from haggis.study.replay import Replay
from haggis.study.review import PlayerReview, Review
from haggis.study.review_page import review_page
from haggis.study.review_words import (
    bars_words,
    best_words,
    bet_words,
    choice_words,
    class_words,
    level_words,
    like_words,
    loss_words,
    luck_head,
    luck_words,
    no_result_words,
    play_words,
    truth_words,
)

from . import extras, files, options, tables
from .card_text import labelled
from .names import with_shown_names
from .study_options import File, Millis, Nodes, Partial, Seed, budget, replays

Html = Annotated[Path | None, typer.Option("--html", help="Write the review as one page that needs no network.")]
BARS = "▁▂▃▄▅▆▇█"
RESULTS = ("result", "luck", "adjusted")
"""Titles of what is known only once a round is finished."""
HIGHEST = 12.0
"""Points lost that fill a bar."""


def review(  # noqa: PLR0913  # a command's options
    file: File,
    *,
    nodes: Nodes = None,
    millis: Millis = None,
    seed: Seed = 1,
    ray: extras.Ray = None,
    html: Html = None,
    partial: Partial = False,
    as_json: options.Json = False,
) -> None:
    """What every decision lost, by what the player could know; average losses, luck, and the moments that cost most.

    What level plays like that is told by losses that were measured with the default --nodes: it compares only at these.
    """
    how = budget(nodes, millis, seed)
    games = replays(file, partial=partial)
    games = games if as_json else list(map(with_shown_names, games))
    if html:
        files.check_writable(html)
    cluster = extras.cluster(ray)
    reviews = [_review(game, how, cluster.map if cluster else map) for game in games]
    for number, (game, found) in enumerate(zip(games, reviews, strict=True), 1):
        if not as_json and len(games) > 1:
            options.out.print(f"\nGame {number}: {' - '.join(game.game.names)}\n", markup=False)
        options.print_json(found.to_json()) if as_json else _print(game, found)
    if html:
        html.write_text(review_page(list(zip(games, reviews, strict=True))), encoding="utf-8")


def _review(game: Replay, how: Budget, run: Map) -> Review:
    with _bar() as (bar, task):
        return study_review.review(
            game, how, on_progress=lambda told: bar.update(task, completed=told.done, total=told.total), run=run
        )


@contextmanager
def _bar() -> Iterator[tuple[Progress, TaskID]]:
    columns = (TextColumn("Reviewing"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=options.err, transient=True, disable=not options.err.is_terminal) as bar:
        yield bar, bar.add_task("Reviewing", total=None)


# --- for people ---


def _print(game: Replay, found: Review) -> None:
    _print_players(found.players, with_results=bool(game.game.finished))
    for player in found.players:
        if not player.level:
            options.out.print(f"{player.name}: {like_words(player)}", markup=False)
    if caution := level_words(found.budget):
        options.out.print(str(caution), markup=False)
    for player in found.players:
        words = class_words(player.classes)
        options.out.print(f"{player.name}: {sparkline(found, player.seat)} {words}", markup=False)
    lucks = [luck_head(len(found.players)), *map(luck_words, found.players), play_words()]
    results = lucks if game.game.finished else [no_result_words()]
    for sentence in results:
        options.out.print(str(sentence), markup=False)
    if found.key_moments:
        options.out.print(f"\n{bars_words()}", markup=False)
    for moment in found.key_moments:
        _print_moment(game, moment)
    options.out.print(_bets(game, found), markup=False)


def _print_players(players: Sequence[PlayerReview], *, with_results: bool) -> None:
    titles = ("player", "decisions", "lost each", "95 %", "like", *(RESULTS if with_results else ()))
    rows = [(*_cells(player), *(_results(player) if with_results else ())) for player in players]
    tables.show(titles, rows)


def _cells(player: PlayerReview) -> tuple[str, ...]:
    interval = player.loss.ci95
    return (
        player.name,
        str(player.decisions),
        f"{player.loss.mean:.2f}",
        "" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}",
        player.level or "too few",
    )


def _results(player: PlayerReview) -> tuple[str, ...]:
    luck = player.luck
    return (f"{luck.result:+.0f}", f"{luck.luck:+.1f}", f"{luck.adjusted:+.1f}")


def sparkline(found: Review, seat: int) -> str:
    """A bar for each decision that was no forced one: the higher, the more it lost."""
    lost = [each.judgement.loss for each in found.decisions if each.seat == seat and not each.judgement.forced]
    return "".join(BARS[min(len(BARS) - 1, int(len(BARS) * loss / HIGHEST))] for loss in lost)


def _print_moment(game: Replay, moment: KeyMoment) -> None:
    """The table as the player saw it, what she did, what was better, why, and what follows."""
    names = game.game.names
    view = game.before(moment.round_number, moment.action).view(moment.seat)
    lost = loss_words(moment.loss, moment.error)
    where = f"Round {moment.round_number}, action {moment.action}"
    options.out.print(f"\n{where}: {names[moment.seat]} loses {lost} points", markup=False)
    for played in view.trick[-1:]:
        options.out.print(labelled(f"  to beat {reading_name(played.combo.reading)} ", played.cards))
    options.out.print(labelled("  hand   ", view.hand))
    options.out.print(f"  played {choice_words(moment.played, names)}", markup=False)
    options.out.print(f"  better {choice_words(moment.best, names)}", markup=False)
    for reason in moment.reasons:
        options.out.print(f"         {reason.sentence}", markup=False)
    if moment.line[1:]:
        line = "; ".join(action_words(action, names) for action in moment.line[1:])
        options.out.print(f"  then   {line}", markup=False)
    if moment.truth:
        options.out.print(f"  {truth_words(moment.truth)} {best_words(moment.truth, names)}", markup=False)


def _bets(game: Replay, found: Review) -> str:
    wrong = [each for each in found.bets if each.judgement.class_ != "fine"]
    lines = [f"  {bet_words(each, game.game.names)}" for each in wrong]
    return "\n".join(["\nBets: " + ("" if wrong else "all fine"), *lines])
