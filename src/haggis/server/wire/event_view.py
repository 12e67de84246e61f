"""What happened at a table, as everybody may see it: the same for all seats and spectators.

So nothing here may depend on hidden cards: of a deal only who deals, who leads and the commitment.
"""

from __future__ import annotations

from collections.abc import Iterable

from haggis.rules import Bet, Event, GameWon, Give, Pass, Play, RoundScored, TrickTaken, WentOut
from haggis.rules.fair import commitment
from haggis.rules.sentences import Sentence
from haggis.rules.words import action_words, event_words, reading_name
from haggis.server.english import say
from haggis.server.tables.events import (
    Acted,
    BotSat,
    Claimed,
    Closed,
    Created,
    Dealt,
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
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
    TakenBack,
)
from haggis.server.tables.history import Step
from haggis.server.tables.table_state import Reseating, TableState, shuffle_of

from .event_types import Acting, AnyActionEvent, Consequence, EventView, Stamp, Words
from .sentence_view import sentence_view


def events_view(steps: Iterable[Step], state: TableState) -> list[EventView]:
    return [event_view(step, state) for step in steps]


def event_view(step: Step, state: TableState) -> EventView:
    """The event as it goes out; `state` is the table's then or at any time later."""
    stamp = Stamp(seq=step.seq, at=step.at)
    names = step.names
    match step.event:
        case Acted():
            return action_event(step.event, stamp, step)
        case Dealt():
            return _dealt(step.event, stamp, step, state)
        case TakenBack() | TakeBackAsked() | TakeBackAgreed() | TakeBackRefused():
            return _taken_back(step.event, stamp, names[step.event.seat])
        case Ready(seat=seat):
            return {**stamp, "kind": "ready", "seat": seat, **_words()}
        case Shuffling() | Shared():
            return _shuffling(step.event, stamp, state)
        case Created():
            return {**stamp, "kind": "created", **_words(say("log.created"))}
        case Started():
            return {**stamp, "kind": "started", **_words(say("log.started", end=state.rules.describe_end()))}
        case Closed():
            return {**stamp, "kind": "closed", **_words(say("log.closed"))}
        case Rematch(table=table, seat=seat):
            words = _words(say("log.rematch", name=names[seat]))
            return {**stamp, "kind": "rematch", "table": table, "seat": seat, **words}
        case _:
            return _reseated(step.event, stamp, step)


def _taken_back(
    event: TakenBack | TakeBackAsked | TakeBackAgreed | TakeBackRefused, stamp: Stamp, name: str
) -> EventView:
    seat = event.seat
    match event:
        case TakenBack(actions=actions):
            words = _words(say("log.takeback", name=name))
            return {**stamp, "kind": "takeback", "seat": seat, "actions": actions, **words}
        case TakeBackAsked(actions=actions):
            words = _words(say("log.takeback-asked", name=name))
            return {**stamp, "kind": "takeback_asked", "seat": seat, "actions": actions, **words}
        case TakeBackAgreed():
            return {**stamp, "kind": "takeback_agreed", "seat": seat, **_words(say("log.takeback-agreed", name=name))}
        case TakeBackRefused():
            return {**stamp, "kind": "takeback_refused", "seat": seat, **_words(say("log.takeback-refused", name=name))}


def _words(*said: Sentence) -> Words:
    return Words(words=list(said), sentences=[sentence_view(each) for each in said])


def _replaced(event: Replaced, stamp: Stamp, step: Step) -> EventView:
    old, new, host = step.names_before[event.seat], step.names[event.seat], step.names[event.by]
    resigned = event.by == event.seat
    said = say("log.resigned", name=new, other=old) if resigned else say("log.replaced", name=new, other=old, host=host)
    return {
        **stamp,
        "kind": "replaced",
        "seat": event.seat,
        "name": new,
        "level": event.level,
        "by": event.by,
        **_words(said),
    }


def _swapped(event: Swapped, stamp: Stamp, names: tuple[str, ...]) -> EventView:
    words = _words(say("log.swapped", name=names[event.other], other=names[event.seat]))
    return {**stamp, "kind": "swapped", "seat": event.seat, "other": event.other, **words}


def _reseated(event: Reseating | Swapped, stamp: Stamp, step: Step) -> EventView:
    match event:
        case Swapped():
            return _swapped(event, stamp, step.names)
        case Replaced():
            return _replaced(event, stamp, step)
        case _:
            return _sat_or_left(event, stamp, step.names_before[event.seat], step.names[event.seat])


