"""The mark of a deal: from there a part of a ledger can be read without all that came before."""

from __future__ import annotations

from dataclasses import replace

from .events import Created, Dealt, Mark, TableEvent
from .table_state import Promise, Seat, TableState, begin, game_of


def mark_of(state: TableState) -> Mark:
    """Of the deal that comes next."""
    return Mark(round=len(state.promises) + 1, names=state.names, totals=game_of(state).totals)


def mark_of_latest(state: TableState) -> Mark:
    """Of the deal that came last."""
    return Mark(round=len(state.promises), names=state.names, totals=game_of(state).totals)


def check_mark(state: TableState, event: TableEvent) -> None:
    """A mark repeats what the ledger says before it; one that says something else is damage."""
    if isinstance(event, Dealt) and event.mark not in (None, mark_of(state)):
        raise ValueError("a mark that does not fit")


def state_at(table: str, created: Created, dealt: Dealt, mark: Mark) -> TableState:
    """The table just after a deal, as far as its mark tells: enough to say what happens from here on, no more.

    Rounds and promises before it are only counted, and of the seats only the names are known.
    """
    state = begin(table, created, 0)
    begun = state.judge.round.start(state.rules, dealt.deal)
    earlier = (begun,) * (mark.round - 1)
    return replace(
        state,
        seats=tuple(Seat("person", name) for name in mark.names),
        status="playing",
        game=state.judge.game(state.rules, mark.names, earlier, begun, mark.totals),
        promises=(Promise("", ""),) * mark.round,
    )
