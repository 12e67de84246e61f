"""Everyone who can sit at a table. A player is told only its `View`."""

from .external import BadBot, BotFault, External
from .player import Clock, Player
from .registry import PLAYERS, CheatRefused, UnknownPlayer, cheats, make_player

__all__ = [
    "PLAYERS",
    "BadBot",
    "BotFault",
    "CheatRefused",
    "Clock",
    "External",
    "Player",
    "UnknownPlayer",
    "cheats",
    "make_player",
]
