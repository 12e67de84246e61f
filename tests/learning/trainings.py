"""What the tests of trainings share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def quiet(_what: str, _done: int, _of: int) -> None:
    pass


def killed_when(program: str, folder: Path, configuration: str, line: str) -> None:
    """Start a training in a process of its own and end it by force once it says that."""
    command = [sys.executable, "-u", "-c", program, str(folder), configuration]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for said in process.stdout:
            if said.startswith(line):
                os.kill(process.pid, signal.SIGKILL)
                break
    time.sleep(0.1)
