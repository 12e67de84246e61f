"""Values of `haggis.rules` as the engine holds them, and back.

Cards are the same bits on both sides. A combination is one word: its cards in bits 0 to 47, the
code of its reading above. A round is its deal and its actions, so both directions replay them and
each side checks every action: what comes out is a round that both readings of the rules accept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from haggis import _native
from haggis.rules import (
    COURTS,
    Action,
    BadRules,
    Bet,
    Cards,
    Combo,
    Deal,
    Give,
    IllegalAction,
    NotationError,
    Pass,
    Play,
    Reading,
    Round,
    Ruleset,
    View,
)
from haggis.rules.combos import BOMBS, bomb, parse_reading
from haggis.rules.errors import shown
from haggis.rules.round import replay

from . import checks

CARD_BITS = 48
CARD_MASK = (1 << CARD_BITS) - 1
MOST_BETS = 16
"""As many different amounts to bet as the engine knows."""

NativeAction = tuple[str, int, int]
"""Kind, seat, and a value: a play's word, who is given a trick, the amount of a bet, 0 for a pass."""


# --- rules --------------------------------------------------------------------------------------


def rules_to_native(rules: Ruleset) -> _native.Rules:
    """The options that matter inside a round."""
    return _rules_to_native(checks.instance(rules, Ruleset, "the rules"))


@lru_cache(maxsize=64)
def _rules_to_native(rules: Ruleset) -> _native.Rules:
    if len(rules.bets) > MOST_BETS:
        raise BadRules(f"the fast engine knows at most {MOST_BETS} amounts to bet, not {len(rules.bets)}")
    options: dict[str, Any] = {name: getattr(rules, name) for name in _native.Rules().options()}
    return _native.Rules(**options)


def rules_from_native(rules: _native.Rules) -> Ruleset:
    """A ruleset with these options; what concerns a whole game is as in the standard preset."""
    options: dict[str, Any] = dict(checks.instance(rules, _native.Rules, "the rules").options())
    return Ruleset(**(options | {"bets": tuple(options["bets"])}))


# --- readings and combinations ------------------------------------------------------------------


def reading_to_code(reading: Reading | None) -> int:
    """Multiplicity, length and rank in four bits each, or a bomb's place above them; 0 on the lead.

    >>> hex(reading_to_code(Reading(1, 3, 9))), hex(reading_to_code(bomb("JQ"))), reading_to_code(None)
    ('0x139', '0x2000', 0)
    """
    if reading is None:
        return 0
    try:
        return _CODES[reading]
    except (KeyError, TypeError):
        raise NotationError(f"{shown(reading)} is not a reading") from None


def reading_from_code(code: int) -> Reading | None:
    """The reading with that code; None for 0, the lead."""
    try:
        return _READINGS[code]
    except (KeyError, TypeError):
        raise NotationError(f"there is no reading with the code {shown(code)}") from None


def combo_to_word(combo: Combo) -> int:
    return combo.cards.bits | reading_to_code(combo.reading) << CARD_BITS


def combo_from_word(word: int) -> Combo:
    reading = reading_from_code(word >> CARD_BITS)
    if reading is None or not word & CARD_MASK:
        raise NotationError(f"{shown(word)} is no combination: it needs cards and a reading")
    return Combo(Cards.from_bits(word & CARD_MASK), reading)


def _all_codes() -> dict[Reading, int]:
    shapes = [
        Reading(multiplicity, length, rank)
        for multiplicity in range(1, 9)
        for length in range(1, 13)
        for rank in range(length + 1, 14)
        if length == 1 or multiplicity * length >= 3
    ]
    codes = {parse_reading(str(shape)): _shape_code(shape) for shape in shapes}
    return codes | {bomb(name): place << 12 for place, name in enumerate(BOMBS, 1)}


def _shape_code(reading: Reading) -> int:
    return reading.multiplicity << 8 | reading.length << 4 | reading.rank


_CODES = _all_codes()
_READINGS: dict[int, Reading | None] = {0: None} | {code: reading for reading, code in _CODES.items()}


