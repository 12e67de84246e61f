"""Makes puzzles from rounds of self-play, and proves them. `python -m experiments.puzzles` runs it."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from haggis.engine.search import search, try_actions
from haggis.players import Clock, make_player
from haggis.players.advice import STRONG
from haggis.rules import Action, Bet, Game, Play, Round, Ruleset, View, view_of
from haggis.rules.position import write_position

from .endings import (
    TooLarge,
    deal_count,
    hidden_count,
    mean_values,
    open_values,
    possible_deals,
    proven_best,
    quick_actions,
    rivals,
)
from .judging import difference
from .puzzles import Kind, Puzzle

GAP = 3.0
"""Points by which the solution must be best."""
OPENING_GAP = 4.0
OPENING_ERRORS = 6.0
"""Standard errors by which the solution of an opening must be best."""
SPARE = 1.25
"""How much more of both it must have when it is made: then chance alone does not make it fail later."""
CLOSEST = 3
"""Candidates that are tried against the solution of an opening."""
OPENING_NODES = 4_000
OPEN_CARDS = (9, 16)
"""In both hands together."""
MOST_HIDDEN = 3
PROVED_AGAIN = 50_000
"""Positions of a proof that is made anew: more than the first time, for the solver may name other actions first."""
OWN_CARDS = (3, 6)
FEWEST_ACTIONS = 4
SAMPLE = 6
"""Deals that are solved first, to see whether the others are worth the time."""
PLAYERS = ("regular", "careful", "skilled")
"""Who plays the rounds."""
GRADERS = ("beginner", "novice", "casual", "regular", "careful", "skilled")
TRIES = 3
LEAST_FAILS = 0.1
"""What everybody finds is no puzzle."""
MIDDLE, SPREAD = 1500, 400


def self_play(rules: Ruleset, seed: int) -> Iterator[Round]:
    """The states of a round of self-play in which somebody is asked."""
    rng = random.Random(seed)
    players = [make_player(rng.choice(PLAYERS), rng.getrandbits(32)) for _ in range(rules.players)]
    game = Game.start(rules).deal(rng)
    while state := game.round:
        yield state
        action = players[state.turn].choose(game.view(state.turn), Clock(nodes=200))
        game = game.apply(action)


def find(rules: Ruleset, kind: Kind, seed: int) -> Puzzle | None:
    """The first puzzle of a kind in a round of self-play that somebody fails at."""
    looks = {"open": _open, "hidden": _hidden, "opening": _opening}[kind]
    for state in self_play(rules, seed):
        if len(quick_actions(state)) < FEWEST_ACTIONS:
            continue
        try:
            found = looks(state)
        except TooLarge:
            continue
        if found and found.fails >= LEAST_FAILS:
            return found
    return None


def _ending(state: Round) -> bool:
    """Whether two are left who can't bet any more, and no trick is still the third's."""
    left = rivals(state)
    of_third = bool(state.trick) and state.trick[-1].seat not in left
    return len(left) == 2 and state.ask == "turn" and not of_third and all(map(state.has_played, left))


def _open(state: Round) -> Puzzle | None:
    cards = sum(map(len, state.hands))
    if not _ending(state) or not OPEN_CARDS[0] <= cards <= OPEN_CARDS[1]:
        return None
    values = open_values(state)
    return _made("open", state, values, deals=1) if is_clear(state, values) else None


def _hidden(state: Round) -> Puzzle | None:
    own = len(state.hands[state.turn])
    if not _ending(state) or not OWN_CARDS[0] <= own <= OWN_CARDS[1]:
        return None
    if not 1 <= hidden_count(state, state.turn) <= MOST_HIDDEN or not _promises(state):
        return None
    values = mean_values(state)
    if not is_clear(state, values) or not proven_best(state, values, GAP):
        return None
    return _made("hidden", state, values, deals=deal_count(state, state.turn))


def _promises(state: Round) -> bool:
    """Whether the same action is best in a few of the deals."""
    deals = list(possible_deals(state, state.turn))
    some = random.Random(len(deals)).sample(deals, min(SAMPLE, len(deals)))
    values = [open_values(deal) for deal in some]
    means = sorted((sum(each[action] for each in values) / len(some) for action in values[0]), reverse=True)
    return means[0] >= means[1] + GAP


def is_clear(state: Round, values: Mapping[Action, float]) -> bool:
    """Whether one action is best by the gap, and isn't just going out."""
    (best, value), (_, second), *_ = values.items()
    goes_out = isinstance(best, Play) and best.cards == state.hands[state.turn]
    return value >= second + GAP and not goes_out


