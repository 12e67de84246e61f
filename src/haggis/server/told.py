"""What everybody is told about an entry of the ledger: the same for all seats and spectators.

So nothing here may depend on hidden cards: of a deal only who deals, who leads and the commitment.
"""

from __future__ import annotations

from typing import Any, cast

from haggis.rules import Action, Bet, Event, GameWon, Give, Pass, Play, RoundScored, TrickTaken, WentOut
from haggis.rules.words import action_words, event_words, reading_name

from .entries import (
    Acted,
    BotSat,
    Claimed,
    Closed,
    Created,
    Dealt,
    Entry,
    Handed,
    Left,
    Named,
    Ready,
    Rematch,
    Returned,
    Sat,
    Started,
    TakenBack,
)
from .shapes import EventShape
from .sitting import Sitting, playing

Told = tuple[dict[str, Any], list[str]]


def tell(entry: Entry, before: Sitting, after: Sitting, at: int) -> EventShape:
    """The event as it goes out; `before` and `after` are the table on either side of it."""
    fields, words = _told(entry, before, after)
    event = {"seq": after.seq, "at": at, "kind": entry.kind} | fields | {"words": words}
    return cast(EventShape, event)


def _told(entry: Entry, before: Sitting, after: Sitting) -> Told:
    match entry:
        case Acted():
            return _acted(entry, after)
        case Dealt():
            return _dealt(entry, after)
        case TakenBack(seat=seat, actions=actions):
            return {"seat": seat, "actions": actions}, [f"{after.names[seat]} takes an action back"]
        case Ready(seat=seat):
            return {"seat": seat}, []
        case Created():
            return {}, ["A new table"]
        case Started():
            return {}, [f"The game begins ({after.rules.describe_end()})"]
        case Closed():
            return {}, ["The table is closed"]
        case Rematch(table=table, seat=seat):
            return {"table": table, "seat": seat}, [f"{after.names[seat]} asks for a rematch"]
        case _:
            return _reseated(entry, before, after)


def _reseated(
    entry: Sat | BotSat | Left | Handed | Returned | Claimed | Named, before: Sitting, after: Sitting
) -> Told:
    seat = entry.seat
    old, new = before.names[seat], after.names[seat]
    match entry:
        case Sat():
            return {"seat": seat, "name": new, "bot": False}, [f"{new} sits down"]
        case BotSat(level=level):
            return {"kind": "sat", "seat": seat, "name": new, "bot": True, "level": level}, [f"{new} sits down"]
        case Left():
            return {"seat": seat, "name": old}, [f"{old} leaves"]
        case Handed(level=level, by=by):
            return {"seat": seat, "name": new, "level": level, "by": by}, [f"{new} plays on for {old}"]
        case Returned():
            return {"seat": seat, "name": new}, [f"{new} is back"]
        case Claimed():
            return {"seat": seat}, []
        case Named():
            return {"seat": seat, "name": new}, [f"{old} is now called {new}"]


def _dealt(entry: Dealt, after: Sitting) -> Told:
    number = len(after.promises)
    fields = {
        "round": number,
        "dealer": entry.dealer,
        "lead": entry.lead,
        "commitment": after.promises[-1].commitment,
    }
    return fields, [f"Round {number}: {after.names[entry.dealer]} deals, {after.names[entry.lead]} leads"]


def _acted(entry: Acted, after: Sitting) -> Told:
    game = playing(after)
    if game.last_round is None:
        raise ValueError("an action needs a round")
    action = game.last_round.actions[-1]
    then = [_caused(event) | {"words": event_words(event, after.names)} for event in game.events]
    late = [f"{after.names[action.seat]}'s time ran out"] if entry.by == "clock" else []
    words = [action_words(action, after.names), *late, *(str(event["words"]) for event in then)]
    return action_fields(action) | {"seat": action.seat, "by": entry.by, "then": then}, words


def action_fields(action: Action) -> dict[str, Any]:
    """An action in the wire's fields, without its seat."""
    match action:
        case Play(_, cards, reading) if reading is not None:
            named = {"reading": str(reading), "reading_words": reading_name(reading), "bomb": reading.is_bomb}
            return {"type": "play", "cards": str(cards)} | named
        case Bet(_, amount):
            return {"type": "bet", "amount": amount}
        case Give(_, to):
            return {"type": "give", "to": to}
        case Pass():
            return {"type": "pass"}
    raise ValueError("a play without a reading is not in the ledger")


def _caused(event: Event) -> dict[str, Any]:
    match event:
        case TrickTaken(winner, captor, cards, points):
            return {"kind": "trick", "winner": winner, "captor": captor, "cards": cards, "points": points}
        case WentOut(seat, place, most, holder):
            return {"kind": "out", "seat": seat, "place": place, "most": most, "holder": holder}
        case RoundScored():
            return {"kind": "scored"}
        case GameWon(seat, totals):
            return {"kind": "won", "seat": seat, "totals": list(totals)}
