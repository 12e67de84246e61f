"""A game of two people in which, round after round, everything happens that can happen at a table."""

from __future__ import annotations

from haggis.server.storage.database import Line
from haggis.server.tables.events import (
    BotSat,
    Claimed,
    Created,
    Handed,
    Left,
    Named,
    Ready,
    Relinked,
    Rematch,
    Removed,
    Replaced,
    Returned,
    Sat,
    Shared,
    Shuffling,
    Started,
    Swapped,
    TableEvent,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from haggis.server.tables.ledger import lines_of
from haggis.server.tables.play_commands import deal
from haggis.server.tables.table_state import TableState, begin, fold
from haggis.shuffle.derivation import share_commitment

from .long_ledger import next_event, plan_of_rounds

SHARE = "5f" * 32


class _Teller:
    """Tells events one after the other; each must follow from those before it."""

    def __init__(self, created: Created) -> None:
        self.told: list[TableEvent] = [created]
        self.state: TableState = begin("", created, 0)

    def tell(self, *events: TableEvent) -> None:
        for event in events:
            self.told.append(event)
            self.state = fold(self.state, event, 0)

    def act(self, times: int) -> None:
        """So many actions, if the round has as many."""
        for _ in range(times):
            if self.state.round:
                self.tell(next_event(self.state))


def eventful_ledger(rounds: int) -> list[Line]:
    teller = _Teller(Created(plan=plan_of_rounds(rounds), host="p_ann", reserved=(None, None)))
    _sit_down(teller)
    while teller.state.status == "playing":  # one round more if these end in a tie
        teller.tell(deal(teller.state))
        _play_round(teller)
        if teller.state.between_rounds:
            teller.tell(Ready(seat=0), Ready(seat=1))
    teller.tell(Rematch(table="R" * 16, seat=1))
    return lines_of(teller.told, 1, 1_760_000_000_000)


def _sit_down(teller: _Teller) -> None:
    """Both promise a share, one gives it."""
    share = share_commitment(SHARE)
    teller.tell(
        Sat(seat=0, player="p_eve", name="Eve"),
        Left(seat=0),
        BotSat(seat=1, level="greedy", name="Hamish"),
        Removed(seat=1),
        Sat(seat=1, player="p_ann", name="Ann", share=share),
        Sat(seat=0, player="p_bob", name="Bob", share=share_commitment("0" * 64)),
        Swapped(seat=0, other=1),
        Started(),
        Shuffling(last_secret=SHARE),
        Shared(seat=0, share=SHARE),
    )


def _play_round(teller: _Teller) -> None:
    number = len(teller.state.promises)
    teller.tell(Named(seat=0, name=f"Ann {number}"), Relinked(seat=1, player="p_bob"))
    teller.tell(Claimed(seat=1, player=f"p_phone{number}"))
    teller.act(2)
    teller.tell(Left(seat=1), Handed(seat=1, level="greedy", name="Hamish", by=0))
    teller.act(2)
    teller.tell(Returned(seat=1, name=f"Bob {number}"))
    _take_back(teller)
    teller.act(2)
    teller.tell(Replaced(seat=1, level="greedy", name="Isla", by=0))
    teller.act(1000)


def _take_back(teller: _Teller) -> None:
    playing = teller.state.round
    assert playing
    actions = len(playing.actions) - 1
    teller.tell(TakeBackAsked(seat=0, actions=actions), TakeBackAgreed(seat=1), TakenBack(seat=0, actions=actions))
    teller.act(1)
    teller.tell(TakeBackAsked(seat=1, actions=actions), TakeBackRefused(seat=0))
