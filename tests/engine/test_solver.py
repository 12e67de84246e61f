"""The solver against a plain minimax over `haggis.rules`, and what it promises besides."""

from __future__ import annotations

import functools
import random
import subprocess
import sys
from typing import NamedTuple

import pytest
from lockstep import PAIRS, Lockstep

from haggis.engine.convert import round_to_native
from haggis.engine.solve import solve, solve_lead
from haggis.rules import COURTS, Action, Bet, Cards, Game, HaggisError, Round, preset
from haggis.rules.position import read_position

ENDINGS = 45  # of each preset and number of players: 315 in all
MOST_CARDS = 7  # in the two hands together, for minimax
MOST_LEAVES = 200  # ways the ending can go, for minimax
HARDER = 40  # larger endings, whose lines are replayed


class Ending(NamedTuple):
    state: Round
    leaves: int


def rivals(state: Round) -> list[int]:
    """The two players, or the two who are not the first one out."""
    return [seat for seat in range(state.players) if state.players == 2 or seat != state.out[0]]


def difference(state: Round) -> int:
    first, second = rivals(state)
    return sum(state.scores[first]) - sum(state.scores[second])


def minimax(state: Round) -> int:
    """Every action of every position, the scores at the end: nothing clever."""
    if state.over:
        return difference(state)
    values = [minimax(state.apply_unchecked(action)) for action in state.legal_actions()]
    return max(values) if state.turn == rivals(state)[0] else min(values)


def third_may_decide(state: Round) -> bool:
    """A bomb of the player who is out lies on the table, and she would say who captures the trick."""
    bombed = bool(state.trick) and state.trick[-1].combo.reading.is_bomb
    return bombed and state.trick[-1].seat not in rivals(state) and state.rules.bombed_trick == "chosen"


def is_defined(state: Round) -> bool:
    return not state.over and bool(state.players == 2 or (state.out and not third_may_decide(state)))


def kept_back(players: int, rng: random.Random) -> list[int]:
    """For each seat the bits of some cards to keep for the end: often court cards, for their bombs."""
    sizes = [rng.choice((1, 2, 2, 3)) for _ in range(players)]
    kept = [sum(rng.sample([1 << bit for bit in range(48)], 12)) & ~COURTS.bits for _ in sizes]
    return [bits | sum(rng.sample([1 << 45, 1 << 46, 1 << 47], size)) for bits, size in zip(kept, sizes, strict=True)]


def random_round(name: str, players: int, rng: random.Random) -> list[Round]:
    """The positions of a round with many bets, in which cards are kept back as long as possible."""
    game = Lockstep(preset(name, players=players), rng)
    for seat in range(players):
        bets = game.rules.legal_bets(seat)
        if bets and rng.random() < 0.7:
            game.act(rng.choice(bets))
    kept = kept_back(players, rng)
    states = [game.rules]
    while not game.rules.over:
        plays = game.native.plays().tolist()
        free = [word for word in plays if not word & kept[game.native.turn]]
        action = game.choose(free or (plays if not game.native.top or rng.random() < 0.3 else []))
        if not isinstance(action, Bet):
            game.act_unchecked(action)
            states.append(game.rules)
    return states


def cards_held(state: Round) -> int:
    return sum(map(len, state.hands))


def ending_of(states: list[Round]) -> Ending | None:
    """The earliest position of a round that minimax can still go through."""
    found = None
    for state in reversed(states[:-1]):
        if not is_defined(state) or cards_held(state) > MOST_CARDS:
            break
        leaves = round_to_native(state).perft(255)
        if leaves > MOST_LEAVES:
            break
        found = Ending(state, leaves)
    return found


@functools.cache
def endings(name: str, players: int) -> list[Ending]:
    """Every fourth one has a bomb in some hand."""
    rng = random.Random(f"{name} {players}")
    found: list[Ending] = []
    while len(found) < ENDINGS:
        ending = ending_of(random_round(name, players, rng))
        if ending and ending.leaves > 4 and (len(found) % 4 or has_bomb(ending.state)):
            found.append(ending)
    return found


@pytest.mark.parametrize(("name", "players"), PAIRS)
def test_equals_minimax(name: str, players: int) -> None:
    for state, _ in endings(name, players):
        solution = solve(state)
        assert solution.solved
        assert solution.rivals == tuple(rivals(state))
        assert solution.value == minimax(state), state.actions
        assert solution.action
        assert minimax(state.apply(solution.action)) == solution.value, state.actions


def test_the_endings_are_of_every_kind() -> None:
    """What minimax was compared on: at least 300 endings, with bets, open tricks and bombs."""
    states = [ending.state for pair in PAIRS for ending in endings(*pair)]
    assert len(states) >= 300
    assert sum(any(state.bets) for state in states) > 100
    assert sum(bool(state.trick) for state in states) > 50
    assert sum(state.players == 3 for state in states) > 100
    assert sum(has_bomb(state) for state in states) > 80


def has_bomb(state: Round) -> bool:
    """Two court cards in one hand are a bomb."""
    return any(len(hand & COURTS) >= 2 for hand in state.hands)


