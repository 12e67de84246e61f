"""A real `haggis serve` with a database of its own, on a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120
REVIEW_NODES = "40"
"""Few: what is judged matters here less than how it looks."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RunningServer:
    def __init__(self, data: Path, module: str = "haggis") -> None:
        self.data = data
        self._module = module
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        command = [sys.executable, "-m", self._module, "serve", "--port", str(self.port)]
        log = (self.data / "serve.log").open("ab")
        self._process = subprocess.Popen(
            [*command, "--data", str(self.data), "--no-limits", "--review-nodes", REVIEW_NODES],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        log.close()
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.url}/api/health", timeout=1).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
            else:
                return
        self.close()
        raise RuntimeError(f"the server did not start:\n{(self.data / 'serve.log').read_text()}")

    def close(self) -> None:
        if self._process:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)
            self._process = None
