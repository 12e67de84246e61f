"""How long a review takes: six rounds at the default budget, to the first judgement and to the end.

    python -m bench.review

Two and three players of `regular`, six rounds each. Times are those of the clock, so a busy machine makes them longer;
the processor's time is beside them. Writes bench/results/review.json.
"""

from __future__ import annotations

import random
import time
from typing import Any

from haggis.players import AS_IT_LIKES, make_player
from haggis.rules import Game, preset
from haggis.study.replay import replay_game
from haggis.study.review import Progress, review

from .measuring import write

ROUNDS = 6


def played(players: int, seed: int | None = None) -> Game:
    """A game of six rounds."""
    rng = random.Random(players if seed is None else seed)
    rules = preset("standard", players=players).with_rule("rounds", str(ROUNDS))
    seats = [make_player("regular", seat) for seat in range(players)]
    game = Game.start(rules)
    while len(game.finished) < ROUNDS:
        game = game.deal(rng)
        while state := game.round:
            game = game.apply(seats[state.turn].choose(game.view(state.turn), AS_IT_LIKES))
    return game


def timed(game: Game) -> dict[str, Any]:
    told: list[float] = []
    begun, processor = time.perf_counter(), time.process_time()

    def note(progress: Progress) -> None:
        if progress.decision and not progress.decision.judgement.forced:
            told.append(time.perf_counter() - begun)

    found = review(replay_game(game), on_progress=note)
    return {
        "first_s": round(told[0], 3),
        "whole_s": round(time.perf_counter() - begun, 2),
        "processor_s": round(time.process_time() - processor, 2),
        "decisions": sum(player.decisions for player in found.players),
        "nodes": found.budget.nodes,
    }


def main() -> None:
    print(write("review", {f"{players}p": timed(played(players)) for players in (2, 3)}))


if __name__ == "__main__":
    main()
