"""Everyone who can sit at a table. A player is told only its `View`.

- `player`: what a player must be able to do; `registry`: the players by name
- `levels`: those that people choose from; `options`: what a name can say beside the level
- `random_player`, `greedy`, `person`, `heuristic`, `searcher`: the players themselves
- `advice`, `betting`: what search thinks of a decision, and of a bet
- `host`: how a table asks a player, and what it does when one fails
- `external`, `process`, `client`: bots in other programs
"""

from .advice import Advice, advise
from .external import BadBot, BotFault, External
from .player import AS_IT_LIKES, Clock, Player
from .registry import LEVELS, PLAYERS, ArenaOnly, UnknownPlayer, cheats, make_player

__all__ = [
    "AS_IT_LIKES",
    "LEVELS",
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
