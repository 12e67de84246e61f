"""Everyone who can sit at a table. A player is told only its `View`."""

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
