"""`cmd:PROGRAM ARGS`: a bot in any language, over haggis-bot/1 (docs/bots.md).

The host's half of the protocol. An answer that is late, malformed or for another request raises
`BotFault` with its reason; whoever runs the table (`host`) then plays a default and goes on.

A bot that can't be talked to any more (it died, closed its output, floods, wrote an endless line, or
was late three times in succession) is ended. It is started again at the next round that it plays, at
most three times; after that every decision is a fault.
"""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import time
import weakref
from typing import Any, NoReturn

from haggis.rules import Action, Bet, Cards, HaggisError, NotationError, View, parse_action
from haggis.rules.errors import shown

from .player import Clock
from .process import Gone, Late, Process, signals_put_off

PREFIX = "cmd:"
PROTOCOL = "haggis-bot/1"
DEFAULT_MILLIS = 1000
"""What a bot is given when the clock sets no time."""
GRACE_SECONDS = 0.2
"""Added to a bot's time for the way there and back."""
START_SECONDS = 10.0
"""How long a bot may take to start and say its name."""
MOST_RESTARTS = 3
MOST_LATE = 3
"""Late so many times in succession, a bot is taken for hung."""


class BadBot(HaggisError):
    """A program that can't be started."""


class BotFault(HaggisError):
    """An external bot broke the protocol; the text says how."""


class External:
    """A bot in a process of its own. `close` ends it; so does forgetting it."""

    def __init__(self, command: str) -> None:
        self.name = f"{PREFIX}{command}"
        self._command = _parse(command)
        self._process: Process | None = None
        self._end: weakref.finalize[..., External] | None = None
        self._starts = 0
        self._requests = 0
        self._unanswered: set[int] = set()
        self._late = 0
        self._last: tuple[Cards, int] = (Cards(), 0)
        self._why_down = "the bot is not running"
        self._old_log = ""

    @property
    def log(self) -> str:
        """The end of what the bot wrote to standard error."""
        return self._process.log if self._process else self._old_log

    def choose(self, view: View, clock: Clock) -> Action:
        process = self._running(view)
        try:
            return self._ask(process, view, clock)
        except Gone as error:
            self._stop(str(error))
        except Late:
            self._was_late()

    def bet(self, view: View, clock: Clock) -> Bet | None:  # noqa: ARG002  # the protocol asks in turn only
        return None

    def close(self) -> None:
        """End the program and reap it."""
        if self._process and self._end:
            self._end()
            self._old_log = self._process.log
        self._process = None

    # --- a decision ---

    def _ask(self, process: Process, view: View, clock: Clock) -> Action:
        self._requests += 1
        number, millis = self._requests, DEFAULT_MILLIS if clock.millis is None else clock.millis
        request = {"id": number, "millis": millis, "view": view.to_json()}
        deadline = time.monotonic() + millis / 1000 + GRACE_SECONDS
        self._unanswered.add(number)
        answer = _read_answer(process.ask(_line(request), deadline))
        while self._is_old(answer.get("id")):
            answer = _read_answer(process.read_line(deadline))
        self._late = 0
        return self._action(answer, number)

    def _is_old(self, number: object) -> bool:
        """Whether this answers a request that was given up; each is answered once."""
        if type(number) is not int or number == self._requests or number not in self._unanswered:
            return False
        self._unanswered.discard(number)
        return True

    def _action(self, answer: dict[str, Any], number: int) -> Action:
        if type(answer.get("id")) is not int or answer["id"] != number:
            raise BotFault(f"the answer has the id {shown(answer.get('id'))}, which is not the request's")
        self._unanswered.discard(number)
        text = answer.get("action")
        if not isinstance(text, str):
            raise BotFault(f"the answer has no action: {shown(answer)}")
        try:
            return parse_action(text)
        except NotationError as error:
            raise BotFault(str(error)) from error

    # --- starting and ending ---

    def _running(self, view: View) -> Process:
        """The bot's process, started if it may be."""
        dealt, seen = self._last
        new_round = view.dealt != dealt or len(view.actions) < seen
        self._last = (view.dealt, len(view.actions))
        if self._process is None:
            if self._starts and not (new_round and self._starts <= MOST_RESTARTS):
                raise BotFault(self._why_down)
            return self._start()
        return self._process

    def _start(self) -> Process:
        self._starts += 1
        self._late = 0
        self._unanswered.clear()
        with signals_put_off():  # until it is known whom to end
            try:
                process = Process(self._command)
            except OSError as error:
                self._stop(f"it can't be started: {error.strerror}")
            self._process = process
            self._end = weakref.finalize(self, process.close)
        self._greet(process)
        return process

    def _greet(self, process: Process) -> None:
        try:
            answer = _read_answer(process.ask(_line({"hello": PROTOCOL}), time.monotonic() + START_SECONDS))
        except Late:
            self._stop(f"it did not say hello within {START_SECONDS:.0f} seconds")
        except (Gone, BotFault) as error:
            self._stop(str(error))
        if answer.get("protocol") != PROTOCOL or not isinstance(answer.get("name"), str):
            self._stop(f"it greets with {shown(answer)}, not with a name and the protocol {PROTOCOL}")

    def _was_late(self) -> NoReturn:
        self._late += 1
        if self._late >= MOST_LATE:
            self._stop(f"it was late {MOST_LATE} times in succession")
        raise BotFault("the answer was late")

    def _stop(self, reason: str) -> NoReturn:
        """End the process; from now on the bot is down, for this reason."""
        process = self._process
        self.close()
        code = process.exit_code if process else None
        self._why_down = f"the bot is not running: {reason}{_ending(code)}"
        raise BotFault(self._why_down)


def _parse(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadBot(f"the command {shown(command)} can't be read: {error}") from error
    if not words:
        raise BadBot("cmd: wants a program, like cmd:./mybot")
    if shutil.which(words[0]) is None:
        raise BadBot(f"there is no program {shown(words[0])} to run")
    return words


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _read_answer(line: bytes) -> dict[str, Any]:
    text = line.decode("utf-8", "replace").strip()
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BotFault(f"the answer is not JSON: {shown(text)}") from error
    if not isinstance(answer, dict):
        raise BotFault(f"the answer is not an object: {shown(text)}")
    return answer


def _ending(code: int | None) -> str:
    """How a process ended, if it did so by itself."""
    if code is None or code in (0, -signal.SIGTERM, -signal.SIGKILL):
        return ""
    return f" (it was ended by signal {-code})" if code < 0 else f" (exit code {code})"
