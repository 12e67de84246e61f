"""What a seat, or a spectator, may know of a table: docs/server.md, "The state".

Of a round in play only a `View` is looked at, so no hidden card can get out from here. A
spectator's state is made of the public part of a view, which is the same whoever's it is. A
finished round is shown whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from haggis.rules import Bet, Cards, Pass, Play, Reading, Round, ScoreLine, View
from haggis.rules.scoring import pile_points
from haggis.rules.words import line_words, reading_name
from haggis.server.settings import Settings
from haggis.server.tables.table_state import Promise, Sitting, playing

from .responses import Legal, LineShape, OnShape, Pile, PlayShape, Sheet, State


def state_for(sitting: Sitting, seat: int | None, now: int, asked_since: int, settings: Settings) -> State:
    """The state as `seat` may know it; None: as a spectator."""
    return own_state(public_state(sitting, now, asked_since, settings), sitting, seat)


def public_state(sitting: Sitting, now: int, asked_since: int, settings: Settings) -> dict[str, Any]:
    """The part of the state that is the same for everybody."""
    clocks = {
        "deadline": move_deadline(sitting, asked_since),
        "next_deadline": next_deadline(sitting, asked_since, settings),
    }
    dealt = sitting.game is not None and sitting.game.last_round is not None
    return _table(sitting, now) | clocks | (public_part(playing(sitting).view(0)) if dealt else _NOTHING_DEALT)


def own_state(public: dict[str, Any], sitting: Sitting, seat: int | None) -> State:
    """The public part and what `seat` alone may know."""
    return cast(State, public | _own_part(sitting, seat) | _rights(sitting, seat))


def _table(sitting: Sitting, now: int) -> dict[str, Any]:
    game = sitting.game
    return {
        "seq": sitting.seq,
        "status": sitting.status,
        "now": now,
        "seats": [
            {"kind": each.kind, "name": each.name, "level": each.level, "left": each.left} for each in sitting.seats
        ],
        "round": len(sitting.promises),
        "target": sitting.rules.target,
        "rounds": sitting.rules.rounds,
        "totals": list(game.totals) if game else [0] * len(sitting.seats),
        "winner": game.winner if game and sitting.status == "over" else None,
        "ready": sorted(sitting.ready),
        "history": [list(totals) for totals in sitting.history],
        "sheet": last_sheet(sitting),
        "rematch": sitting.rematch,
        "commitment": sitting.promises[-1].commitment if sitting.promises else None,
        "asked": sitting.round.ask if sitting.round else None,
    }


_NOTHING_DEALT: dict[str, Any] = {
    "dealer": None,
    "lead": None,
    "turn": None,
    "counts": [],
    "courts": [],
    "trick": [],
    "passed": [],
    "captured": [],
    "bets": [],
    "out": [],
    "lines": [],
    "on": None,
}


def public_part(view: View) -> dict[str, Any]:
    """The part of a view that is the same whoever's it is."""
    return {
        "dealer": view.dealer,
        "lead": view.lead,
        "turn": None if view.ask == "over" else view.turn,
        "counts": list(view.counts),
        "courts": [text(courts) for courts in view.courts],
        "trick": [_play(play) for play in view.trick],
        "passed": passed(view),
        "captured": [_pile(pile, view) for pile in view.captured],
        "bets": list(view.bets),
        "out": list(view.out),
        "lines": [line(each, view.names) for each in view.lines],
        "on": _on(view),
    }


_NOTHING_OF_ONE_S_OWN: dict[str, Any] = {
    "hand": None,
    "legal": None,
    "may_bet": [],
    "may_pass": False,
    "may_give": [],
    "unseen": None,
}


def _own_part(sitting: Sitting, seat: int | None) -> dict[str, Any]:
    """What only this seat may know, or what a spectator gets instead."""
    if sitting.game is None or sitting.game.last_round is None:
        return _NOTHING_OF_ONE_S_OWN | {"seat": seat, "ask": "watch" if seat is None else "none"}
    if seat is None:
        return watched(sitting.game.view(0), sitting)
    return _own(sitting.game.view(seat), sitting)


def _own(view: View, sitting: Sitting) -> dict[str, Any]:
    asked = view.ask == "turn"
    return {
        "seat": view.seat,
        "ask": view.ask,
        "hand": str(view.hand),
        "legal": legal(view) if asked else None,
        "may_bet": [0, *view.rules.bets] if view.bets_open else [],
        "may_pass": asked and bool(view.trick),
        "may_give": [seat for seat in range(view.players) if seat != view.seat] if view.ask == "give" else [],
        "unseen": str(view.unseen) if sitting.plan.unseen else None,
    }


def watched(view: View, sitting: Sitting) -> dict[str, Any]:
    """A spectator has seen the cards that were played; that is the same from every seat."""
    not_played = view.unseen | view.hand.numbers
    unseen = str(not_played) if sitting.plan.unseen else None
    return _NOTHING_OF_ONE_S_OWN | {"seat": None, "ask": "watch", "unseen": unseen}


