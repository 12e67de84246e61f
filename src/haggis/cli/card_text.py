"""Cards in the terminal: in the colours and with the signs of their suits."""

from __future__ import annotations

from rich.text import Text

from haggis.rules import Cards, View
from haggis.rules.sentences import plural
from haggis.rules.words import reading_name

from . import options

SUIT_STYLES = ("red", "dark_orange", "yellow", "green", "blue")
SUIT_SIGNS = ("❦", "★", "☀", "☘", "●")


def labelled(label: str, cards: Cards) -> Text:
    """A label and cards."""
    line = Text(label)
    for card in cards:
        sign = "" if card.is_court else SUIT_SIGNS[card.suit]
        line.append(f" {card}{sign}", style="bold" if card.is_court else SUIT_STYLES[card.suit])
    return line


def show_table(view: View) -> None:
    """What a seat sees: the others, the trick, its hand."""
    for seat, name in enumerate(view.names):
        if seat != view.seat:
            options.out.print(labelled(f"{name}: {plural(view.counts[seat], 'card')} ", view.courts[seat]))
    for played in view.trick[-1:]:
        options.out.print(labelled(f"To beat: {reading_name(played.combo.reading)} ", played.cards))
    if not view.trick and view.ask == "turn":
        options.out.print("You have the lead.")
    options.out.print(labelled("Your hand: ", view.hand))
