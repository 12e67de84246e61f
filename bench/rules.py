"""How fast the rules are in pure Python: plays on the lead, and whole random rounds.

Writes bench/results/rules.json, the figures with their ratios to the calibration.
"""

from __future__ import annotations

import random
import statistics

import haggis
from haggis.rules.cards import COURTS, number_cards

from .measuring import best_seconds, calibration_seconds, write

HANDS, ROUNDS = 200, 100


def full_hands() -> list[haggis.Cards]:
    rng = random.Random(1)
    deck = list(number_cards(4))
    return [haggis.Cards(rng.sample(deck, 14)) | COURTS for _ in range(HANDS)]


def list_leads(hands: list[haggis.Cards], rules: haggis.Ruleset) -> None:
    for hand in hands:
        haggis.legal_plays(hand, None, rules)


def random_rounds(rules: haggis.Ruleset) -> None:
    rng = random.Random(2)
    for _ in range(ROUNDS):
        state = haggis.Game.start(rules).deal(rng).round
        while state and not state.over:
            state = state.apply(rng.choice(state.legal_actions()))


def main() -> None:
    rules, three = haggis.preset("standard", players=2), haggis.preset("standard", players=3)
    hands = full_hands()
    seconds = calibration_seconds()
    figures = {
        "lead_ms": 1000 * best_seconds(lambda: list_leads(hands, rules)) / HANDS,
        "plays_per_lead": statistics.mean(len(haggis.legal_plays(hand, None, rules)) for hand in hands),
        "random_round_ms": 1000 * best_seconds(lambda: random_rounds(rules)) / ROUNDS,
        "random_round_ms_3p": 1000 * best_seconds(lambda: random_rounds(three)) / ROUNDS,
        "calibration_s": seconds,
    }
    figures["lead_per_calibration"] = figures["lead_ms"] / 1000 / seconds
    figures["random_round_per_calibration"] = figures["random_round_ms"] / 1000 / seconds
    print(write("rules", {name: round(value, 6) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
