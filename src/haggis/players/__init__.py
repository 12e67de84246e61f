"""Everyone who can sit at a table. A player is told only its `View`.

- `player`: what a player must be able to do; `registry`: the players by name
- `random_player`, `greedy`, `casual`, `heuristic`, `searcher`: the players themselves
- `advice`, `betting`: what search thinks of a decision, and of a bet
- `host`: how a table asks a player, and what it does when one fails
- `external`, `process`, `client`: bots in other programs
"""

from .advice import Advice, advise
from .external import BadBot, BotFault, External
from .player import AS_IT_LIKES, Clock, Player
from .registry import PLAYERS, ArenaOnly, UnknownPlayer, cheats, make_player

__all__ = [
    "AS_IT_LIKES",
    "PLAYERS",
    "Advice",
    "ArenaOnly",
    "BadBot",
    "BotFault",
    "Clock",
    "External",
    "Player",
    "UnknownPlayer",
    "advise",
    "cheats",
    "make_player",
]
