"""`haggis ladder`: everybody against everybody, and Elo ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

import haggis.arena
from haggis.arena import Match

from . import contest, options

if TYPE_CHECKING:  # what needs NumPy is imported when it is used
    from haggis.arena import Ladder, Standing


def ladder(  # noqa: PLR0913  # a command's options
    names: contest.Names,
    *,
    rounds: contest.Rounds = None,
    games: contest.Games = None,
    players: options.Players = None,
    preset: options.Preset = "standard",
    rule: options.Rule = None,
    seed: contest.Seed = 1,
    jobs: contest.Jobs = None,
    millis: contest.Millis = None,
    nodes: contest.Nodes = None,
    plot: contest.Plot = None,
    as_json: options.Json = False,
) -> None:
    """Rank players: --rounds (or --games) for every pair, or with --players 3 for every triple."""
    rules = options.ruleset(preset, players, rule)
    common = Match((), rules, 0, whole_games=games is not None, clock=contest.clock(millis, nodes), seed=seed)
    matches = haggis.arena.ladder_matches(names, rules, contest.sittings(rounds, games), common)
    if plot:
        haggis.arena.check_plot(plot)
    with contest.progress(f"{len(matches)} matches", sum(match.sittings for match in matches)) as hooks:
        ranked = haggis.arena.play_ladder(matches, jobs=contest.processes(jobs), hooks=hooks)
    if plot:
        haggis.arena.plot_ladder(ranked, plot)
    options.print_json(ranked.to_json()) if as_json else options.out.print(_table(ranked))
    contest.leave(interrupted=ranked.interrupted)


def _table(ranked: Ladder) -> Table:
    caption = "Stopped: this is what was finished." if ranked.interrupted else None
    table = Table("player", "Elo", "95 % interval", "won", "meetings", "faults", caption=caption)
    for standing in ranked.standings:
        table.add_row(*_row(standing))
    return table


def _row(standing: Standing) -> tuple[str, ...]:
    name = f"{standing.name} (cheats)" if standing.cheats else standing.name
    low, high = standing.elo.ci95 or (standing.elo.mean,) * 2
    shares = (f"{standing.won:.1%}", str(standing.meetings), str(standing.faults))
    return (escape(name), f"{standing.elo.mean:.0f}", f"{low:.0f} to {high:.0f}", *shares)
