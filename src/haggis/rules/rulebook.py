"""The rules of one ruleset on one page of Markdown, for `haggis rules` (docs/spec/rules.md).

Each value of an option has its sentence. Numbers and examples are computed, so they can't disagree
with the rules. The full guide for players is docs/rules.md.
"""

from __future__ import annotations

from .cards import COURTS, POINTS, SUIT_NAMES, Cards, number_cards, parse_card
from .combos import BOMBS, readings
from .deal import HAND_SIZE
from .english import ENGLISH
from .ruleset import CHOICES, Ruleset, preset
from .scoring import POINTS_PER_CARD_LEFT, pile_points
from .sentences import Sentence, Value, sentence
from .words import bomb_name, card_name, rank_name, reading_name

EXAMPLES = ("7r", "K", "8r 8o", "6r 6o 6y 6g J Q", "9r Tr J", "9r To J", "4r 5r 4y 5y", "Tr To J Q", "3r J Q", "J K")
SAMPLE_PILE = Cards("3r 8y K")


def rulebook(rules: Ruleset) -> Sentence:
    """The rules of exactly this ruleset, as Markdown.

    >>> from haggis.rules import preset
    >>> print(rulebook(preset("duel")).splitlines()[0])
    # Haggis: duel, 2 players
    """
    parts = (
        sentence("rulebook.title", preset=rules.preset, players=rules.players),
        *_changes(rules),
        _cards(rules),
        _combinations(rules),
        _examples(rules),
        _bombs(),
        _bets(rules),
        _tricks(rules),
        _scoring(rules),
        _game(rules),
    )
    return sentence("rulebook.page", parts=parts)


def _changes(rules: Ruleset) -> tuple[Sentence, ...]:
    """What is not as in the preset: one sentence, or none."""
    usual = preset(rules.preset, players=rules.players)
    changed = {name: getattr(rules, name) for name in CHOICES if getattr(rules, name) != getattr(usual, name)}
    if rules.bets != usual.bets:
        changed["bets"] = ", ".join(map(str, rules.bets)) or "none"
    changes = tuple(sentence("rulebook.change", option=option, value=value) for option, value in changed.items())
    return (sentence("rulebook.changed", changes=changes),) if changes else ()


def _cards(rules: Ruleset) -> Sentence:
    left = len(number_cards(rules.suits)) - HAND_SIZE * rules.players
    return _section(
        "rulebook.cards-title",
        sentence("rulebook.suits", suits=rules.suits, names=SUIT_NAMES[: rules.suits]),
        sentence("rulebook.hand", dealt=HAND_SIZE, cards=HAND_SIZE + len(COURTS)),
        sentence("rulebook.notation", card=card_name(parse_card("Tg"))),
        sentence("rulebook.haggis", cards=left),
    )


def _combinations(rules: Ruleset) -> Sentence:
    return _section(
        "rulebook.combinations-title",
        option_words(rules, "sets"),
        sentence("rulebook.sequence"),
        option_words(rules, "courts"),
        sentence("rulebook.court-suits"),
        sentence("rulebook.several-readings"),
    )


def _examples(rules: Ruleset) -> Sentence:
    return sentence("rulebook.examples", rows=tuple(_example(text, rules) for text in EXAMPLES))


def _example(cards: str, rules: Ruleset) -> Sentence:
    found = tuple(
        sentence("rulebook.example-reading", reading=reading_name(reading), notation=str(reading))
        for reading in readings(Cards(cards), rules)
    )
    if not found:
        return sentence("rulebook.no-combination", cards=cards)
    return sentence("rulebook.example", cards=cards, readings=found)


def _bombs() -> Sentence:
    order = sentence("rulebook.bomb-order", bombs=tuple(map(bomb_name, BOMBS)))
    return _section("rulebook.bombs-title", order, sentence("rulebook.bomb-beats"))


def _bets(rules: Ruleset) -> Sentence:
    if not rules.bets:
        return _section("rulebook.bets-title", sentence("rulebook.no-betting"))
    return _section(
        "rulebook.bets-title",
        sentence("rulebook.bet-amounts", amounts=rules.bets),
        option_words(rules, "bet_wins"),
        sentence("rulebook.won-bet"),
        option_words(rules, "lost_bet"),
    )


def _tricks(rules: Ruleset) -> Sentence:
    two = ("rulebook.two-trick", "rulebook.two-end")
    three = ("rulebook.three-trick", "rulebook.three-lead", "rulebook.three-end")
    return _section(
        "rulebook.tricks-title",
        sentence("rulebook.follow"),
        *map(sentence, two if rules.players == 2 else three),
        option_words(rules, "bombed_trick"),
    )


def _scoring(rules: Ruleset) -> Sentence:
    deck = pile_points([number_cards(rules.suits), *[COURTS] * rules.players], rules)
    going_out = "rulebook.two-out" if rules.players == 2 else "rulebook.three-out"
    return _section(
        "rulebook.scoring-title",
        sentence(going_out, points=POINTS_PER_CARD_LEFT),
        option_words(rules, "points"),
        sentence("rulebook.sample", cards=str(SAMPLE_PILE), points=pile_points([SAMPLE_PILE], rules), deck=deck),
        option_words(rules, "haggis"),
        option_words(rules, "leftovers"),
    )


def _game(rules: Ruleset) -> Sentence:
    return _section(
        "rulebook.game-title", sentence("rulebook.first-dealer"), option_words(rules, "next_lead"), _end(rules)
    )


def _end(rules: Ruleset) -> Sentence:
    if rules.target is not None:
        return sentence("rulebook.target", points=rules.target)
    return sentence("rulebook.rounds", rounds=rules.rounds or 0)


def _section(title: str, *sentences: Sentence) -> Sentence:
    """A section under the title of that key."""
    return sentence("rulebook.section", title=sentence(title), sentences=sentences)


def option_words(rules: Ruleset, option: str) -> Sentence:
    """The sentence for what the ruleset chose; some rules are simpler between two players."""
    key = f"option.{option}.{getattr(rules, option)}"
    for_two = f"{key}.with-two"
    chosen = for_two if rules.players == 2 and for_two in ENGLISH else key
    values: dict[str, dict[str, Value]] = {"sets": {"largest": rules.largest_set}, "points": {"worths": _worths()}}
    return sentence(chosen, **values.get(option, {}))


def _worths() -> tuple[Sentence, ...]:
    """`1 for a 3, 5, 7 or 9, 2 for a J` and so on, by worth."""
    by_worth: dict[int, list[str]] = {}
    for rank, worth in POINTS.items():
        by_worth.setdefault(worth, []).append(rank_name(rank))
    return tuple(sentence("option.points.worth", points=worth, ranks=tuple(by_worth[worth])) for worth in by_worth)
