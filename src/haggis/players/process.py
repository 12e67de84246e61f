"""A program that is talked to line by line, and that can do no harm.

Nothing here ever waits longer than it was told to, keeps more than a bounded amount of what the
program writes, or leaves a process or a file handle behind. The program runs in a process group of
its own, so that what it starts ends with it. One thread does it all: pipes are non-blocking, and
`poll` says which of them is ready. (POSIX only.)
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

LONGEST_LINE = 1_000_000
"""Bytes. A program that writes more on one line is ended."""
MOST_UNASKED = 1_000_000
"""Bytes. So is one that has written more than this, in all, without being asked."""
LOG_TAIL = 4_000
"""Bytes of standard error that are kept: the last ones."""
END_SECONDS = 0.5
"""How long a program may take to end by itself, and then to obey SIGTERM."""
_READ = 65_536
_NAP = 0.005


class Late(Exception):
    """No whole line came in time."""


class Gone(Exception):
    """The program can't be talked to any more; the text says why."""


@contextmanager
def signals_put_off() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait until the end: one that raises while a program is being started would leave it behind.

    Only the main thread hears them. They are not blocked, for the program would inherit that and be deaf to them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    usual = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    raising = {each: handler for each, handler in usual.items() if callable(handler)}
    for each in raising:
        signal.signal(each, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for each, handler in raising.items():
            signal.signal(each, handler)
        for number in heard:
            signal.raise_signal(number)


class Process:
    """A running program: `ask` it, and `close` it whatever happens."""

    def __init__(self, command: list[str]) -> None:
        self._popen = subprocess.Popen(  # noqa: S603  # running the user's program is the point
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._stdin, self._stdout, self._stderr = map(_unblocked, _pipes(self._popen))
        self._open = {self._stdout, self._stderr}
        self._outbox = b""
        self._inbox = b""
        self._log = b""
        self._dropped = 0
        self._deaf = False
        self._closed = False

    @property
    def log(self) -> str:
        """The end of what the program wrote to standard error."""
        return self._log.decode("utf-8", "replace")

    @property
    def exit_code(self) -> int | None:
        """Known once the process is closed; negative for a signal."""
        return self._popen.returncode

    def ask(self, line: bytes, deadline: float) -> bytes:
        """Write a line and read one; `deadline` is a time of `time.monotonic`."""
        self._drop_unasked()
        self._outbox += line
        return self.read_line(deadline)

    def read_line(self, deadline: float) -> bytes:
        """The next line, newline not included."""
        while b"\n" not in self._inbox:
            if len(self._inbox) > LONGEST_LINE:
                raise Gone(f"it wrote a line of more than {LONGEST_LINE:,} bytes")
            if self._stdout not in self._open:
                raise Gone("it closed its standard output")
            if self._deaf:
                raise Gone("it closed its standard input")
            left = deadline - time.monotonic()
            if left <= 0:
                raise Late
            self._pump(left)
        line, _, self._inbox = self._inbox.partition(b"\n")
        return line

    def close(self) -> None:
        """End the program, gently first, and reap it; what it started ends too."""
        if self._closed:
            return
        self._closed = True
        try:
            self._ask_to_end()
        finally:  # somebody may press Ctrl-C again while we wait
            self._signal(signal.SIGKILL)
            self._popen.wait()
            for pipe in _pipes(self._popen):
                pipe.close()

    # --- pipes ---

    def _drop_unasked(self) -> None:
        """Forget whole lines that nobody asked for: late answers, and noise."""
        more = True
        while more:
            more = self._pump(0)
            lines, newline, self._inbox = self._inbox.rpartition(b"\n")
            self._dropped += len(lines + newline)
            if self._dropped > MOST_UNASKED:
                raise Gone("it floods its standard output")

    def _pump(self, seconds: float) -> bool:
        """Move what can be moved, waiting at most so long; whether the program wrote something."""
        poll = select.poll()
        for pipe in self._open:
            poll.register(pipe, select.POLLIN)
        if not self._deaf:  # even without POLLOUT, poll tells when nobody reads there any more
            poll.register(self._stdin, select.POLLOUT if self._outbox else 0)
        ready = {pipe for pipe, _ in poll.poll(max(0, round(seconds * 1000 + 0.5)))}
        if self._stdin in ready:
            self._deaf = not self._outbox or not self._write()
        if self._stderr in ready:
            self._log = (self._log + self._read(self._stderr))[-LOG_TAIL:]
        if self._stdout not in ready:
            return False
        data = self._read(self._stdout)
        self._inbox += data
        return bool(data)

    def _write(self) -> bool:
        """Whether there is still somebody who reads."""
        try:
            self._outbox = self._outbox[os.write(self._stdin, self._outbox) :]
        except BlockingIOError:
            return True
        except BrokenPipeError:
            return False
        return True

    def _read(self, pipe: int) -> bytes:
        try:
            data = os.read(pipe, _READ)
        except BlockingIOError:
            return b""
        if not data:
            self._open.discard(pipe)
        return data

    def _shut_stdin(self) -> None:
        self._deaf = True
        if self._popen.stdin:
            self._popen.stdin.close()

    # --- ending ---

    def _ask_to_end(self) -> None:
        self._shut_stdin()
        if not self._ends_within(END_SECONDS):
            self._signal(signal.SIGTERM)
            self._ends_within(END_SECONDS)

    def _ends_within(self, seconds: float) -> bool:
        """Whether it ends; meanwhile its output is thrown away, so that it can't hang on it."""
        deadline = time.monotonic() + seconds
        while self._popen.poll() is None:
            if time.monotonic() > deadline:
                return False
            if not self._pump(_NAP):
                time.sleep(_NAP)
            self._inbox = b""
        self._pump(0)
        return True

    def _signal(self, number: int) -> None:
        """To the whole group: it may outlive the program that it is named after."""
        with suppress(ProcessLookupError, PermissionError):  # nobody is left in it
            os.killpg(self._popen.pid, number)


def _pipes(popen: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (popen.stdin, popen.stdout, popen.stderr) if pipe]


def _unblocked(pipe: IO[bytes]) -> int:
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()
