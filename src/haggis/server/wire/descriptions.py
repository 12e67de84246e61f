"""What selected cards are, and whether they beat the table: the line above the player's hand."""

from __future__ import annotations

from haggis.rules import Cards, IllegalAction, Reading, Ruleset, View, readings
from haggis.rules.deal import check_in_play
from haggis.rules.words import not_a_combination, reading_name, why_not_beaten

from .responses import Described, ReadingShape
from .state_view import strength


def describe(cards: Cards, on: Reading | None, rules: Ruleset) -> Described:
    """The cards by themselves: every reading, the best first, or why there is none."""
    check_in_play(cards, rules.players)
    if not cards:
        return _nothing(cards, "choose some cards")
    found = [_reading(each, on) for each in sorted(readings(cards, rules), key=strength, reverse=True)]
    found.sort(key=lambda reading: not reading["beats"])
    if not found:
        return _nothing(cards, not_a_combination(cards))
    best = found[0]
    if not best["beats"]:
        return Described(cards=str(cards), readings=found, playable=False, words=best["words"], why=best["why"])
    effect = "leads" if on is None else "beats the table"
    return Described(cards=str(cards), readings=found, playable=True, words=f"{best['words']}: {effect}", why="")


def describe_for(view: View, cards: Cards, turn_name: str) -> Described:
    """The same at a table: only cards that the seat holds, and playable only in its turn."""
    check_in_play(cards, view.players)
    if cards - view.hand:
        raise IllegalAction(f"you don't hold {cards - view.hand}")
    found = describe(cards, view.on, view.rules)
    reason = _why_not_now(view, turn_name)
    return found | {"playable": False, "why": reason} if found["playable"] and reason else found


def _why_not_now(view: View, turn_name: str) -> str:
    if view.ask == "over":
        return "the round is over"
    if view.ask == "give":
        return "first say who captures the bombed trick"
    return f"it is {turn_name}'s turn" if view.ask == "wait" else ""


def _nothing(cards: Cards, why: str) -> Described:
    return Described(cards=str(cards), readings=[], playable=False, words=why, why=why)


def _reading(reading: Reading, on: Reading | None) -> ReadingShape:
    beats = on is None or reading.beats(on)
    why = "" if on is None or beats else why_not_beaten(reading, on)
    return ReadingShape(reading=str(reading), words=reading_name(reading), beats=beats, why=why)
