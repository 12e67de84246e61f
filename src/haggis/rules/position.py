"""A position as one JSON object: a deal and the actions since (as in vectors/perft.jsonl).

`{"players": 2, "preset": "standard", "lead": 0, "hands": [...], "haggis": "...", "actions": [...]}`;
a whole `rules` object may stand in the place of `preset`, and without `dealer` the seat before
the leader dealt.
"""

from __future__ import annotations

from .actions import parse_action
from .cards import Cards
from .deal import Deal
from .errors import NotationError
from .json_reading import Fields
from .round import Round, replay
from .ruleset import Ruleset, preset
from .sentences import sentence


def read_position(wire: object) -> Round:
    """The round that a position describes; every action is checked."""
    fields = Fields(wire, sentence("json.position"), NotationError)
    players = fields.whole("players", 2, 3)
    rules = (
        Ruleset.from_json(fields.get("rules"), players)
        if "rules" in fields
        else preset(fields.text("preset"), players=players)
    )
    lead = fields.whole("lead", 0, players - 1)
    dealer = fields.whole("dealer", 0, players - 1) if "dealer" in fields else (lead - 1) % players
    deal = Deal(dealer, lead, tuple(map(Cards, fields.texts("hands"))), Cards(fields.text("haggis")))
    return replay(rules, deal, map(parse_action, fields.texts("actions")))


def write_position(state: Round) -> dict[str, object]:
    """The position that `read_position` reads back."""
    return {
        "players": state.players,
        "rules": state.rules.to_json(),
        "dealer": state.deal.dealer,
        "lead": state.deal.lead,
        "hands": [str(hand) for hand in state.deal.hands],
        "haggis": str(state.deal.haggis),
        "actions": [str(action) for action in state.actions],
    }
