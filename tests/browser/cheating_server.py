"""`haggis serve` that cheats: seat 0 always gets three 9s, whatever the shares are; each deal is promised as usual."""

from __future__ import annotations

import random

from haggis.cli import main
from haggis.rules import Deal, Game
from haggis.server.tables import play_commands
from haggis.server.tables.shuffle import Shuffle, deal_of_shares


def chosen_deal(shuffle: Shuffle, game: Game) -> tuple[Deal, str] | None:
    honest = deal_of_shares(shuffle, game)
    assert honest
    while True:
        dealt = game.deal(random.Random()).round
        assert dealt
        if sum(card.startswith("9") for card in str(dealt.deal.hands[0]).split()) >= 3:
            return dealt.deal, honest[1]


if __name__ == "__main__":
    play_commands.deal_of_shares = chosen_deal
    main()
