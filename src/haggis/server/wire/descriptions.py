"""What selected cards are, and whether they beat the table: the line above the player's hand."""

from __future__ import annotations

from haggis.rules import Cards, IllegalAction, Reading, Ruleset, View, parse_reading, readings
from haggis.rules.deal import check_in_play
from haggis.rules.refusals import not_a_combination, why_not_beaten
from haggis.rules.sentences import Sentence, sentence
from haggis.rules.words import chosen_words, reading_name

from .responses import Described, ReadingShape
from .state_view import strength


def describe(cards: Cards, on: Reading | None, rules: Ruleset) -> Described:
    """The cards by themselves: every reading, the best first, or why there is none."""
    check_in_play(cards, rules.players)
    if not cards:
        return _nothing(cards, sentence("chosen.nothing"))
    found = [_reading(each, on) for each in sorted(readings(cards, rules), key=strength, reverse=True)]
    found.sort(key=lambda reading: not reading["beats"])
    if not found:
        return _nothing(cards, not_a_combination(cards))
    best = found[0]
    if not best["beats"]:
        return Described(cards=str(cards), readings=found, playable=False, words=best["words"], why=best["why"])
    words = chosen_words(parse_reading(best["reading"]), on)
    return Described(cards=str(cards), readings=found, playable=True, words=words, why="")


def describe_for(view: View, cards: Cards, turn_name: str) -> Described:
    """The same at a table: only cards that the seat holds, and playable only in its turn."""
    check_in_play(cards, view.players)
    if cards - view.hand:
        raise IllegalAction(sentence("play.not-held", cards=str(cards - view.hand)))
    found = describe(cards, view.on, view.rules)
    reason = _why_not_now(view, turn_name)
    return found | {"playable": False, "why": reason} if found["playable"] and reason else found


def _why_not_now(view: View, turn_name: str) -> Sentence | None:
    if view.ask == "over":
        return sentence("round.over")
    if view.ask == "give":
        return sentence("chosen.give-first")
    return sentence("chosen.not-your-turn", name=turn_name) if view.ask == "wait" else None


def _nothing(cards: Cards, why: Sentence) -> Described:
    return Described(cards=str(cards), readings=[], playable=False, words=why, why=why)


def _reading(reading: Reading, on: Reading | None) -> ReadingShape:
    beats = on is None or reading.beats(on)
    why = "" if on is None or beats else why_not_beaten(reading, on)
    return ReadingShape(reading=str(reading), words=reading_name(reading), beats=beats, why=why)