@lru_cache(maxsize=50_000)
def text(cards: Cards) -> str:
    """The text of cards that are shown again and again: plays on the table and in the piles."""
    return str(cards)


def _play(play: Play) -> PlayShape:
    reading = play.combo.reading
    return {"seat": play.seat, "cards": text(play.cards), "reading": str(reading), "words": reading_name(reading)}


def _on(view: View) -> OnShape | None:
    if not view.trick:
        return None
    top = _play(view.trick[-1])
    return {"reading": top["reading"], "words": top["words"], "seat": top["seat"]}


def passed(view: View) -> list[int]:
    """Who passed since the last play of this trick."""
    found: list[int] = []
    for action in reversed(view.actions if view.trick else ()):
        match action:
            case Pass(seat):
                found.insert(0, seat)
            case Bet():
                continue
            case _:
                break
    return found


def _pile(pile: tuple[Cards, ...], view: View) -> Pile:
    return {
        "cards": sum(map(len, pile)),
        "points": pile_points(pile, view.rules),
        "plays": [text(cards) for cards in pile],
    }


def line(each: ScoreLine, names: tuple[str, ...]) -> LineShape:
    return {
        "seat": each.seat,
        "cause": each.cause,
        "part": each.part,
        "points": each.points,
        "words": line_words(each, names),
    }


# --- legal plays --------------------------------------------------------------------------------


def legal(view: View) -> Legal:
    """Every legal play by its reading, the highest readings first, and each reading's words."""
    pieces = [(card.bit, f" {card}") for card in view.hand]
    grouped: dict[Reading, list[str]] = {}
    for cards, reading in view.legal_plays():
        bits = cards.bits
        grouped.setdefault(reading, []).append("".join([piece for bit, piece in pieces if bits & bit])[1:])
    ordered = sorted(grouped, key=strength, reverse=True)
    return {
        "plays": {str(reading): grouped[reading] for reading in ordered},
        "words": {str(reading): reading_name(reading) for reading in ordered},
    }


def strength(reading: Reading) -> tuple[bool, int, int, int]:
    """Bombs above all, then by rank: the order in which readings are offered."""
    return reading.is_bomb, reading.rank, reading.multiplicity, reading.length


# --- finished rounds ----------------------------------------------------------------------------


def sheets(sitting: Sitting) -> list[Sheet]:
    """The score sheets of all finished rounds."""
    if sitting.game is None:
        return []
    finished = sitting.game.finished
    return [_sheet(sitting, number, done) for number, done in enumerate(finished)]


def last_sheet(sitting: Sitting) -> Sheet | None:
    """The sheet of the round that just ended, until the next is dealt."""
    if sitting.game is None or sitting.game.round or not sitting.game.finished:
        return None
    return _sheet(sitting, len(sitting.game.finished) - 1, sitting.game.finished[-1])


def _sheet(sitting: Sitting, number: int, done: Round) -> Sheet:
    promise: Promise = sitting.promises[number]
    return {
        "round": number + 1,
        "dealer": done.deal.dealer,
        "lead": done.deal.lead,
        "out": list(done.out),
        "scores": [
            {"hand": score.hand, "cards": score.cards, "bets": score.bets, "total": score.total}
            for score in done.scores
        ],
        "lines": [line(each, sitting.names) for each in done.lines],
        "totals": list(sitting.history[number]),
        "hands": [str(hand) for hand in done.hands],
        "dealt": [str(hand) for hand in done.deal.hands],
        "haggis": str(done.deal.haggis),
        "commitment": promise.commitment,
        "salt": promise.salt,
    }


# --- clocks and rights --------------------------------------------------------------------------


def move_deadline(sitting: Sitting, asked_since: int) -> int | None:
    """When the move clock of the asked person runs out."""
    if sitting.plan.move_seconds is None or sitting.round is None:
        return None
    if sitting.seats[sitting.round.turn].kind != "person":
        return None
    return asked_since + 1000 * sitting.plan.move_seconds


def next_deadline(sitting: Sitting, asked_since: int, settings: Settings) -> int | None:
    """When the next round is dealt even if somebody has not said `next`."""
    if not sitting.between_rounds or len(sitting.people) < 2:
        return None
    return asked_since + round(1000 * settings.next_seconds)


def may_take_back(sitting: Sitting, seat: int | None) -> bool:
    if seat is None or not sitting.plan.takeback or sitting.round is None or not sitting.all_others_are_bots(seat):
        return False
    return any(action.seat == seat for action in sitting.round.actions)


def may_hint(sitting: Sitting, seat: int | None) -> bool:
    return seat is not None and sitting.plan.hints and sitting.round is not None and sitting.round.turn == seat


def _rights(sitting: Sitting, seat: int | None) -> dict[str, Any]:
    return {"may_takeback": may_take_back(sitting, seat), "may_hint": may_hint(sitting, seat)}