def _sat_or_left(
    event: Sat | BotSat | Left | Handed | Returned | Claimed | Relinked | Named | Removed,
    stamp: Stamp,
    old: str,
    new: str,
) -> EventView:
    seat = event.seat
    match event:
        case Sat():
            words = _words(say("log.sat", name=new))
            return {**stamp, "kind": "sat", "seat": seat, "name": new, "bot": False, **words}
        case BotSat(level=level):
            words = _words(say("log.sat", name=new))
            return {**stamp, "kind": "sat", "seat": seat, "name": new, "bot": True, "level": level, **words}
        case Left():
            return {**stamp, "kind": "left", "seat": seat, "name": old, **_words(say("log.left", name=old))}
        case Removed():
            return {**stamp, "kind": "removed", "seat": seat, "name": old, **_words(say("log.removed", name=old))}
        case Handed(level=level, by=by):
            words = _words(say("log.handed", name=new, other=old))
            return {**stamp, "kind": "handed", "seat": seat, "name": new, "level": level, "by": by, **words}
        case Returned():
            return {**stamp, "kind": "returned", "seat": seat, "name": new, **_words(say("log.returned", name=new))}
        case Claimed():
            return {**stamp, "kind": "claimed", "seat": seat, **_words()}
        case Relinked():
            return {**stamp, "kind": "relinked", "seat": seat, **_words()}
        case Named():
            words = _words(say("log.named", other=old, name=new))
            return {**stamp, "kind": "named", "seat": seat, "name": new, **words}


def _shuffling(event: Shuffling | Shared, stamp: Stamp, state: TableState) -> EventView:
    if isinstance(event, Shared):
        return {**stamp, "kind": "shared", "seat": event.seat, **_words()}
    shuffle = shuffle_of(state)
    commitments = list(shuffle.commitments)
    return {**stamp, "kind": "shuffling", "commitment": shuffle.commitment, "commitments": commitments, **_words()}


def _dealt(event: Dealt, stamp: Stamp, step: Step, state: TableState) -> EventView:
    names = step.names
    missing = state.shuffle.missing if state.shuffle and step.round == 1 else []
    return {
        **stamp,
        "kind": "dealt",
        "round": step.round,
        "dealer": event.dealer,
        "lead": event.lead,
        "commitment": commitment(event.deal, event.salt),
        **_words(
            *(say("log.share-missing", name=names[seat]) for seat in missing),
            say("log.dealt", round=step.round, dealer=names[event.dealer], lead=names[event.lead]),
        ),
    }


def action_event(event: Acted, stamp: Stamp, step: Step) -> AnyActionEvent:
    acting = _acting(event, step)
    match event.action:
        case Play(_, cards, reading) if reading is not None:
            return {
                **stamp,
                "kind": "action",
                "type": "play",
                "cards": str(cards),
                "reading": str(reading),
                "reading_words": reading_name(reading),
                "bomb": reading.is_bomb,
                **acting,
            }
        case Bet(_, amount):
            return {**stamp, "kind": "action", "type": "bet", "amount": amount, **acting}
        case Give(_, to):
            return {**stamp, "kind": "action", "type": "give", "to": to, **acting}
        case Pass():
            return {**stamp, "kind": "action", "type": "pass", **acting}
    raise ValueError("a play without a reading is not in the ledger")


def _acting(event: Acted, step: Step) -> Acting:
    action, names = event.action, step.names
    late = [say("log.late", name=names[action.seat])] if event.by == "clock" else []
    caused = [(each, event_words(each, names)) for each in step.caused]
    words = _words(action_words(action, names), *late, *(sentence for _, sentence in caused))
    return {"seat": action.seat, "by": event.by, "then": [_consequence(*each) for each in caused], **words}


def _consequence(event: Event, words: Sentence) -> Consequence:
    match event:
        case TrickTaken(winner, captor, cards, points):
            return {
                "kind": "trick",
                "winner": winner,
                "captor": captor,
                "cards": cards,
                "points": points,
                "words": words,
            }
        case WentOut(seat, place, most, holder):
            return {"kind": "out", "seat": seat, "place": place, "most": most, "holder": holder, "words": words}
        case RoundScored():
            return {"kind": "scored", "words": words}
        case GameWon(seat, totals):
            return {"kind": "won", "seat": seat, "totals": list(totals), "words": words}
