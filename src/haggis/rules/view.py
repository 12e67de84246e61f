"""What one seat may know, and nothing else (its JSON form: docs/spec/protocol.md, section 2).

A view is public history plus one's own cards. Whatever the hidden cards are, the view is the
same: that also means that any deal that agrees with it will do to rebuild it from its wire form.
Only the score of a finished round counts cards that nobody saw before; the wire carries it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from .actions import Action, Bet, Give, Pass, Play, parse_action
from .cards import NO_CARDS, Cards, number_cards
from .combos import Combo, Reading
from .deal import HAND_SIZE, Deal
from .errors import IllegalAction, NotationError, shown
from .events import PARTS, ScoreLine
from .json_reading import Fields
from .plays import legal_plays
from .round import Ask, Round, replay
from .ruleset import MOST, Ruleset
from .sentences import sentence


@dataclass(frozen=True)
class View:
    rules: Ruleset
    names: tuple[str, ...]
    seat: int
    totals: tuple[int, ...]
    dealer: int
    lead: int
    dealt: Cards
    """The number cards that this seat was dealt."""
    hand: Cards
    counts: tuple[int, ...]
    """How many cards each seat holds, court cards included."""
    courts: tuple[Cards, ...]
    """The court cards that each seat still holds; they lie face up."""
    turn: int
    ask: Ask | Literal["wait"]
    """`turn` or `give` if this seat is asked, `wait` if another is, `over` after the round."""
    trick: tuple[Play, ...]
    captured: tuple[tuple[Cards, ...], ...]
    bets: tuple[int | None, ...]
    out: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    actions: tuple[Action, ...]
    bets_open: bool
    """Whether this seat may still bet."""
    rounds_played: int = 0
    """Rounds of the game that are finished."""

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def on(self) -> Reading | None:
        return self.trick[-1].reading if self.trick else None

    @property
    def unseen(self) -> Cards:
        """The number cards that this seat has not seen: in other hands or in the haggis."""
        return self.known.unseen

    @property
    def known(self) -> _Known:
        return _Known(self.rules, self.seat, self.dealer, self.lead, self.dealt, self.actions)

    def legal_plays(self) -> list[Combo]:
        return legal_plays(self.hand, self.on, self.rules) if self.ask == "turn" else []

    def legal_actions(self) -> list[Action]:
        """Every play, pass or give that this seat is asked for; `legal_bets` are apart."""
        if self.ask == "give":
            return [Give(self.seat, to) for to in range(self.players) if to != self.seat]
        plays: list[Action] = [Play(self.seat, *combo) for combo in self.legal_plays()]
        passes: list[Action] = [Pass(self.seat)] if self.ask == "turn" and self.trick else []
        return plays + passes

    def legal_bets(self) -> list[Bet]:
        """The bets that this seat may place now, in or out of turn."""
        return [Bet(self.seat, amount) for amount in (0, *self.rules.bets)] if self.bets_open else []

    def to_json(self) -> dict[str, Any]:
        """The `view` of haggis-bot/1; a game of a number of rounds also says how many are played."""
        wire: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "seats": list(self.names),
            "seat": self.seat,
            "totals": list(self.totals),
            "dealer": self.dealer,
            "lead": self.lead,
            "dealt": str(self.dealt),
            "hand": str(self.hand),
            "counts": list(self.counts),
            "actions": [str(action) for action in self.actions],
            "ask": self.ask,
        }
        if self.rules.rounds is not None:
            wire["rounds_played"] = self.rounds_played
        if self.ask == "over":
            wire["lines"] = [line._asdict() for line in self.lines]
        return wire

    @staticmethod
    def from_json(wire: object) -> View:
        """The view that `to_json` wrote; its history is checked by playing it again."""
        fields = Fields(wire, sentence("json.view"), NotationError)
        names = tuple(fields.texts("seats"))
        rules = Ruleset.from_json(fields.get("rules"), len(names))
        seat, dealer, lead = (fields.whole(name, 0, len(names) - 1) for name in ("seat", "dealer", "lead"))
        actions = tuple(map(parse_action, fields.texts("actions")))
        deal = _world(_Known(rules, seat, dealer, lead, Cards(fields.text("dealt")), actions))
        totals = fields.wholes("totals", len(names))
        played = fields.whole("rounds_played", 0, MOST) if "rounds_played" in fields else 0  # not every host says it
        view = view_of(replay(rules, deal, actions), seat, names, totals, played)
        if view.hand != Cards(fields.text("hand")):
            raise NotationError(sentence("view.hand", cards=str(view.hand)))
        return replace(view, lines=_read_lines(fields, rules.players)) if view.ask == "over" else view


def _read_lines(fields: Fields, players: int) -> tuple[ScoreLine, ...]:
    what = sentence("json.view-line")
    wires = [Fields(wire, what, NotationError) for wire in fields.list("lines")]
    return tuple(_read_line(wire, players) for wire in wires)


def _read_line(fields: Fields, players: int) -> ScoreLine:
    cause = next((known for known in PARTS if known == fields.text("cause")), None)
    if cause is None:
        raise NotationError(sentence("view.cause", given=shown(fields.text("cause")), causes=tuple(PARTS)))
    points, amount = fields.whole("points", 0, MOST), fields.whole("amount", 0, MOST)
    other = None if fields.get("other") is None else fields.whole("other", 0, players - 1)
    return ScoreLine(fields.whole("seat", 0, players - 1), cause, points, amount, other)


def view_of(
    state: Round, seat: int, names: tuple[str, ...] = (), totals: tuple[int, ...] = (), rounds_played: int = 0
) -> View:
    """What `seat` may know of a round."""
    if seat not in range(state.players):
        raise IllegalAction(sentence("seat.none", seat=seat, last=state.players - 1))
    asked: Ask | Literal["wait"] = state.ask if state.over or state.turn == seat else "wait"
    return View(
        rules=state.rules,
        names=names or tuple(f"seat {number}" for number in range(state.players)),
        seat=seat,
        totals=totals or (0,) * state.players,
        dealer=state.deal.dealer,
        lead=state.deal.lead,
        dealt=state.deal.hands[seat],
        hand=state.hands[seat],
        counts=tuple(map(len, state.hands)),
        courts=tuple(hand.courts for hand in state.hands),
        turn=state.turn,
        ask=asked,
        trick=state.trick,
        captured=state.captured,
        bets=state.bets,
        out=state.out,
        lines=state.lines,
        actions=state.actions,
        bets_open=bool(state.legal_bets(seat)),
        rounds_played=rounds_played,
    )


class _Known(NamedTuple):
    """What a world must agree with."""

    rules: Ruleset
    seat: int
    dealer: int
    lead: int
    dealt: Cards
    actions: tuple[Action, ...]

    def played_by(self, seat: int) -> Cards:
        played = NO_CARDS
        for action in self.actions:
            if isinstance(action, Play) and action.seat == seat:
                played |= action.cards.numbers
        return played

    @property
    def unseen(self) -> Cards:
        seen = self.dealt
        for seat in range(self.rules.players):
            seen |= self.played_by(seat)
        return number_cards(self.rules.suits) - seen


def sample_world(view: View, rng: random.Random) -> Deal:
    """A full deal that agrees with the view; every one is equally likely."""
    return _world(view.known, rng)


def _world(known: _Known, rng: random.Random | None = None) -> Deal:
    """Everybody else gets the cards she played and, from the unseen ones, what she lacks."""
    foreign = known.played_by(known.seat) - known.dealt
    if foreign:
        raise NotationError(sentence("view.foreign", cards=str(foreign)))
    rest = list(known.unseen)
    if rng:
        rng.shuffle(rest)
    hands = []
    for seat in range(known.rules.players):
        hand = known.dealt if seat == known.seat else known.played_by(seat)
        lacking = max(0, HAND_SIZE - len(hand)) if seat != known.seat else 0
        hands.append(hand | Cards(rest[:lacking]))
        rest = rest[lacking:]
    return Deal(known.dealer, known.lead, tuple(hands), Cards(rest))
