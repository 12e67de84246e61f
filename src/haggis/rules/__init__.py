"""The game itself: pure Python, standard library only. Everything above asks here what is legal."""

from .actions import Action, Bet, Give, Pass, Play, parse_action
from .cards import COURTS, Card, Cards, parse_card
from .combos import Combo, Reading, parse_reading, readings
from .deal import Deal
from .errors import AmbiguousPlay, BadDeal, BadRecord, BadRules, HaggisError, IllegalAction, NotationError
from .events import Event, GameWon, RoundScored, Score, ScoreLine, TrickTaken, WentOut
from .game import Game
from .perft import divide, perft
from .plays import legal_bits, legal_plays
from .round import Round
from .ruleset import PRESETS, Ruleset, preset
from .view import View, sample_world, view_of

__all__ = [
    "COURTS",
    "PRESETS",
    "Action",
    "AmbiguousPlay",
    "BadDeal",
    "BadRecord",
    "BadRules",
    "Bet",
    "Card",
    "Cards",
    "Combo",
    "Deal",
    "Event",
    "Game",
    "GameWon",
    "Give",
    "HaggisError",
    "IllegalAction",
    "NotationError",
    "Pass",
    "Play",
    "Reading",
    "Round",
    "RoundScored",
    "Ruleset",
    "Score",
    "ScoreLine",
    "TrickTaken",
    "View",
    "WentOut",
    "divide",
    "legal_bits",
    "legal_plays",
    "parse_action",
    "parse_card",
    "parse_reading",
    "perft",
    "preset",
    "readings",
    "sample_world",
    "view_of",
]