# --- actions ------------------------------------------------------------------------------------


def action_to_native(action: Action) -> NativeAction:
    """`(kind, seat, value)`; a play must name its reading."""
    match action:
        case Play(seat):
            return "play", seat, combo_to_word(action.combo)
        case Pass(seat):
            return "pass", seat, 0
        case Give(seat, to):
            return "give", seat, to
        case Bet(seat, amount):
            return "bet", seat, amount
    raise NotationError(f"{shown(action)} is not an action")


def action_from_native(action: NativeAction) -> Action:
    match action:
        case "play", seat, word:
            return Play(seat, *combo_from_word(word))
        case "pass", seat, _:
            return Pass(seat)
        case "give", seat, to:
            return Give(seat, to)
        case "bet", seat, amount:
            return Bet(seat, amount)
    raise NotationError(f"{shown(action)} is not an action of the engine")


# --- rounds -------------------------------------------------------------------------------------


def round_to_native(state: Round) -> _native.Round:
    """The same round in the engine: dealt there, and every action played and checked again."""
    checks.instance(state, Round, "the position")
    return replay_native(start_to_native(state.rules, state.deal), map(action_to_native, state.actions))


def start_to_native(rules: Ruleset, deal: Deal) -> _native.Round:
    """The engine's round before anybody has done anything."""
    deal.verify()
    return _native.Round.start(rules_to_native(rules), [hand.bits for hand in deal.hands], deal.lead)


def replay_native(start: _native.Round, actions: Iterable[NativeAction]) -> _native.Round:
    """The engine's round after these actions, each of them checked by the engine."""
    for action in actions:
        start = apply_native(start, action)
    return start


def apply_native(state: _native.Round, action: NativeAction) -> _native.Round:
    """The engine's round after one action."""
    kind, seat, value = action
    if kind == "bet":
        return state.bet(seat, value)
    if seat != state.turn:
        raise IllegalAction(f"it is the turn of seat {state.turn}, not of seat {seat}")
    match kind:
        case "play":
            return state.play(value & CARD_MASK, value >> CARD_BITS)
        case "give":
            return state.give(value)
        case "pass":
            return state.pass_turn()
    raise NotationError(f"{shown(action)} is not an action of the engine")


def round_from_native(
    start: _native.Round, actions: Iterable[NativeAction] = (), *, rules: Ruleset | None = None
) -> Round:
    """The engine's deal and the actions since, replayed by `haggis.rules`.

    `start` is the round before the first action: the engine keeps no history of its own. `rules`
    adds what the engine doesn't know (preset, end of the game).
    """
    checks.instance(start, _native.Round, "the start")
    ruleset = rules_from_native(start.rules) if rules is None else rules
    if rules_to_native(ruleset) != start.rules:
        raise BadRules("the round was dealt under other rules")
    return replay(ruleset, _deal(start), map(action_from_native, actions))


def _deal(start: _native.Round) -> Deal:
    """Refused by `Deal.verify` if cards have been played already."""
    hands = tuple(Cards.from_bits(bits) - COURTS for bits in start.hands)
    haggis = Cards.from_bits(start.state()["haggis"])
    return Deal((start.turn - 1) % len(hands), start.turn, hands, haggis)


# --- views --------------------------------------------------------------------------------------


class Knowledge(NamedTuple):
    """All that a seat may know, in the engine's terms."""

    rules: _native.Rules
    seat: int
    lead: int
    dealt: int
    """The bits of the number cards that the seat was dealt."""
    actions: tuple[NativeAction, ...]


def view_to_native(view: View) -> Knowledge:
    """What a view tells the engine: never more than the seat may know."""
    checks.instance(view, View, "the view")
    actions = tuple(map(action_to_native, view.actions))
    return Knowledge(rules_to_native(view.rules), view.seat, view.lead, view.dealt.bits, actions)


def knowledge_of(view: View) -> _native.Knowledge:
    """The same, checked by the engine and ready to be asked about."""
    seen = view_to_native(view)
    return _native.Knowledge(seen.rules, seen.seat, seen.lead, seen.dealt, list(seen.actions))
