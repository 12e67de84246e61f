"""Rounds from chosen hands and actions written as in a game record.

The hands of a *quick* round are blocks of two suits from 2 to 8, so that a player is out after
two plays: the block (14 cards, a sequence of seven pairs, 6 points) and the bomb J-Q-K (10 points).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from haggis.rules import Cards, HaggisError, Round, Ruleset, parse_action, preset
from haggis.rules.deal import chosen

BOMB = "J Q K as bomb:JQK"


def block(suits: str, low: int = 2, high: int = 8) -> str:
    """Every card of these suits from one rank to another: `2r 3r 2o 3o`."""
    return " ".join(f"{'T' if rank == 10 else rank}{suit}" for suit in suits for rank in range(low, high + 1))


QUICK_2 = (block("ro"), block("yg"))
QUICK_3 = (block("ro"), block("yg"), block("b") + " 9r 9o Tr To Ty Tg Tb")
"""The haggis is then the 9s and 10s with two players (4 points), the 9s of y, g and b with three (3 points)."""


def rules(name: str = "standard", players: int | None = None, **options: Any) -> Ruleset:
    """A preset with some options changed."""
    named = preset(name, players=players)
    for option, value in options.items():
        named = named.with_rule(option, str(value))
    return named


def start(ruleset: Ruleset, *hands: str, lead: int = 0) -> Round:
    """A round from chosen hands, by default those of a quick round."""
    dealt = hands or (QUICK_2 if ruleset.players == 2 else QUICK_3)
    return Round.start(ruleset, chosen(tuple(map(Cards, dealt)), (lead - 1) % len(dealt), lead))


def after(state: Round, *script: str) -> Round:
    """The round after the actions of a script: `0 bet 15; 0 play 3r as 1x1:3; 1 pass`."""
    for text in "; ".join(script).split(";"):
        state = state.apply(parse_action(text))
    return state


def whole_block(state: Round, seat: int) -> str:
    """The script in which a quick hand plays its seven pairs."""
    return f"{seat} play {state.hands[seat].numbers} as 2x7:8"


def quick(ruleset: Ruleset, *before: str, gives: tuple[int, int] = (1, 0), bomb_ends: bool = True) -> Round:
    """A whole quick round: seat 0 goes out first, with three players seat 1 second.

    `before` are actions (bets) that come first. `gives` says who captures the two bombed tricks;
    it counts only where the rules let the bomber choose.
    """
    state = start(ruleset)
    state = after(state, *before) if before else state
    if ruleset.players == 2:
        return after(state, whole_block(state, 0), "1 pass", f"0 play {BOMB}")
    state = after(state, whole_block(state, 0), "1 pass; 2 pass", f"0 play {BOMB}", "1 pass; 2 pass")
    state = _given(state, gives[0])
    if bomb_ends:
        return _given(after(state, whole_block(state, 1), "2 pass", f"1 play {BOMB}"), gives[1])
    state = _given(after(state, f"1 play {BOMB}", "2 pass"), gives[1])
    return after(state, whole_block(state, 1))


def stolen(ruleset: Ruleset, *before: str) -> Round:
    """A whole round of two: seat 1 leads her block, seat 0 bombs it, so seat 1 captures 6 + 10; seat 0 goes out."""
    state = start(ruleset, lead=1)
    state = after(state, *before) if before else state
    return after(state, whole_block(state, 1), f"0 play {BOMB}", "1 pass", whole_block(state, 0))


def bombed() -> Round:
    """Three players: seat 0 leads a 4, seat 1 plays a 5, seat 2 bombs with J-Q and must say who captures that."""
    state = start(rules(players=3))
    return after(state, "0 play 4r as 1x1:4; 1 play 5y as 1x1:5; 2 play J Q as bomb:JQ; 0 pass; 1 pass")


def one_out() -> Round:
    """Three players: seat 0 has gone out with a bomb that nobody has answered yet."""
    state = start(rules(players=3))
    return after(state, whole_block(state, 0), "1 pass; 2 pass", f"0 play {BOMB}")


def _given(state: Round, to: int) -> Round:
    return after(state, f"{state.turn} give {to}") if state.ask == "give" else state


def line_points(state: Round, cause: str) -> dict[int, int]:
    """Who scored how much for one cause."""
    return {line.seat: line.points for line in state.lines if line.cause == cause}


def refused(kind: type[HaggisError], sentence: str) -> pytest.RaisesExc[HaggisError]:
    """Expects a refusal of that kind, with exactly this sentence."""
    return pytest.raises(kind, match=f"^{re.escape(sentence)}$")
