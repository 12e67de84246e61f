"""Matches between players, and an honest account of them: duplicate deals, intervals, ladders.

>>> from haggis import preset
>>> from haggis.arena import make_match, play_match, summarise
>>> summary = summarise(play_match(make_match(("greedy", "random"), preset("standard"), 4, seed=1)))
>>> summary.rounds, [seat.name for seat in summary.seats]
(4, ['greedy', 'random'])

(With `jobs` above 1 a script needs the usual `if __name__ == "__main__":` of multiprocessing.)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ladder import Ladder, Standing, ladder_matches, play_ladder, rank
    from .match import BadMatch, Match, fill_seats, make_match
    from .plots import plot_ladder, plot_match
    from .run import Hooks, MatchResult, all_cores, play_match
    from .sprt import BadTest, Sprt
    from .statistics import Estimate
    from .summary import SeatSummary, Summary, summarise
    from .tally import DealResult, Tally
    from .workers import ArenaFailed

__all__ = [
    "ArenaFailed",
    "BadMatch",
    "BadTest",
    "DealResult",
    "Estimate",
    "Hooks",
    "Ladder",
    "Match",
    "MatchResult",
    "SeatSummary",
    "Sprt",
    "Standing",
    "Summary",
    "Tally",
    "all_cores",
    "fill_seats",
    "ladder_matches",
    "make_match",
    "play_ladder",
    "play_match",
    "plot_ladder",
    "plot_match",
    "rank",
    "summarise",
]

_HOMES = {
    "workers": ("ArenaFailed",),
    "ladder": ("Ladder", "Standing", "ladder_matches", "play_ladder", "rank"),
    "match": ("BadMatch", "Match", "fill_seats", "make_match"),
    "plots": ("plot_ladder", "plot_match"),
    "run": ("Hooks", "MatchResult", "all_cores", "play_match"),
    "sprt": ("BadTest", "Sprt"),
    "statistics": ("Estimate",),
    "summary": ("SeatSummary", "Summary", "summarise"),
    "tally": ("DealResult", "Tally"),
}


def __getattr__(name: str) -> Any:
    """Each name comes with its module when it is first used: half of them need NumPy, workers need none."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
