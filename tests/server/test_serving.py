"""`haggis serve` as somebody starts it: it says where it is, or in one sentence why it isn't."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import haggis


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = haggis("serve", "--port", str(port), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"haggis: port {port} is in use: stop the other program, or choose another with --port\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--host", "nowhere.invalid"], "can't listen on nowhere.invalid"), (["--database", "foo"], "must be a URL")],
)
def test_what_can_t_be_served_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = haggis("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_printed_address_is_the_real_one(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "haggis", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        line = server.stdout.readline()
        port = int(line.split(":")[2].split()[0])
        socket.create_connection(("127.0.0.1", port), timeout=30).close()
        server.terminate()
    assert port > 0
