"""The rules of one ruleset on one page of Markdown, for `haggis rules` (docs/spec/rules.md).

Each value of an option has its sentence. Numbers and examples are computed, so they can't disagree
with the rules. The full guide for players is docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import COURTS, POINTS, SUIT_NAMES, Cards, number_cards, parse_card
from .combos import BOMBS, readings
from .deal import HAND_SIZE
from .english import ENGLISH
from .ruleset import CHOICES, Ruleset, preset
from .scoring import POINTS_PER_CARD_LEFT, pile_points
from .sentences import Sentence, Value, count, plural, sentence
from .words import bomb_name, card_name, rank_name, reading_name

EXAMPLES = ("7r", "K", "8r 8o", "6r 6o 6y 6g J Q", "9r Tr J", "9r To J", "4r 5r 4y 5y", "Tr To J Q", "3r J Q", "J K")
SAMPLE_PILE = Cards("3r 8y K")


def rulebook(rules: Ruleset) -> str:
    """The rules of exactly this ruleset, as Markdown.

    >>> from haggis.rules import preset
    >>> print(rulebook(preset("duel")).splitlines()[0])
    # Haggis: duel, 2 players
    """
    sections = (_title, _cards, _combinations, _bombs, _bets, _tricks, _scoring, _game)
    return "\n\n".join(part for section in sections if (part := section(rules))) + "\n"


def _title(rules: Ruleset) -> str:
    lines = [f"# Haggis: {rules.preset}, {rules.players} players", ""]
    lines.append("A climbing game by Sean Ross: empty your hand first, and capture the cards that score.")
    changed = _changes(rules)
    if changed:
        lines += ["", f"Changed from the preset: {', '.join(changed)}."]
    return "\n".join(lines)


def _changes(rules: Ruleset) -> list[str]:
    usual = preset(rules.preset, players=rules.players)
    names = [name for name in CHOICES if getattr(rules, name) != getattr(usual, name)]
    changes = [f"{name} `{getattr(rules, name)}`" for name in names]
    return changes if rules.bets == usual.bets else [*changes, f"bets `{', '.join(map(str, rules.bets)) or 'none'}`"]


def _cards(rules: Ruleset) -> str:
    suits = ", ".join(SUIT_NAMES[: rules.suits])
    left = len(number_cards(rules.suits)) - HAND_SIZE * rules.players
    return _section(
        "Cards",
        f"Number cards 2 to 10 in {count(rules.suits)} suits: {suits}.",
        f"Each player is dealt {HAND_SIZE} of them and has a J, a Q and a K face up: "
        f"{HAND_SIZE + len(COURTS)} cards in all.",
        f"`Tg` is the {card_name(parse_card('Tg'))}: rank (`T` for 10), then the suit's first letter.",
        f"The {left} cards left over are the haggis. Nobody sees them.",
    )


def _combinations(rules: Ruleset) -> str:
    rules_of_play = _section(
        "Combinations",
        option_words(rules, "sets"),
        "**Sequence**: three or more singles, or two or more equal sets, of neighbouring ranks. "
        "The same suits run through every rank.",
        option_words(rules, "courts"),
        "In a sequence it takes whichever suit is missing. Court cards need a number card beside them, "
        "except as a single or a bomb.",
        "Cards that can be read in several ways are played in the way you name.",
    )
    return f"{rules_of_play}\n\n{_examples(rules)}"


def _examples(rules: Ruleset) -> str:
    rows = [f"| `{text}` | {_what(Cards(text), rules)} |" for text in EXAMPLES]
    return "\n".join(("| cards | can be |", "|---|---|", *rows))


def _what(cards: Cards, rules: Ruleset) -> str:
    found = [f"{reading_name(reading)} (`{reading}`)" for reading in readings(cards, rules)]
    return ", ".join(found) or "not a combination"


def _bombs(_: Ruleset) -> str:
    order = ", ".join(bomb_name(name).removeprefix("bomb ") for name in BOMBS)
    return _section(
        "Bombs",
        f"From lowest to highest: {order}.",
        "A bomb beats everything but a higher bomb. Number bombs take no court cards.",
    )


def _bets(rules: Ruleset) -> str:
    if not rules.bets:
        return _section("Bets", "There is no betting.")
    amounts = _any_of([str(amount) for amount in rules.bets])
    return _section(
        "Bets",
        f"You may bet {amounts} points, or say 0 for no bet, once a round, in or out of turn, "
        "until you have played a card. A bet can't be changed.",
        option_words(rules, "bet_wins"),
        "A won bet scores its amount.",
        option_words(rules, "lost_bet"),
    )


def _tricks(rules: Ruleset) -> str:
    return _section(
        "Tricks",
        "The leader must play; any combination will do. Each player in turn beats it or passes: the same shape and "
        "a higher rank, or a bomb.",
        *_trick_end(rules),
        option_words(rules, "bombed_trick"),
    )


def _trick_end(rules: Ruleset) -> tuple[str, ...]:
    if rules.players == 2:
        return (
            "A pass ends the trick. The winner captures its cards and leads the next.",
            "The round ends at once when a player has no cards left; her last play wins the trick.",
        )
    return (
        "The trick ends when all others who hold cards have passed in a row; until then you may play after a pass.",
        "The winner captures its cards and leads the next. If she is out, the next player on her left with cards does.",
        "The round ends at once when a second player has no cards left; the last play wins the trick.",
    )


def _scoring(rules: Ruleset) -> str:
    return _section(
        "Scoring a round",
        f"Going out scores {POINTS_PER_CARD_LEFT} for each card in {_largest_hand(rules)}, court cards too.",
        option_words(rules, "points"),
        f"For example, `{SAMPLE_PILE}` scores {pile_points([SAMPLE_PILE], rules)}. "
        f"The whole deck holds {plural(_deck_points(rules), 'point')}.",
        option_words(rules, "haggis"),
        option_words(rules, "leftovers"),
    )


def _largest_hand(rules: Ruleset) -> str:
    return "the other hand" if rules.players == 2 else "the largest hand among the others at that moment"


def _deck_points(rules: Ruleset) -> int:
    return pile_points([number_cards(rules.suits), *[COURTS] * rules.players], rules)


def _game(rules: Ruleset) -> str:
    return _section(
        "The game",
        "The first dealer is drawn at random, and the player on her left leads.",
        option_words(rules, "next_lead"),
        f"{_end(rules)} Most points wins. While the top is tied, another round is played.",
    )


def _end(rules: Ruleset) -> str:
    if rules.target is not None:
        return f"The game ends after the round in which somebody reaches {plural(rules.target, 'point')}."
    return f"The game ends after {plural(rules.rounds or 0, 'round')}."


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


def _any_of(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _section(title: str, *sentences: str) -> str:
    return "\n".join((f"## {title}", "", *(f"- {each}" for each in sentences)))
