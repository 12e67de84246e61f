"""What every player decides in a few rounds with few nodes, as one number: equal numbers, equal decisions.

A change of the code that leaves the decisions as they were leaves the results as they were. So whoever has cleaned up
signs the code (`python -m experiments sign`), and results of other code with the same signature stay current. What
this can't see is speed (who thinks by the clock gets stronger with a faster engine), and how the arena counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from rich.progress import track

from haggis.arena.match import Match
from haggis.arena.table import Room
from haggis.players import PLAYERS, Clock, cheats, make_player
from haggis.players.registry import YARDSTICKS
from haggis.rules import preset

NODES = 1500
"""As many as the search for bets asks for."""
TABLES = (("standard", 2), ("standard", 3), ("rogers-2024", 2), ("rogers-2024", 3))


def signature() -> str:
    played = sorted(decisions(name) for name in track((*PLAYERS, *YARDSTICKS), "players"))
    return hashlib.sha256("\n".join(played).encode()).hexdigest()[:12]


def decisions(name: str) -> str:
    """Rounds of a player against itself, without its name."""
    return json.dumps([json.loads(line)["rounds"] for line in records(name)])


def records(name: str) -> Iterator[str]:
    cheating = cheats(make_player(name, 1, arena=True))
    for rules, players in TABLES:
        match = Match(
            (name,) * players,
            preset(rules, players=players),
            deals=1,
            clock=Clock(nodes=NODES),
            keep_records=True,
            cheats=(cheating,) * players,
        )
        yield from Room(match).play_deal(0).records
