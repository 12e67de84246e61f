"""What every player decides in a few rounds with few nodes, as one number: equal numbers, equal decisions.

A change of the code that leaves the decisions as they were leaves the results as they were. So whoever has cleaned up
signs the code (`python -m experiments sign`), and results of other code with the same signature stay current. Results
on reviews and hints have a second number, of what those say. What neither can see is speed (who thinks by the clock
gets stronger with a faster engine), and how the arena counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from rich.progress import track

from haggis.arena.match import Match
from haggis.arena.table import Room
from haggis.players import PLAYERS, Clock, cheats, make_player
from haggis.players.registry import YARDSTICKS
from haggis.rules import Ruleset, preset, view_of
from haggis.study.budget import Budget
from haggis.study.hint import hint
from haggis.study.replay import replay_game
from haggis.study.review import review

from .games import play_game
from .hint_endings import ending_of

NODES = 1500
"""As many as the search for bets asks for."""
TABLES = (("standard", 2), ("standard", 3), ("rogers-2024", 2), ("rogers-2024", 3))
JUDGING = Budget(nodes=160)
ENDINGS = 20


def signature() -> str:
    return number_of(sorted(decisions(name) for name in track((*PLAYERS, *YARDSTICKS), "players")))


def judging_signature() -> str:
    """Of what reviews say of a round of each table, and hints of a few endings."""
    reviewed = (judgements(preset(rules, players=players)) for rules, players in track(TABLES, "reviews"))
    hinted = (json.dumps(candidates(seed)) for seed in track(range(ENDINGS), "hints"))
    return number_of([*reviewed, *hinted])


def number_of(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def judgements(rules: Ruleset) -> str:
    """Without what was true, which plays no part in a judgement, and without the levels, which are a result."""
    game = play_game(["casual"] * rules.players, rules, seed=1, rounds=1)
    found = review(replay_game(game), JUDGING)
    judged = [each.judgement for each in found.decisions]
    told = [(str(each.played), str(each.best), each.loss, each.error, each.cost, each.class_) for each in judged]
    return json.dumps([told, [each.to_json() for each in found.bets], [each.luck.to_json() for each in found.players]])


def candidates(seed: int) -> list[Any]:
    state = ending_of(seed)
    return [each.to_json() for each in hint(view_of(state, state.turn), JUDGING, seed).candidates]


def decisions(name: str) -> str:
    """Rounds of a player against itself, without its name."""
    return json.dumps([json.loads(line)["rounds"] for line in records(name)])


def records(name: str) -> Iterator[str]:
    cheating = cheats(make_player(name, 1, arena=True))
    for rules, players in TABLES:
        match = Match(
            (name,) * players,
            preset(rules, players=players),
            deals=1,
            clock=Clock(nodes=NODES),
            keep_records=True,
            cheats=(cheating,) * players,
        )
        yield from Room(match).play_deal(0).records
