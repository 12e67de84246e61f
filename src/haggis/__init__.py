"""Haggis, the climbing card game by Sean Ross, as a library.

>>> import random
>>> import haggis
>>> game = haggis.Game.start(haggis.preset("standard"), ("Ann", "Bob")).deal(random.Random(1))
>>> len(game.view(0).hand)
17
"""

from .rules import *  # noqa: F403  # the rules are the package's face; `rules` lists the names
from .rules import __all__ as __all__

__version__ = "0.1.0"
