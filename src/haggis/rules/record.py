"""The game record: one JSON object that lets a stranger replay everything (docs/spec/record.md).

`write` makes it, `read` plays it again from the deal and refuses it if anything doesn't hold: an
illegal action, a wrong dealer, a score that isn't so, a deal that breaks its promise (`fair`). The
refusal names the round and the action.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from . import fair
from .actions import parse_action
from .cards import Cards
from .deal import Deal
from .errors import BadRecord, HaggisError, shown
from .events import Score
from .game import Game
from .json_reading import Fields
from .round import Round
from .ruleset import Ruleset
from .sentences import sentence

FORMAT = "haggis-record/1"
LONGEST_NAME = 500
"""Of a player: bots are called by their programs and options."""


def write(game: Game) -> dict[str, Any]:
    """The record of a game, finished or broken off."""
    rounds = [*game.finished, *([game.round] if game.round else [])]
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": game.rules.to_json(),
        "seats": list(game.names),
        "rounds": [_write_round(played) for played in rounds],
        "totals": list(game.totals),
    }
    return record if game.winner is None else record | {"winner": game.winner}


def _write_round(played: Round) -> dict[str, Any]:
    record: dict[str, Any] = {
        "dealer": played.deal.dealer,
        "lead": played.deal.lead,
        "hands": [str(hand) for hand in played.deal.hands],
        "haggis": str(played.deal.haggis),
        "actions": [str(action) for action in played.actions],
    }
    if played.over:
        scores = [{"hand": score.hand, "cards": score.cards, "bets": score.bets} for score in played.scores]
        record |= {"out": list(played.out), "scores": scores}
    return record


def read(record: object) -> Game:
    """The game at its end, every action replayed and every score computed anew."""
    *_, last = replay(record)
    return last


def replay(record: object) -> Iterator[Game]:
    """The game after its start, after every deal and after every action; refuses what doesn't hold."""
    with _place():
        fields = Fields(record, sentence("json.record"), BadRecord)
        if fields.text("format") != FORMAT:
            raise BadRecord(sentence("record.format", given=shown(fields.text("format")), format=FORMAT))
        names = tuple(_name(text) for text in fields.texts("seats"))
        game = Game.start(Ruleset.from_json(fields.get("rules"), len(names)), names)
        rounds = fields.list("rounds")
    yield game
    for number, wire in enumerate(rounds, 1):
        for state in _replay_round(game, wire, number):
            game = state
            yield game
        if game.round and number < len(rounds):
            raise BadRecord(sentence("record.not-over"), number)
    _check_end(game, fields)


def _name(text: str) -> str:
    if len(text) > LONGEST_NAME or any(unicodedata.category(sign) == "Cc" for sign in text):
        raise BadRecord(sentence("record.name", most=LONGEST_NAME, given=shown(text)))
    return text


def replay_to(record: object, round_number: int, action_number: int) -> Game:
    """The game after that action (0: as dealt) of that round, both counted as in refusals."""
    for game in replay(record):
        current = game.last_round
        number = len(game.finished) + (game.round is not None)
        if current and number == round_number and len(current.actions) == action_number:
            return game
    raise BadRecord(sentence("record.no-action", action=action_number, round=round_number))


def _replay_round(game: Game, wire: object, number: int) -> Iterator[Game]:
    with _place(number):
        fields = Fields(wire, sentence("json.round"), BadRecord)
        deal = _read_deal(fields, game.rules.players)
        game = game.deal_given(deal)
        fair.check(deal, fields)
        texts = fields.texts("actions")
    yield game
    for place, text in enumerate(texts, 1):
        with _place(number, place):
            game = game.apply(parse_action(text))
        yield game
    with _place(number):
        _check_round(game, fields)


@contextmanager
def _place(round_number: int | None = None, action_number: int | None = None) -> Iterator[None]:
    """Turns any refusal into one that says where in the record it happened."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(error.reason, round_number, action_number) from error
    except HaggisError as error:
        raise BadRecord(error.sentence, round_number, action_number) from error


def _read_deal(fields: Fields, players: int) -> Deal:
    hands = tuple(map(Cards, fields.texts("hands")))
    if len(hands) != players:
        raise BadRecord(sentence("record.hands", seats=players, hands=len(hands)))
    dealer, lead = (fields.whole(name, 0, players - 1) for name in ("dealer", "lead"))
    return Deal(dealer, lead, hands, Cards(fields.text("haggis")))


def _check_round(game: Game, fields: Fields) -> None:
    """The round's own account of who went out and who scored what."""
    if game.round:
        if "out" in fields or "scores" in fields:
            raise BadRecord(sentence("record.early-scores"))
        return
    done = game.finished[-1]
    out = list(fields.wholes("out", len(done.out)))
    if out != list(done.out):
        raise BadRecord(sentence("record.out", out=str(list(done.out)), given=shown(out)))
    claims = fields.list("scores")
    if len(claims) != len(done.scores):
        raise BadRecord(sentence("record.scores", scores=len(done.scores), given=len(claims)))
    for seat, (score, claim) in enumerate(zip(done.scores, claims, strict=True)):
        _check_score(seat, score, Fields(claim, sentence("json.score", seat=seat), BadRecord))


def _check_score(seat: int, score: Score, claim: Fields) -> None:
    for part, right in score._asdict().items():
        claimed = claim.get(part)
        if type(claimed) is not int or claimed != right:
            raise BadRecord(sentence("record.score", seat=seat, points=right, part=part, given=shown(claimed)))


def _check_end(game: Game, fields: Fields) -> None:
    totals = fields.wholes("totals", len(game.totals))
    if totals != game.totals:
        raise BadRecord(sentence("record.totals", totals=str(list(game.totals)), given=shown(list(totals))))
    claimed = fields.whole("winner", 0, len(totals) - 1) if "winner" in fields else None
    match game.winner, claimed:
        case None, int(seat):
            raise BadRecord(sentence("record.no-winner", given=seat))
        case int(winner), None:
            raise BadRecord(sentence("record.winner-missing", seat=winner))
        case int(winner), int(seat) if winner != seat:
            raise BadRecord(sentence("record.winner", seat=winner, given=seat))


def read_lines(lines: Iterable[str]) -> Iterator[object]:
    """The JSON objects of a file of games, one a line; blank lines are skipped."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadRecord(sentence("record.line", line=number)) from error


def write_line(game: Game) -> str:
    """The record of a game as one line of text, newline included."""
    return json.dumps(write(game), separators=(",", ":")) + "\n"
