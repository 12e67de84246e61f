"""Games whose deals were made of shares, as records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from haggis.rules import Game, preset, record
from haggis.rules.fair import commitment, new_salt
from haggis.shuffle.derivation import new_number, next_deal, secret_of_round, share_commitment
from haggis.shuffle.proof import FORMAT
from haggis.testing import random_action

Json = dict[str, Any]


def played_record(seed: int, given: Sequence[bool], rounds: int = 2) -> Json:
    """A game by random players; every seat promised a share, and some gave it."""
    rng = random.Random(seed)
    last, shares = new_number(), [new_number() for _ in given]
    dealt_with = [share if gave else None for share, gave in zip(shares, given, strict=True)]
    game = Game.start(preset("standard", players=len(given), rounds=rounds))
    promises = []
    while not game.over:
        secret = secret_of_round(last, len(game.finished) + 1)
        deal, salt = next_deal(game, secret, dealt_with), new_salt()
        promises.append({"commitment": commitment(deal, salt), "salt": salt, "secret": secret})
        game = game.deal_given(deal)
        while game.round:
            game = game.apply(random_action(game.round, rng))
    written = record.write(game)
    for played, promise in zip(written["rounds"], promises, strict=True):
        played.update(promise)
    written["shuffle"] = {
        "format": FORMAT,
        "commitment": secret_of_round(last, 0),
        "commitments": [share_commitment(share) for share in shares],
        "shares": dealt_with,
    }
    return written
