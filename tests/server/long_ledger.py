"""A long game between bots, as lines of a ledger: made in memory, written to a database by whoever needs it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from haggis.players import AS_IT_LIKES
from haggis.players.greedy import Greedy
from haggis.players.host import ask_turn
from haggis.rules import preset
from haggis.server.storage.database import Line
from haggis.server.tables.events import Acted, Created, Plan, TableEvent
from haggis.server.tables.ledger import lines_of
from haggis.server.tables.marks import mark_of
from haggis.server.tables.new_table import SeatChoice, first_events
from haggis.server.tables.play_commands import dealt_event
from haggis.server.tables.table_state import TableState, begin, fold_unchecked, game_of

SEATS = [SeatChoice("me"), SeatChoice("bot", "greedy")]


def plan_of_rounds(rounds: int) -> Plan:
    """A game of two."""
    return Plan(
        rules=preset("standard", players=2, rounds=rounds).to_json(),
        players=2,
        public=True,
        takeback=True,
        hints=True,
        unseen=True,
        move_seconds=None,
        pace=0,
    )


def long_ledger(events: int, rounds: int = 200) -> list[Line]:
    told = first_events(Created(plan=plan_of_rounds(rounds), host="p_nobody", reserved=(None, None)), SEATS, "Ann")
    assert isinstance(told[0], Created)
    state = begin("", told[0], 0)
    for event in told[1:]:
        state = fold_unchecked(state, event, 0)
    while len(told) < events and state.status == "playing":
        told.append(next_event(state))
        state = fold_unchecked(state, told[-1], 0)
    return lines_of(told, 1, 1_760_000_000_000)


def next_event(state: TableState) -> TableEvent:
    """What the game needs: a deal, or an action."""
    if state.round is None:
        dealt = game_of(state).deal(random.Random(state.seq)).last_round
        assert dealt
        return dealt_event(dealt.deal, mark=mark_of(state))
    game = game_of(state)
    answer = ask_turn(Greedy(), game.view(state.round.turn), AS_IT_LIKES, game.verify)
    return Acted(action=answer.action, by="bot")


def without_marks(lines: Sequence[Line]) -> list[Line]:
    """As they were stored before there were marks."""
    bodies = [json.loads(line.body) for line in lines]
    for body in bodies:
        body.pop("mark", None)
    pairs = zip(lines, bodies, strict=True)
    return [line._replace(body=json.dumps(body, separators=(",", ":"))) for line, body in pairs]


def write_ledger(data: Path, table: str, lines: list[Line]) -> None:
    """Into a database that a server has made before."""
    with sqlite3.connect(data / "haggis.sqlite3") as file:
        rows = [(table, line.seq, line.at, line.body, line.client) for line in lines]
        file.executemany("INSERT INTO events (table_id, seq, at, body, client) VALUES (?, ?, ?, ?, ?)", rows)
    file.close()
