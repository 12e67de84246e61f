"""`haggis serve` that cheats, so that seat 0 always gets three 9s; each deal is promised as usual.

`CHEAT=deal` deals other cards than those that secret and shares give; `CHEAT=settle` deals the right
ones, but from secrets that it settled anew once it knew the shares.
"""

from __future__ import annotations

import itertools
import os
import random
from dataclasses import replace

from haggis.cli import main
from haggis.rules import Deal, Game
from haggis.server.tables import play_commands, table_state
from haggis.server.tables.shuffle import Shuffle, add_share, begin_shuffle, deal_of_shares
from haggis.shuffle.derivation import hash_of, secret_of_round, shuffled


def is_good(hand: object) -> bool:
    return sum(card.startswith("9") for card in str(hand).split()) >= 3


def chosen_deal(shuffle: Shuffle, game: Game) -> tuple[Deal, str]:
    honest = deal_of_shares(shuffle, game)
    assert honest
    while True:
        dealt = game.deal(random.Random()).round
        assert dealt
        if is_good(dealt.deal.hands[0]):
            return dealt.deal, honest[1]


def settled_anew(shuffle: Shuffle, seat: int, share: str) -> Shuffle:
    """The same for the same share: an event is folded more than once."""
    known = add_share(shuffle, seat, share)
    tries = (hash_of(share, number) for number in itertools.count())
    last = next(last for last in tries if is_good(shuffled(secret_of_round(last, 1), 1, known.shares).hands[0]))
    return replace(known, last_secret=last, commitment=begin_shuffle(last, known.commitments).commitment)


if __name__ == "__main__":
    if os.environ["CHEAT"] == "deal":
        play_commands.deal_of_shares = chosen_deal
    else:
        table_state.add_share = settled_anew
    main()
