"""Everyone who can sit at a table. A player is told only its `View`."""

from .player import Clock, Player
from .registry import PLAYERS, UnknownPlayer, make_player

__all__ = ["PLAYERS", "Clock", "Player", "UnknownPlayer", "make_player"]
