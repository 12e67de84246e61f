"""Real servers for tests: started, killed and started again on the same data."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from .backends import free_port

SRC = Path(__file__).parents[2] / "src"
PATIENCE = 60


class ServerForker:
    """Forks servers (see `forking_server`); modules in `first` come before all others, for Python itself, too."""

    def __init__(self, first: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("forking_server.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [first, SRC] if first else [SRC]))},
        )
        assert self._read() == "ready"

    def _read(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def fork(self, wish: dict[str, Any]) -> int:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class RunningServer:
    """One server with its data directory."""

    def __init__(self, forker: ServerForker, data: Path, *, limited: bool = False, **settings: object) -> None:
        self._forker = forker
        self.data = data
        self._wish = {"limited": limited, "data": str(data), **settings}
        self.port = free_port()
        self.pid: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        """The name of its PostgreSQL database."""
        return str(self._wish["database"]).rpartition("/")[2]

    def start(self) -> RunningServer:
        self.pid = self._forker.fork(self._wish | {"port": self.port})
        until = time.monotonic() + PATIENCE
        while not self._is_up():
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.02)
        return self

    def _is_up(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/health", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the server, by default in the hardest way."""
        if self.pid is None:
            return
        os.kill(self.pid, how)
        until = time.monotonic() + PATIENCE
        while _is_alive(self.pid):
            assert time.monotonic() < until, "the server did not stop"
            time.sleep(0.01)
        self.pid = None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
