"""What selected cards are, and whether they beat the table."""

from __future__ import annotations

from typing_extensions import TypedDict

from haggis.rules import Cards, IllegalAction, Reading, Ruleset, View, readings
from haggis.rules.deal import check_in_play
from haggis.rules.refusals import not_a_combination, why_not_beaten
from haggis.rules.sentences import Sentence, sentence
from haggis.rules.words import reading_name

from .legal_view import strength
from .sentence_view import SentenceView, sentence_view


class ReadingView(TypedDict):
    reading: str
    words: str
    beats: bool
    why: str
    """Empty if it beats the table."""
    reason: SentenceView | None


class Described(TypedDict):
    cards: str
    readings: list[ReadingView]
    playable: bool
    words: str
    """What they are: the best reading, or why there is none."""
    why: str
    sentence: SentenceView
    reason: SentenceView | None


def describe(cards: Cards, on: Reading | None, rules: Ruleset) -> Described:
    """The cards by themselves: every reading, the best first, or why there is none."""
    check_in_play(cards, rules.players)
    if not cards:
        return _described(cards, [], sentence("chosen.nothing"), sentence("chosen.nothing"))
    found = sorted(readings(cards, rules), key=lambda each: (_beats(each, on), strength(each)), reverse=True)
    if not found:
        return _described(cards, [], not_a_combination(cards), not_a_combination(cards))
    shown = [_reading(each, on) for each in found]
    return _described(cards, shown, reading_name(found[0]), _why_not(found[0], on))


def describe_for(view: View, cards: Cards) -> Described:
    """The same at a table: only cards that the seat holds, and playable only in its turn."""
    check_in_play(cards, view.players)
    if cards - view.hand:
        raise IllegalAction(sentence("play.not-held", cards=str(cards - view.hand)))
    found = describe(cards, view.on, view.rules)
    not_now = _why_not_now(view)
    if found["playable"] and not_now:
        found.update({"playable": False, "why": not_now, "reason": sentence_view(not_now)})
    return found


def _why_not_now(view: View) -> Sentence | None:
    if view.ask == "over":
        return sentence("round.over")
    if view.ask == "give":
        return sentence("chosen.give-first")
    return sentence("chosen.not-your-turn", name=view.names[view.turn]) if view.ask == "wait" else None


def _described(cards: Cards, found: list[ReadingView], words: Sentence, why: Sentence | None) -> Described:
    return Described(
        cards=str(cards),
        readings=found,
        playable=why is None,
        words=words,
        why=why or "",
        sentence=sentence_view(words),
        reason=None if why is None else sentence_view(why),
    )


def _reading(reading: Reading, on: Reading | None) -> ReadingView:
    why = _why_not(reading, on)
    return ReadingView(
        reading=str(reading),
        words=reading_name(reading),
        beats=why is None,
        why=why or "",
        reason=None if why is None else sentence_view(why),
    )


def _beats(reading: Reading, on: Reading | None) -> bool:
    return on is None or reading.beats(on)


def _why_not(reading: Reading, on: Reading | None) -> Sentence | None:
    return None if on is None or reading.beats(on) else why_not_beaten(reading, on)
