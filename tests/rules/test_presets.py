"""Every cell of the table of presets, seen in play.

A *probe* plays something and tells which values of an option would have led to what it saw. A
cell holds if its value is among them. With two players a few values can't be told apart (who
ends the round is also the first out); with three, every probe knows exactly one value, which
`test_a_probe_tells_every_value_apart` shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from haggis.rules import BadRules, Bet, Cards, Game, Ruleset, parse_reading, preset, readings
from haggis.rules.ruleset import CHOICES, PRESETS
from tests.rules.table import after, line_points, quick, rules, start, stolen

TABLE = """
| option       | standard   | tournament | rogers-2024 | rogers-2025 | duel       |
| players      | 2, 3       | 3          | 2, 3        | 3           | 2          |
| courts       | lower      | lower      | wild        | wild        | number     |
| sets         | any        | any        | any         | any         | suits      |
| bets         | 15, 30     | 15, 30     | 15, 30      | 15, 30      | none       |
| bet_wins     | out        | out        | points      | out         | -          |
| lost_bet     | sharers    | sharers    | sharers     | first-out   | -          |
| bombed_trick | chosen     | runner-up  | chosen      | chosen      | chosen     |
| haggis       | first-out  | first-out  | final-trick | first-out   | nobody     |
| leftovers    | first-out  | first-out  | nobody      | last-out    | nobody     |
| points       | standard   | standard   | standard    | standard    | standard   |
| next_lead    | dealer     | dealer     | dealer      | rotation    | dealer     |
| end          | target 250 | target 250 | target 250  | target 250  | target 350 |
"""


def parsed(table: str) -> dict[str, dict[str, str]]:
    """The cells by option and preset."""
    head, *rows = ([cell.strip() for cell in row.strip("|").split("|")] for row in table.strip().splitlines())
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


CELLS = parsed(TABLE)
SEATED = [(name, int(players)) for name, cell in CELLS["players"].items() for players in cell.split(", ")]

# --- probes ---


def can_be(cards: str, reading: str, ruleset: Ruleset) -> bool:
    return parse_reading(reading) in readings(Cards(cards), ruleset)


def courts_seen(ruleset: Ruleset) -> set[str]:
    """10-10-J-Q needs a Q below its rank; 9-10-J needs a J that keeps its rank; 8-9-10 only a wild J."""
    assert can_be("9r Tr J", "1x3:T", ruleset)
    if can_be("Tr To J Q", "2x2:J", ruleset):
        return {"lower"}
    return {"number"} if can_be("9r Tr J", "1x3:J", ruleset) else {"wild"}


def sets_seen(ruleset: Ruleset) -> set[str]:
    """The largest set of 6s: all suits and three court cards, as many as suits, or one card."""
    sixes = ["6r", "6o", "6y", "6g", "6b"][: ruleset.suits]
    hand = [*sixes, "J", "Q", "K"]
    sizes = {size for size in range(1, len(hand) + 1) if can_be(" ".join(hand[:size]), f"{size}x1:6", ruleset)}
    largest = {"any": ruleset.suits + 3, "suits": ruleset.suits, "none": 1}
    return {name for name, most in largest.items() if sizes == set(range(1, most + 1))}


def bets_seen(ruleset: Ruleset) -> set[str]:
    """Every amount from 1 to 100 that is accepted."""
    state = start(ruleset)
    amounts = [amount for amount in range(1, 101) if state.can(Bet(1, amount))]
    return {", ".join(map(str, amounts)) or "none"}


def bet_wins_seen(ruleset: Ruleset) -> set[str]:
    """Seat 1 bets 15 and is not the first out, but scores 16 with two players and 85 with three."""
    play = quick if ruleset.players == 3 else stolen
    return {"points"} if line_points(play(ruleset, "1 bet 15"), "bet won") else {"out"}


def lost_bet_seen(ruleset: Ruleset) -> set[str]:
    """The last player loses a bet of 30; with three players, seat 1 placed none."""
    last = ruleset.players - 1
    gained = line_points(quick(ruleset, f"{last} bet 30"), "bet lost")
    if last == 1:
        return {"sharers", "first-out"} if gained == {0: 30} else set()
    return {name for name, seen in (("sharers", {0: 30, 1: 30}), ("first-out", {0: 30})) if gained == seen}


def bombed_trick_seen(ruleset: Ruleset) -> set[str]:
    """Seat 1 plays second-highest; the bomber is asked, or seat 1 has the cards."""
    state = start(ruleset)
    if ruleset.players == 2:
        state = after(state, "0 play 4r as 1x1:4; 1 play J Q as bomb:JQ; 0 pass")
        return {"chosen"} if state.captured[0] and state.ask == "turn" else set()
    state = after(state, "0 play 4r as 1x1:4; 1 play 5y as 1x1:5; 2 play J Q as bomb:JQ; 0 pass; 1 pass")
    if state.ask == "give":
        return {"chosen"}
    return {"runner-up"} if state.captured[1] else set()


def haggis_seen(ruleset: Ruleset) -> set[str]:
    """Seat 0 is first out; seat 1 captures the final trick (with two players because seat 0 bombs it)."""
    takers = line_points(quick(ruleset, bomb_ends=False), "haggis")
    return {{(): "nobody", (0,): "first-out", (1,): "final-trick"}[tuple(takers)]}


def leftovers_seen(ruleset: Ruleset) -> set[str]:
    """Seat 0 is first out; with three players seat 1 ends the round."""
    takers = tuple(line_points(quick(ruleset), "leftovers"))
    if ruleset.players == 2 and takers:
        return {"first-out", "last-out"}
    return {{(): "nobody", (0,): "first-out", (1,): "last-out"}[takers]}


def points_seen(ruleset: Ruleset) -> set[str]:
    """Seat 0 captures her block, 14 cards with 6 points, and perhaps seat 1's bomb, 3 cards with 10 points."""
    captured = line_points(quick(ruleset, gives=(1, 2)), "tricks")[0]
    return {{6: "standard", 16: "standard", 14: "flat", 17: "flat"}[captured]}


