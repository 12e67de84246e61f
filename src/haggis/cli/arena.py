"""`haggis arena`: a match with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

import haggis.arena
from haggis.arena import Match, Sprt, fill_seats, make_match, play_match
from haggis.rules import Ruleset
from haggis.rules.ruleset import PRESET_PLAYERS
from haggis.rules.sentences import plural

from . import contest, extras, files, options, tables

if TYPE_CHECKING:  # what needs NumPy is imported when it is used
    from haggis.arena import SeatSummary, Summary

Bounds = Annotated[
    tuple[float, float] | None,
    typer.Option(metavar="LOW HIGH", help="Stop once it is clear which of the two the true difference is nearer to."),
]
Players = Annotated[int | None, typer.Option(help="How many at the table, 2 or 3; by default those who are named.")]
Record = Annotated[Path | None, typer.Option("--record", help="Write the record of every game into this file.")]


def arena(  # noqa: PLR0913  # a command's options
    names: contest.Names,
    *,
    rounds: contest.Rounds = None,
    games: contest.Games = None,
    players: Players = None,
    preset: options.Preset = "standard",
    rule: options.Rule = None,
    seed: contest.Seed = 1,
    jobs: contest.Jobs = None,
    ray: extras.Ray = None,
    millis: contest.Millis = None,
    nodes: contest.Nodes = None,
    sprt: Bounds = None,
    record_file: Record = None,
    plot: contest.Plot = None,
    as_json: options.Json = False,
) -> None:
    """A duplicate match: every deal is played with the seats rotated, so that luck cancels.

    With fewer players than seats the last one named takes the seats that are left.
    """
    rules = table_rules(names, players, preset, rule)
    match = make_match(
        fill_seats(names, rules.players),
        rules,
        contest.length(rounds, games),
        whole_games=games is not None,
        clock=contest.clock(millis, nodes),
        seed=seed,
        keep_records=record_file is not None,
    )
    test = Sprt(*sprt) if sprt else None
    contest.check_plot(plot)
    workers = contest.workers(jobs, ray, [match])
    with _records(record_file) as records:
        summary = _play(match, workers, test, records)
    _report(summary, plot, as_json=as_json)
    records.complain(record_file)
    contest.leave(workers, interrupted=summary.result.stopped == "interrupted")


def table_rules(names: list[str], players: int | None, preset: str, rule: list[str] | None) -> Ruleset:
    """The rules for this many players, unless the preset or the user says otherwise."""
    seats = PRESET_PLAYERS.get(preset, ())
    if players is None and len(names) in seats:
        players = len(names)
    return options.ruleset(preset, players, rule)


class _Records:
    """Where the records go. When the file takes no more, the match goes on and the missing ones are counted."""

    def __init__(self, lines: TextIO | None) -> None:
        self._lines = lines
        self._missing = 0
        self._trouble: OSError | None = None

    def write(self, line: str) -> None:
        try:
            if self._lines and not self._trouble:
                files.write_now(self._lines, line)
        except OSError as error:
            self._trouble = error
        self._missing += self._trouble is not None

    def complain(self, file: Path | None) -> None:
        if self._trouble:
            missing = f"{self._trouble.strerror}; {plural(self._missing, 'record')} could not be written"
            raise OSError(self._trouble.errno, missing, str(file))


@contextmanager
def _records(file: Path | None) -> Iterator[_Records]:
    with files.opened(file, "w") as lines:
        yield _Records(lines)


def _play(match: Match, workers: contest.Workers, sprt: Sprt | None, records: _Records) -> Summary:
    with contest.progress(" - ".join(match.names), match.length) as hooks:
        hooks.on_record = records.write
        result = play_match(match, jobs=workers.jobs, cluster=workers.cluster, sprt=sprt, hooks=hooks)
    return haggis.arena.summarise(result)


def _report(summary: Summary, plot: Path | None, *, as_json: bool) -> None:
    options.print_json(summary.to_json()) if as_json else _print(summary)
    if plot:
        haggis.arena.plot_match(summary, plot)


# --- for people ---


def _print(summary: Summary) -> None:
    games = [] if summary.games is None else ["games"]
    titles = ("player", "points", "95 %", "first out", *games, "bets", "ms", "p99", "faults")
    names = summary.result.match.shown_names
    tables.show(titles, [(name, *_cells(seat)) for name, seat in zip(names, summary.seats, strict=True)])
    options.out.print(_verdict(summary), markup=False)
    for seat in summary.seats:
        _print_faults(seat)


def _cells(seat: SeatSummary) -> tuple[str, ...]:
    points = (f"{seat.points.mean:.1f}", seat.points.interval)
    games = [] if seat.games_won is None else [f"{seat.games_won.mean:.1%}"]
    bets = f"+{seat.bets_won} -{seat.bets_lost}"
    times = (f"{seat.ms_mean:.1f}", f"{seat.ms_p99:.0f}")
    return (*points, f"{seat.first_out:.1%}", *games, bets, *times, str(seat.faults))


def _verdict(summary: Summary) -> str:
    result = summary.result
    first, *others = result.match.shown_names
    rounds = plural(summary.rounds, "round")
    played = rounds if summary.games is None else f"{plural(summary.games, 'game')}, {rounds}"
    lines = [
        f"{first} minus {' and '.join(others)}: {summary.difference} points a round",
        f"{played} from {plural(len(result.deals), 'deal')}, seed {result.match.seed}, {result.seconds:.1f} s",
    ]
    if result.sprt:
        lines.append(_test_words(result.sprt, result.verdict))
    if result.stopped == "interrupted":
        lines.append("Stopped: this is what was finished.")
    return "\n".join(lines)


def _test_words(sprt: Sprt, verdict: str | None) -> str:
    accepted = {"low": f"{sprt.low:g} accepted", "high": f"{sprt.high:g} accepted", None: "undecided"}[verdict]
    return f"Is it {sprt.low:g} or {sprt.high:g}? {accepted} (log-likelihood ratio {sprt.llr:.2f})"


def _print_faults(seat: SeatSummary) -> None:
    for reason in seat.reasons:
        options.out.print(f"fault of {seat.name}: {reason}", markup=False)
    if seat.log:
        options.out.print(f"the end of its log:\n{seat.log.rstrip()}", markup=False)
