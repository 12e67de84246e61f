"""A finished or broken-off game, moment by moment: all hands, or as one seat saw it.

A record comes as text from anybody. What is wrong with it is said with its line, round and action; if asked, the
game is replayed as far as it holds.
"""

from __future__ import annotations

import json
import re
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from haggis.rules import Action, BadRecord, Game, HaggisError, Round, View, record
from haggis.rules.sentences import Sentence

from .english import say
from .json_places import line_of

MOST_ROUNDS = 1000
MOST_BAD_LINES = 1000
"""That are passed over to find the records among them."""
BYTE_ORDER_MARK = "\ufeff"
"""Some editors begin a file with it."""


class BadReplay(HaggisError):
    """A record that can't be replayed: where it stops to hold, and why."""

    def __init__(self, reason: Sentence, line: int, round_number: int | None = None, action: int | None = None) -> None:
        self.reason = reason
        self.line = line
        self.round_number = round_number
        self.action = action
        super().__init__(say("replay.at-line", line=line, reason=reason))

    def to_json(self) -> dict[str, Any]:
        where = {"line": self.line, "round": self.round_number, "action": self.action}
        return {"sentence": str(self), **where}


@dataclass(frozen=True)
class Moment:
    """The game as it stood after an action (0: as dealt) of a round; rounds and actions count from 1."""

    round_number: int
    action: int
    game: Game

    @property
    def state(self) -> Round:
        state = self.game.last_round
        assert state is not None  # every moment is of a round  # noqa: S101
        return state

    @property
    def last(self) -> Action | None:
        """What was just done."""
        return self.state.actions[-1] if self.action else None

    def view(self, seat: int) -> View:
        return self.game.view(seat)


@dataclass(frozen=True)
class Replay:
    """Every moment of a game, in order."""

    moments: tuple[Moment, ...]
    refusal: BadReplay | None = None
    """Why it ends here, if the rest of the record does not hold."""

    @property
    def game(self) -> Game:
        """As it stood at the end."""
        return self.moments[-1].game

    def before(self, round_number: int, action: int) -> Moment:
        """The moment in which an action was decided; both count from 1."""
        rounds = self.moments[-1].round_number
        if not 1 <= round_number <= rounds:
            raise HaggisError(say("replay.no-round", round=round_number, rounds=rounds))
        for each in self.moments:
            if (each.round_number, each.action) == (round_number, action - 1):
                return each
        raise HaggisError(say("replay.no-moment", action=action, round=round_number))


# --- reading ---


@dataclass(frozen=True)
class GameText:
    """One game of a file: what was read of it, and whether it was cut off."""

    line: int
    record: object
    cut_off: bool = False
    text: str = ""
    """Of a game that is the whole file: to say at which line something stands."""
    refusal: BadReplay | None = None
    """Why nothing could be read."""

    def line_of(self, *path: str | int) -> int:
        return line_of(self.text, *path) if self.text else self.line

    @property
    def last_line(self) -> int:
        return self.text.rstrip().count("\n") + 1 if self.text else self.line


