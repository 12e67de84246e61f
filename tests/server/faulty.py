"""What can go wrong around a server, made on purpose: ways that drop connections, clocks that jump, disks that fill."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
import subprocess
from io import RawIOBase
from pathlib import Path

from .backends import free_port

HOUR = 3600
WEBSOCKET_TEXT = 0x81
"""The first byte of a frame."""
JUMPING_CLOCK = """
import time
from pathlib import Path

FILE = Path({file!r})
clock, clock_ns = time.time, time.time_ns
time.time = lambda: clock() + int(FILE.read_text())
time.time_ns = lambda: clock_ns() + 1_000_000_000 * int(FILE.read_text())
"""


class LossyWay:
    """A way to a port. With some chance a connection over it is dropped, at a random moment and in either direction.

    What was passed on at the last moment has arrived: an action is stored, and its answer lost.
    """

    def __init__(self, to: int, rng: random.Random, chance: float = 0.0) -> None:
        self._to = to
        self._rng = rng
        self.chance = chance
        self.port = free_port()
        self.dropped = 0
        self.unanswered = 0
        """How often right after something was said to the server over a WebSocket."""
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> LossyWay:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        return self

    def close(self) -> None:
        if self._server:
            self._server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, far_writer)
        pieces = self._rng.choice([1, 2, 3, 5, 8, 13]) if self._rng.random() < self.chance else None
        there, back = (pieces, None) if self._rng.random() < 0.5 else (None, pieces)
        with contextlib.suppress(asyncio.CancelledError):  # at the end of a test that failed
            await asyncio.gather(
                self._carry(reader, far_writer, ends, there), self._carry(far_reader, writer, ends, back)
            )

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
        pieces: int | None,
    ) -> None:
        """Pass on what comes; after so many pieces, drop the connection."""
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
                if pieces is not None and (pieces := pieces - 1) == 0:
                    self.dropped += 1
                    self.unanswered += data[0] == WEBSOCKET_TEXT and writer is ends[1]
                    for end in ends:
                        end.transport.abort()
        except OSError:
            return
        finally:
            writer.close()


class JumpingClock:
    """The time of day of the servers that a forker starts: it can be set anew while they run."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        """For PYTHONPATH: Python runs the module in it at its start."""
        self._file = folder / "seconds"
        self.jump_to(0)
        (folder / "sitecustomize.py").write_text(JUMPING_CLOCK.format(file=str(self._file)), encoding="ascii")

    def jump_to(self, seconds: int) -> None:
        """So many seconds before or after the true time."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds), encoding="ascii")
        new.replace(self._file)


def _fits(file: RawIOBase, size: int) -> bool:
    try:
        file.write(b"x" * size)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False
    return True


class NotAllowed(Exception):
    """Only root may mount a disk."""


class SmallDisk:
    """A disk in memory that can be filled."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        folder.mkdir()
        self.folder = folder
        options = f"size={megabytes}m"
        command = ["mount", "-t", "tmpfs", "-o", options, "haggis-test", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotAllowed(done.stderr.strip())

    def fill(self) -> None:
        """Until not a single byte is free."""
        with (self.folder / "filler").open("ab", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                while _fits(filler, size):
                    pass

    def clear(self) -> None:
        (self.folder / "filler").unlink(missing_ok=True)

    def make_read_only(self) -> None:
        subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