def next_lead_seen(ruleset: Ruleset) -> set[str]:
    """Three players: most points deals or the seat before the leader. Two, tied: first out deals or the lead moves."""
    done = quick(ruleset) if ruleset.players == 3 else stolen(ruleset)
    totals = (100, 50, 10) if ruleset.players == 3 else (50, 50)
    seats = replace(Game.start(ruleset), finished=(done,), totals=totals).next_seats(random.Random(0))
    expected = (
        {(0, 2): "dealer", (1, 2): "rotation"} if ruleset.players == 3 else {(0, 1): "dealer", (1, 0): "rotation"}
    )
    return {expected[seats]}


def end_seen(ruleset: Ruleset) -> set[str]:
    """The fewest points with which the game is over."""
    new = Game.start(ruleset)
    over = [total for total in range(1, 500) if replace(new, totals=(total, *new.totals[1:])).over]
    return {f"target {over[0]}"} if over else set()


PROBES: dict[str, Callable[[Ruleset], set[str]]] = {
    "courts": courts_seen,
    "sets": sets_seen,
    "bets": bets_seen,
    "bet_wins": bet_wins_seen,
    "lost_bet": lost_bet_seen,
    "bombed_trick": bombed_trick_seen,
    "haggis": haggis_seen,
    "leftovers": leftovers_seen,
    "points": points_seen,
    "next_lead": next_lead_seen,
    "end": end_seen,
}

# --- the cells ---


@pytest.mark.parametrize("option", PROBES)
@pytest.mark.parametrize(("name", "players"), SEATED)
def test_cell(name: str, players: int, option: str) -> None:
    cell = CELLS[option][name]
    ruleset = preset(name, players=players)
    if cell == "-":
        assert bets_seen(ruleset) == {"none"}, "an option of bets may be left out only where nobody bets"
        return
    seen = PROBES[option](ruleset)
    assert cell in seen
    assert players == 2 or len(seen) == 1


@pytest.mark.parametrize("name", PRESETS)
def test_players(name: str) -> None:
    taken = [players for players in range(6) if is_for(name, players)]
    assert ", ".join(map(str, taken)) == CELLS["players"][name]


def is_for(name: str, players: int) -> bool:
    try:
        return preset(name, players=players).players == players
    except BadRules:
        return False


def test_the_table_has_every_preset_and_option() -> None:
    assert set(CELLS["courts"]) == set(PRESETS)
    assert set(CELLS) == {"players", "bets", "end", *CHOICES}


@pytest.mark.parametrize(("option", "value"), [(option, value) for option in CHOICES for value in CHOICES[option]])
def test_a_probe_tells_every_value_apart(option: str, value: str) -> None:
    assert PROBES[option](rules(players=3, **{option: value})) == {value}


@pytest.mark.parametrize("value", ["none", "15", "15, 30", "20, 40, 60"])
def test_the_probe_of_bets_tells_amounts_apart(value: str) -> None:
    assert bets_seen(rules(bets=value)) == {value}


@pytest.mark.parametrize("target", [1, 250, 350])
def test_the_probe_of_the_end_tells_targets_apart(target: int) -> None:
    assert end_seen(rules(target=target)) == {f"target {target}"}


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_a_preset_ends_at_its_target_and_not_after_rounds(name: str, players: int) -> None:
    done = quick(preset(name, players=players))
    game = replace(Game.start(done.rules), finished=(done,) * 50)
    assert not game.over


@pytest.mark.parametrize("name", PRESETS)
def test_target_and_rounds_can_be_chosen_for_every_preset(name: str) -> None:
    assert end_seen(preset(name, target=100)) == {"target 100"}
    assert preset(name, rounds=6).describe_end() == "6 rounds"