def _opening(state: Round) -> Puzzle | None:
    """On the first lead, or the first answer to it."""
    if sum(not isinstance(action, Bet) for action in state.actions) >= state.players:
        return None
    view = view_of(state, state.turn)
    found, again = (clear_opening(view, seed, SPARE) for seed in (1, 2))
    if found is None or again is None or found.solution != again.solution:
        return None
    return _made("opening", state, {found.solution: found.points, found.second: found.points - found.ahead}, deals=0)


class ClearOpening(NamedTuple):
    solution: Action
    second: Action
    """The closest of the others."""
    points: float
    ahead: float
    """By how much the solution is better than the closest, in the same worlds."""


def clear_opening(view: View, seed: int, spare: float = 1) -> ClearOpening | None:
    """The play that all other candidates of a search are behind by the gap.

    All of them by what the search thinks of them, and the closest also in fresh worlds, the same for all.
    """
    settings = STRONG.replace(nodes=OPENING_NODES)
    first, *others = sorted(search(view, settings, seed), key=lambda choice: -choice.worth)
    if not others or first.worth - others[0].worth < spare * OPENING_GAP:
        return None
    mine, *tried = try_actions(view, [each.action for each in (first, *others[:CLOSEST])], settings, seed + 1_000)
    apart = {trial.action: difference(mine, trial) for trial in tried}
    if any(ahead < spare * max(OPENING_GAP, OPENING_ERRORS * error) for ahead, error in apart.values()):
        return None
    second = min(apart, key=lambda action: apart[action][0])
    return ClearOpening(first.action, second, first.points, apart[second][0])


def _made(kind: Kind, state: Round, values: Mapping[Action, float], deals: int) -> Puzzle:
    (solution, value), (_, second), *_ = values.items()
    position = _compact(state)
    name = hashlib.sha256(json.dumps(position, sort_keys=True).encode()).hexdigest()[:8]
    fails = failure_rate(state, solution)
    return Puzzle(name, kind, position, solution, round(value, 2), round(second, 2), deals, fails, rating_of(fails))


def graded(puzzle: Puzzle) -> Puzzle:
    """The same puzzle, as difficult as it is for the levels of today."""
    fails = failure_rate(puzzle.state, puzzle.solution)
    return replace(puzzle, fails=fails, rating=rating_of(fails))


def _compact(state: Round) -> dict[str, Any]:
    """The position with the name of its preset in the place of all rules."""
    written = write_position(state)
    return {"players": state.players, "preset": state.rules.preset} | {
        key: value for key, value in written.items() if key not in ("rules", "players")
    }


def failure_rate(state: Round, solution: Action) -> float:
    """How often the levels, who see what the player in the seat sees, do something else."""
    view = view_of(state, state.turn)
    tries = [make_player(level, seed) for level in GRADERS for seed in range(TRIES)]
    failed = sum(_card_action(player.choose(view, Clock(nodes=200)), solution) for player in tries)
    return round(failed / len(tries), 3)


def _card_action(chosen: Action, solution: Action) -> bool:
    """Whether it is another play; who bets first has not failed yet."""
    return chosen != solution and not isinstance(chosen, Bet)


def rating_of(fails: float) -> int:
    """As of an opponent who wins so often against a rating of 1500."""
    inside = min(max(fails, 0.03), 0.97)
    return round(MIDDLE + SPREAD * math.log10(inside / (1 - inside)))


def is_proved(puzzle: Puzzle) -> bool:
    """Whether the proof of a puzzle holds, made anew; for an opening whether a search with other chance agrees."""
    state = puzzle.state
    if puzzle.kind == "opening":
        found = clear_opening(puzzle.view, 4)
        return found is not None and found.solution == puzzle.solution
    values = open_values(state) if puzzle.kind == "open" else mean_values(state)
    proven = puzzle.kind == "open" or proven_best(state, values, GAP, PROVED_AGAIN)
    return next(iter(values)) == puzzle.solution and is_clear(state, values) and proven
