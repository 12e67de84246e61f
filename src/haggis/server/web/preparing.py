"""What is the same for everybody and takes a while is made before the first visitor comes: else all would wait then."""

from __future__ import annotations

from haggis.rules import Cards, legal_bits, preset
from haggis.rules.cards import RANKS_PER_SUIT
from haggis.study.puzzles import all_puzzles

from .openapi import Api
from .routes import options_as_json


def prepare(app: Api) -> None:
    app.packed()  # makes all routes and schemas
    options_as_json()
    all_puzzles()
    list_runs()


def list_runs() -> None:
    """Every choice of one suit's cards, so that the rules' list of runs has its size before the collector is calmed."""
    rules = preset("standard")
    for bits in range(1, 2**RANKS_PER_SUIT):
        legal_bits(Cards.from_bits(bits), None, rules)
