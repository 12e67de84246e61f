"""`haggis ladder`: everybody against everybody, and Elo ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import haggis.arena
from haggis.arena import Match

from . import contest, extras, options, tables

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
    ray: extras.Ray = None,
    millis: contest.Millis = None,
    nodes: contest.Nodes = None,
    plot: contest.Plot = None,
    as_json: options.Json = False,
) -> None:
    """Rank players: --rounds (or --games) for every pair, or with --players 3 for every triple."""
    rules = options.ruleset(preset, players, rule)
    common = Match((), rules, 0, whole_games=games is not None, clock=contest.clock(millis, nodes), seed=seed)
    matches = haggis.arena.ladder_matches(names, rules, contest.length(rounds, games), common)
    contest.check_plot(plot)
    workers = contest.workers(jobs, ray, matches)
    with contest.progress(f"{len(matches)} matches", sum(match.length for match in matches)) as hooks:
        ranked = haggis.arena.play_ladder(matches, jobs=workers.jobs, cluster=workers.cluster, hooks=hooks)
    options.print_json(ranked.to_json()) if as_json else _print(ranked)
    if plot:
        haggis.arena.plot_ladder(ranked, plot)
    contest.leave(workers, interrupted=ranked.interrupted)


def _print(ranked: Ladder) -> None:
    tables.show(("player", "Elo", "95 %", "won", "meetings", "faults"), [_row(each) for each in ranked.standings])
    if ranked.interrupted:
        options.out.print("Stopped: this is what was finished.")


def _row(standing: Standing) -> tuple[str, ...]:
    name = f"{standing.name} (cheats)" if standing.cheats else standing.name
    low, high = standing.elo.ci95 or (standing.elo.mean,) * 2
    shares = (f"{standing.won:.1%}", str(standing.meetings), str(standing.faults))
    return (name, f"{standing.elo.mean:.0f}", f"{low:.0f} to {high:.0f}", *shares)
