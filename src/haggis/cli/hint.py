"""`haggis hint`: what a strong player would do at a moment of a game, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from haggis.study.hint import Hint, hint_at
from haggis.study.replay import Replay
from haggis.study.review_words import choice_words, error_bar

from . import options, tables
from .names import with_shown_names
from .study_options import File, Millis, Nodes, Seed, budget, replay_of


def hint(  # noqa: PLR0913  # a command's options
    file: File,
    *,
    round_number: Annotated[int, typer.Option("--round", min=1, help="Which round.")],
    action: Annotated[int, typer.Option("--action", min=1, help="The decision before this action of the round.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    nodes: Nodes = None,
    millis: Millis = None,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """The best actions before an action of a game, the best first, with reasons; rounds and actions count from 1."""
    played = replay_of(file, game)
    played = played if as_json else with_shown_names(played)
    found = hint_at(played, round_number, action, budget(nodes, millis, seed))
    options.print_json(found.to_json()) if as_json else _print(played, found)


def _print(game: Replay, found: Hint) -> None:
    names = game.game.names
    rows = [
        (
            choice_words(each.action, names),
            f"{each.points:+.1f}",
            error_bar(each.error),
            f"{each.first_out:.0%}",
        )
        for each in found.candidates
    ]
    tables.show(("action", "points", "± 95 %", "first out"), rows)
    for bet in found.bets:
        pays = "pays" if bet.pays else "does not pay"
        options.out.print(f"A bet of {bet.bet.amount} {pays}: won with {bet.chance:.0%}, {bet.gain:+.1f} points")
    for reason in found.reasons:
        options.out.print(str(reason.sentence), markup=False)