def replayed(state: Round, line: tuple[Action, ...]) -> Round:
    for action in line:
        state = state.apply(action)
    return state


def test_lines_of_play_score_what_was_said() -> None:
    rng = random.Random(1)
    checked = 0
    while checked < HARDER:
        name, players = rng.choice(PAIRS)
        states = [state for state in random_round(name, players, rng) if is_defined(state) and cards_held(state) <= 13]
        solution = solve(states[0], nodes=200_000) if states else None
        if solution and solution.solved:
            end = replayed(states[0], solution.line)
            assert end.over
            assert difference(end) == solution.value
            checked += 1


def fresh(players: int = 2) -> Round:
    state = Game.start(preset("standard", players=players)).deal(random.Random(3)).round
    assert state
    return state


def test_too_much_is_said_to_be_too_much() -> None:
    solution = solve(fresh(), nodes=5000)
    assert not solution.solved
    assert solution.value is None
    assert solution.lower < solution.upper
    assert solution.line == ()
    assert solution.nodes <= 5000
    assert solution == solve(fresh(), nodes=5000)


def test_time_is_kept() -> None:
    assert not solve(fresh(), seconds=0.05).solved


def test_bounds_as_each_rival_sees_them() -> None:
    solution = solve(fresh(), nodes=100)
    assert solution.bounds_for(0) == (solution.lower, solution.upper)
    assert solution.bounds_for(1) == (-solution.upper, -solution.lower)
    with pytest.raises(HaggisError, match="seat 2 is not one of the two"):
        solution.bounds_for(2)


def test_what_is_not_defined_is_refused() -> None:
    with pytest.raises(HaggisError, match="three"):
        solve(fresh(3))
    over = random_round("standard", 2, random.Random(4))[-1]
    with pytest.raises(HaggisError, match="over"):
        solve(over)


OUT_WITH_A_BOMB = {
    "players": 3,
    "lead": 0,
    "hands": [
        "2r 3r 4r 5r 6r 7r 8r 9r Tr 2o 3o 4o 5o 6o",
        "2y 3y 4y 5y 6y 7y 8y 9y Ty 2g 3g 4g 5g 6g",
        "2b 3b 4b 5b 6b 7b 8b 9b Tb 7o 8o 9o 7g 8g",
    ],
    "haggis": "To 9g Tg",
    "actions": [
        *("0 play 2r 3r 4r 5r 6r 7r 8r 9r Tr as 1x9:T", "1 pass", "2 pass"),
        *("0 play 2o 3o 4o 5o 6o as 1x5:6", "1 pass", "2 pass"),
        *("0 play K as 1x1:K", "1 pass", "2 pass", "0 play J Q as bomb:JQ"),
    ],
}


def test_a_bomb_of_the_third_may_be_hers_to_give() -> None:
    with pytest.raises(HaggisError, match="seat 0 is out and may yet say who captures her bomb's trick"):
        solve(read_position(OUT_WITH_A_BOMB | {"preset": "standard"}))
    solution = solve(read_position(OUT_WITH_A_BOMB | {"preset": "tournament"}), nodes=100)
    assert solution.rivals == (1, 2)


@pytest.mark.parametrize(
    "limits",
    [{"nodes": -1}, {"nodes": 1.5}, {"seconds": float("nan")}, {"seconds": -1}, {"seconds": 1e300}, {"megabytes": -1}],
)
def test_bad_limits_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(HaggisError, match="must be"):
        solve(fresh(), **limits)  # type: ignore[arg-type]


def test_nonsense_is_refused() -> None:
    with pytest.raises(HaggisError, match="the position must be a Round"):
        solve("a position")  # type: ignore[arg-type]


def test_an_ending_can_be_thought_up() -> None:
    """Three 2s go out at once: five for the card that is left, two and three for J and Q, nothing for the 2."""
    rules = preset("duel")
    solution = solve_lead(rules, [Cards("Tr"), Cards("2o J Q")], lead=1)
    assert [str(action) for action in solution.line] == ["1 play 2o J Q as 3x1:2"]
    assert solution.bounds_for(1) == (10, 10)
    with pytest.raises(HaggisError, match="two players only"):
        solve_lead(preset("standard", players=3), [Cards("Tr"), Cards("2o")])
    with pytest.raises(HaggisError, match="twice"):
        solve_lead(rules, [Cards("Tr"), Cards("Tr 2o")])
    with pytest.raises(HaggisError, match="each of the 2 seats"):
        solve_lead(rules, [Cards("Tr")])


INTERRUPTED = """
import os, random, signal, threading, time
from haggis.engine.solve import solve, solve_lead
from haggis.rules import Game, preset

state = Game.start(preset("standard")).deal(random.Random(1)).round

def send():
    global sent
    time.sleep(0.4)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=send).start()
try:
    solve(state)
except KeyboardInterrupt:
    print(1000 * (time.perf_counter() - sent))
"""


def test_ctrl_c_stops_it() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1000  # some 20 ms on a quiet machine
