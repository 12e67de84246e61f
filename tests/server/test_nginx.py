"""Through nginx as deploy/nginx.conf sets it up: TLS, WebSockets, the visitor's address, a node that is gone."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .backends import free_port
from .guests import BOT, ME, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import run

CONFIG = Path(__file__).parents[2] / "deploy/nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="nginx or openssl is not installed")


@contextmanager
def nginx(folder: Path, *nodes: int) -> Iterator[tuple[str, str]]:
    """Our configuration on ports of its own; the addresses without and with TLS."""
    plain, secure, redirect = free_port(), free_port(), free_port()
    key = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=haggis.example -keyout {folder}/privkey.pem"
    subprocess.run([*key.split(), "-out", f"{folder}/fullchain.pem"], check=True, capture_output=True)
    text = CONFIG.read_text().replace("/etc/ssl/haggis", str(folder))
    text = re.sub(r"\n *listen \[::\].*", "", text).replace("listen 80;", f"listen 127.0.0.1:{redirect};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{plain}; listen 127.0.0.1:{secure} ssl;")
    for ours, port in zip(("8000", "8001"), nodes, strict=True):
        text = text.replace(f"127.0.0.1:{ours}", f"127.0.0.1:{port}")
    places = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}"
    (folder / "main.conf").write_text(f"{main} http {{ access_log off; {places} {text} }}")
    command = [str(NGINX), "-p", str(folder), "-e", f"{folder}/errors", "-c", f"{folder}/main.conf"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://127.0.0.1:{plain}")
            yield f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{secure}"
        finally:
            os.kill(process.pid, signal.SIGTERM)


def wait_for(url: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            httpx.get(f"{url}/healthz", trust_env=False, timeout=30)
        except httpx.TransportError:
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return


def test_a_game_is_played_through_nginx(build: Callable[..., RunningServer], tmp_path: Path) -> None:
    """The second node of the configuration is dead: nobody notices."""
    server = build(limited=True, behind_proxy=True)

    async def scene(plain: str, secure: str) -> None:
        async with httpx.AsyncClient(base_url=secure, verify=False, trust_env=False, timeout=60) as http:
            me = await http.get("/api/me", headers={"X-Forwarded-For": "192.0.2.7", "X-Request-ID": "forged-id"})
            assert me.headers["Strict-Transport-Security"].startswith("max-age")
            assert "Secure" in me.headers["Set-Cookie"]
            assert re.fullmatch("[0-9a-f]{32}", me.headers["X-Request-ID"]), "nginx's own"
            assert (await http.get("/metrics")).status_code == 404
        ann = Guest(plain)
        async with ann.at(await ann.make_table(ME, BOT, rounds=1)) as connection:
            await play_to_the_end(connection, random.Random(8))
        burst = [
            (
                await ann.http.post(
                    "/api/tables", headers={"X-Forwarded-For": f"192.0.2.{place}"}, json={"seats": [ME, BOT]}
                )
            )
            for place in range(40)
        ]
        assert burst[-1].status_code == 429, "a claimed address is not believed"

    with nginx(tmp_path, server.port, free_port()) as (plain, secure):
        run(scene(plain, secure), 180)
