"""Everyone who can sit at a table. A player is told only its `View`."""

from .external import BadBot, BotFault, External
from .player import Clock, Player
from .registry import PLAYERS, ArenaOnly, UnknownPlayer, cheats, make_player

__all__ = [
    "PLAYERS",
    "ArenaOnly",
    "BadBot",
    "BotFault",
    "Clock",
    "External",
    "Player",
    "UnknownPlayer",
    "cheats",
    "make_player",
]
