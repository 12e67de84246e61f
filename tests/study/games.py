"""Games for the tests of study."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, Ruleset, preset, record

FILE = Path(__file__).parents[1] / "vectors" / "games.jsonl"


def play(rules: Ruleset, seed: int, *, level: str = "casual", rounds: int = 1, bets: bool = True) -> Game:
    """So many rounds of a level against itself."""
    rng = random.Random(seed)
    players = [make_player(level, seed + seat) for seat in range(rules.players)]
    rules = rules if bets else rules.with_rule("bets", "none")
    game = Game.start(rules, ("Ann", "Bob", "Cay")[: rules.players])
    while len(game.finished) < rounds and not game.over:
        game = game.deal(rng)
        while state := game.round:
            game = game.apply(players[state.turn].choose(game.view(state.turn), AS_IT_LIKES))
    return game


@cache
def one_round(players: int = 2, seed: int = 1, level: str = "casual") -> Game:
    return play(preset("standard", players=players), seed, level=level)


def record_of(game: Game) -> dict[str, Any]:
    return record.write(game)


def text_of(game: Game) -> str:
    return json.dumps(record.write(game))


def kept_records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text().splitlines()]
