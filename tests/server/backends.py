"""PostgreSQL and Redis for tests: on loopback, in a temporary directory, as a user without rights.

Debian's packages are installed when they are missing (`scripts/need-databases`). Each can be stopped, killed and
started again on the same port and data.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
import redis

ROOT = Path(__file__).parents[2]
PATIENCE = 120


def need_databases() -> None:
    done = subprocess.run(["sh", str(ROOT / "scripts/need-databases")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def program(name: str) -> str:
    """A program of PostgreSQL, on the path or where Debian has it."""
    found = shutil.which(name) or next(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None)
    assert found, f"{name} is missing"
    return found


class Backend:
    """A program that serves on a port of its own."""

    quick_end = signal.SIGTERM

    def __init__(self, user: str) -> None:
        self._user = user if os.geteuid() == 0 else None
        self.data = Path(tempfile.mkdtemp(prefix="haggis-"))
        if self._user:
            owner = pwd.getpwnam(self._user)
            os.chown(self.data, owner.pw_uid, owner.pw_gid)
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        log = (self.data / "log").open("ab")
        group = {"user": self._user, "group": pwd.getpwnam(self._user).pw_gid} if self._user else {}
        with log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", **group)  # type: ignore[call-overload,no-any-return]

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        self._process = self.run(*self.command())
        wait_until(self.answers, "the backend did not start")

    def pids(self) -> list[int]:
        """Its process, and those that it has started."""
        assert self._process
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [pid, *map(int, children.split())]

    def end(self, how: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        self.end(self.quick_end)
        shutil.rmtree(self.data, ignore_errors=True)


class Postgres(Backend):
    """A PostgreSQL that syncs to disk, as a real one does. SIGINT ends it fast, SIGQUIT like a crash."""

    quick_end = signal.SIGQUIT

    def __init__(self) -> None:
        super().__init__("postgres")
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        done = self.run(program("initdb"), "-D", str(self.data / "db"), *options).wait(PATIENCE)
        assert done == 0, (self.data / "log").read_text()
        self._made = 0

    def command(self) -> list[str]:
        options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "200"}
        options |= {"recovery_init_sync_method": "syncfs"}  # after a crash it syncs all files: one by one takes seconds
        more = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        return [program("postgres"), "-D", str(self.data / "db"), "-p", str(self.port), *more]

    def answers(self) -> bool:
        try:
            asyncio.run(self.query("SELECT 1"))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    def end(self, how: signal.Signals) -> None:
        """A kill is for all its processes, as a power cut would be: any that is left would keep it from starting."""
        if how == signal.SIGKILL and self._process:
            self._process.send_signal(signal.SIGSTOP)  # else it would start others for those that die
            helpers = self.pids()[1:]
            for pid in helpers:
                os.kill(pid, how)
            wait_until(lambda: not any(map(_runs, helpers)), "a process of PostgreSQL did not die")
        super().end(how)

    def freeze(self) -> None:
        """Keep every connection, and answer nothing; `thaw` ends it."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, how: signal.Signals) -> None:
        for pid in self.pids():
            os.kill(pid, how)

    async def query(self, words: str, database: str = "postgres") -> list[asyncpg.Record]:
        connection = await asyncpg.connect(f"postgresql://postgres@127.0.0.1:{self.port}/{database}", timeout=PATIENCE)
        try:
            return list(await connection.fetch(words))
        finally:
            await connection.close()

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._made += 1
        asyncio.run(self.query(f"CREATE DATABASE test{self._made}"))
        return f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/test{self._made}"


class RedisServer(Backend):
    """A Redis that keeps nothing."""

    def __init__(self) -> None:
        super().__init__("nobody")

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        options = f"--port {self.port} --bind 127.0.0.1 --appendonly no --dir {self.data}".split()
        return ["redis-server", *options, "--save", ""]

    def answers(self) -> bool:
        client = redis.Redis(port=self.port)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()


def _runs(pid: int) -> bool:
    """Whether a process lives; one that is dead has to be looked at by its parent before it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(ready: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, otherwise
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Cable:
    """A way to a port that can be cut and mended."""

    def __init__(self, to: int) -> None:
        self._to = to
        self.port = free_port()
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port)

    async def cut(self) -> None:
        assert self._server
        self._server.close()
        for end in list(self._ends):
            end.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        with contextlib.suppress(asyncio.CancelledError):  # at the end of everything
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        try:
            while data := await reader.read(65536):
                writer.write(data)
        except OSError:
            return
        finally:
            self._ends.discard(writer)
            writer.close()