def read_games(text: str, *, as_far_as_it_holds: bool = False) -> list[GameText]:
    """The games of a file: one JSON object a line, or one alone over many lines.

    A line that is no record is refused; if asked, only if all of them are, or very many. Else it is a game that is
    refused when it is replayed.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines, 1) if line.strip()), None)
    if first is None:
        raise BadReplay(say("replay.empty"), 1)
    whole = _parsed(text)
    if isinstance(whole, dict):
        return [GameText(first, whole, text=text)]
    if lines[first - 1].strip() == "{":  # one object over many lines, that does not end
        games = iter([replace(_game_text(1, text), text=text)])
    else:
        games = (_game_text(number, line) for number, line in enumerate(lines, 1) if line.strip())
    return _unless_refused(games, MOST_BAD_LINES if as_far_as_it_holds else 0)


def _unless_refused(games: Iterator[GameText], most: int) -> list[GameText]:
    """All of them, if at most so many are no records; what is behind these is not read."""
    found: list[GameText] = []
    refusals: list[BadReplay] = []
    for game in games:
        found.append(game)
        refusals += filter(None, [game.refusal or _not_ours(game)])
        if len(refusals) > most:
            raise refusals[0]
    if len(refusals) == len(found):
        raise refusals[0]
    return found


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _game_text(number: int, text: str) -> GameText:
    """Of a text that begins at that line of its file."""
    try:
        return GameText(number, json.loads(text))
    except json.JSONDecodeError as error:
        mended = _mended(text) if error.pos >= len(text.rstrip()) or "Unterminated" in error.msg else None
        if mended is not None:
            return GameText(number, mended, cut_off=True)
        reason = say("replay.not-json", reason=error.msg.lower(), column=error.colno)
        return GameText(number, None, refusal=BadReplay(reason, number + error.lineno - 1))
    except RecursionError:
        reason = say("replay.not-json", reason="too deep", column=1)
    except ValueError:  # the one that is no JSONDecodeError
        reason = say("replay.long-number", most=sys.get_int_max_str_digits())
    return GameText(number, None, refusal=BadReplay(reason, number))


_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
"""Also one that does not end."""
_UP_TO_BRACKET = re.compile(rf'(?:[^"\[\]{{}}]++|{_STRING})*+([\[\]{{}}])', re.DOTALL)
_TOKEN = re.compile(rf"{_STRING}|,", re.DOTALL)
MOST_DEPTH = 20
"""Of brackets in each other: a record has five."""
MOST_CUTS = 3
"""Behind the last whole value, or the bracket before it, stand at most a comma, a key and the beginning of a string."""


def _mended(text: str) -> object:
    """The object that a cut-off text begins with; None if there is none."""
    if not text.lstrip().startswith("{"):
        return None
    opened = _open_brackets(text)
    if opened is None:
        return None
    closing, rest = opened
    tokens = deque((token.start() for token in _TOKEN.finditer(text, rest)), MOST_CUTS)
    for end in (len(text), *reversed(tokens)):
        found = _parsed(text[:end] + closing)
        if isinstance(found, dict):
            return found
    return None


def _open_brackets(text: str) -> tuple[str, int] | None:
    """What closes those that are still open, and the end of the last bracket outside of strings: in one pass.

    None if they are too deep for a record.
    """
    closing: list[str] = []
    end = 0
    while found := _UP_TO_BRACKET.match(text, end):
        end = found.end()
        if found[1] in "[{":
            closing.append("]" if found[1] == "[" else "}")
            if len(closing) > MOST_DEPTH:
                return None
        elif closing:
            closing.pop()
    return "".join(reversed(closing)), end


def replay(given: GameText, *, as_far_as_it_holds: bool = False, most_rounds: int = MOST_ROUNDS) -> Replay:
    """Every moment of a game. What does not hold raises `BadReplay`, or, if asked, ends the replay there."""
    moments: list[Moment] = []
    if not as_far_as_it_holds:
        _check_length(given, most_rounds)
    try:
        for moment in _moments(given, most_rounds):
            moments.append(moment)  # noqa: PERF402  # what came before a refusal is kept
    except BadReplay as refusal:
        if not (as_far_as_it_holds and moments):
            raise
        return Replay(tuple(moments), refusal)
    if not moments:
        raise BadReplay(say("replay.empty"), given.line)
    return Replay(tuple(moments))


def final_game(
    given: GameText, *, as_far_as_it_holds: bool = False, most_rounds: int = MOST_ROUNDS
) -> tuple[Game, BadReplay | None]:
    """The game at its end, without the moments before: far less to keep; and why it ends there, if it breaks off."""
    last: Game | None = None
    if not as_far_as_it_holds:
        _check_length(given, most_rounds)
    try:
        for moment in _moments(given, most_rounds):
            last = moment.game
    except BadReplay as refusal:
        if not as_far_as_it_holds or last is None:
            raise
        return last, refusal
    if last is None:
        raise BadReplay(say("replay.empty"), given.line)
    return last, None


def moments_of_round(game: Game, number: int) -> Iterator[Moment]:
    """The moments of one round (from 1) of a game that is known to hold."""
    rounds = rounds_of(game)
    if not 1 <= number <= len(rounds):
        raise HaggisError(say("replay.no-round", round=number, rounds=len(rounds)))
    played = rounds[number - 1]
    earlier = game.finished[: number - 1]
    totals = tuple(sum(done.scores[seat].total for done in earlier) for seat in range(len(game.names)))
    now = replace(game, finished=earlier, round=None, totals=totals, events=()).deal_given(played.deal)
    yield Moment(number, 0, now)
    for place, action in enumerate(played.actions, 1):
        now = now.apply_unchecked(action)
        yield Moment(number, place, now)


def rounds_of(game: Game) -> tuple[Round, ...]:
    """The finished rounds, and the one in play."""
    return game.finished if game.round is None else (*game.finished, game.round)


def replay_text(text: str) -> list[Replay]:
    """All games of a file; the first that does not hold is refused."""
    return [replay(game) for game in read_games(text)]


def replay_game(game: Game) -> Replay:
    """The moments of a game that is known to hold."""
    return replay(GameText(1, record.write(game)))


def _moments(given: GameText, most_rounds: int) -> Iterator[Moment]:
    if refusal := given.refusal or _not_ours(given):
        raise refusal
    at = (0, 0)
    try:
        for game in record.replay(given.record):
            if game.last_round is None:
                continue
            number = len(game.finished) + (game.round is not None)
            at = (number, len(game.last_round.actions))
            if number > most_rounds:
                _check_length(given, most_rounds)
            yield Moment(*at, game)
    except BadRecord as error:
        raise _refusal(given, error, at) from error
    if given.cut_off:
        raise _refusal(given, None, at)


def _not_ours(given: GameText) -> BadReplay | None:
    known = given.record.get("format") if isinstance(given.record, dict) else None
    if isinstance(known, str) and known.startswith("haggis-record/"):
        return None
    return BadReplay(say("replay.not-ours", format=record.FORMAT), given.line)


def _check_length(given: GameText, most_rounds: int) -> None:
    rounds = given.record.get("rounds") if isinstance(given.record, dict) else None
    if isinstance(rounds, list) and len(rounds) > most_rounds:
        reason = say("replay.too-many-rounds", given=len(rounds), most=most_rounds)
        raise BadReplay(reason, given.line_of("rounds", most_rounds), most_rounds + 1)


def _refusal(given: GameText, error: BadRecord | None, at: tuple[int, int]) -> BadReplay:
    """Of a text that was cut off only whole actions were read: one that is refused is wrong by itself."""
    if error is not None and (error.action_number or not given.cut_off):
        return BadReplay(error.sentence, _line_of(given, error), error.round_number, error.action_number)
    number, actions = at
    reason = say("replay.cut-off-round", round=number, actions=actions) if number else say("replay.cut-off")
    return BadReplay(reason, given.last_line, number or None, actions if number else None)


def _line_of(given: GameText, error: BadRecord) -> int:
    if error.round_number is None:
        return given.line
    action = () if error.action_number is None else ("actions", error.action_number - 1)
    return given.line_of("rounds", error.round_number - 1, *action)
