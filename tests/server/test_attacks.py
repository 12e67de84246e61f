"""One visitor can't take the server down: slow, endless and senseless connections are ended, and others play on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from websockets.asyncio.client import connect

from haggis.rules import Game, preset
from haggis.server.web.log_limits import CalmLog
from haggis.server.web.static_files import page_router
from haggis.server.wire.legal_view import legal

from . import raw
from .guests import BOT, ME, Guest
from .running_server import RunningServer
from .scenes import run

Build = Callable[..., RunningServer]


def table_of(server: RunningServer) -> str:
    made = httpx.post(
        f"{server.url}/api/tables", json={"seats": [ME, BOT], "hints": True, "pace": 0}, trust_env=False, verify=False
    )
    return str(made.json()["table"])


def is_well(server: RunningServer) -> bool:
    return httpx.get(f"{server.url}/api/options", trust_env=False, timeout=20).status_code == 200


MESSAGE = raw.frame(raw.TEXT, b'{"type":"ping","id":"a"}')


@pytest.mark.parametrize("data", [raw.frame(raw.PING, b"x" * 100), raw.frame(raw.PONG), raw.frame(0, fin=0), MESSAGE])
def test_a_flood_of_frames_is_cut(build: Build, data: bytes) -> None:
    """Pings, unasked pongs, empty pieces of a message without end, messages; nothing that comes back is read."""
    server = build(limited=True)
    assert server.pid
    with raw.upgrade(server.port, table_of(server)) as flood:
        before = raw.megabytes(server.pid)
        if data[0] == 0:
            flood.sendall(raw.frame(raw.TEXT, b"{", fin=0))
        sent = raw.push(flood, data * (60_000 // len(data)), 10)
        assert sent < 20 * 2**20
        assert raw.megabytes(server.pid) - before < 50
        assert is_well(server)


def test_who_goes_on_after_being_sent_away_is_cut(build: Build) -> None:
    """Never so many messages at once that they would be a flood of frames."""
    server = build(limited=True)
    with raw.upgrade(server.port, table_of(server)) as flood:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() < began + 8:
                flood.sendall(MESSAGE * 100)
                time.sleep(0.01)
        assert time.monotonic() < began + 8


def test_messages_and_pieces_are_counted_before_all_of_them_are_parsed(build: Build) -> None:
    """What comes in one go costs little, however much it is: nobody else plays meanwhile."""
    server = build(limited=True)
    assert server.pid
    table = table_of(server)
    start = f"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    began = raw.processor_seconds(server.pid)
    for _ in range(10):
        with raw.open_socket(server.port) as crumbs:
            raw.push(crumbs, start + b"1\r\n \r\n" * 10_000, 1)
    middle = raw.processor_seconds(server.pid)
    for _ in range(10):
        with raw.upgrade(server.port, table) as many, contextlib.suppress(OSError):
            many.sendall(MESSAGE * 8000)
            assert raw.is_gone(many, 10)
    assert middle - began < 0.5
    assert raw.processor_seconds(server.pid) - middle < 0.5


def test_requests_that_never_end_are_ended(build: Build) -> None:
    """More than there are files to open: silent, half a request line, headers a byte at a time, half a body."""
    server = build(limited=True)
    starts = [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"PUT /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ]
    with ExitStack() as opened:
        sockets = []
        for number in range(1100):
            with contextlib.suppress(OSError):
                slow = opened.enter_context(raw.open_socket(server.port))
                slow.sendall(starts[number % 4])
                sockets.append(slow)
        until = time.monotonic() + 8  # sooner than any of them would be ended
        while sum(raw.is_gone(slow, 0) for slow in sockets) <= 900:
            assert time.monotonic() < until, "most are not let in"
            time.sleep(0.2)
        time.sleep(11)
        assert all(raw.is_gone(slow, 5) for slow in sockets)
        assert is_well(server)


def test_a_request_that_dribbles_is_ended(build: Build) -> None:
    server = build(limited=True)
    with raw.open_socket(server.port) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() < began + 30:
                slow.sendall(b"X-A: b\r\n")
                time.sleep(0.5)
        assert time.monotonic() - began < 25


def test_headers_without_end_are_refused(build: Build) -> None:
    server = build(limited=True)
    assert server.pid
    with raw.open_socket(server.port) as endless:
        before = raw.megabytes(server.pid)
        endless.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        sent = raw.push(endless, b"X-A: b\r\n" * 5000, 10)
        assert sent < 20 * 2**20
        assert raw.megabytes(server.pid) - before < 20
    assert is_well(server)


@pytest.mark.parametrize("piece", [b"1\r\n \r\n" * 5000, b"8000\r\n" + b" " * 0x8000 + b"\r\n"])
def test_a_body_in_pieces_without_end_is_cut(build: Build, piece: bytes) -> None:
    """Tiny ones, and large ones that go on after they were answered."""
    server = build(limited=True)
    with raw.open_socket(server.port) as endless:
        endless.sendall(f"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n".encode())
        endless.sendall(b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = raw.push(endless, piece, 15)
        assert sent < 20 * 2**20
        assert raw.is_gone(endless, 0)
    assert is_well(server)


def test_the_plays_of_a_hand_are_listed_once_for_whoever_connects_again_and_again() -> None:
    view = Game.start(preset("standard", players=2)).deal(random.Random(1)).view(1)
    assert view.ask == "turn"
    assert legal(view) is legal(view)


def test_the_first_requests_cost_no_more_than_others(build: Build) -> None:
    """FastAPI makes routes and schemas when they are first asked for, and holds up everybody for it."""
    server = build()
    assert server.pid
    assert is_well(server)
    began = raw.processor_seconds(server.pid)
    for path in ("/api/study/games/none", "/", "/api/openapi.json"):
        httpx.get(f"{server.url}{path}", trust_env=False, timeout=30)
    assert raw.processor_seconds(server.pid) - began < 0.2


def test_no_path_keeps_the_server_busy(tmp_path: Path) -> None:
    """To look for a file in 4,000 folders takes 13 ms, in which nobody plays."""
    page = page_router(tmp_path).routes[0]
    asked = Request({"type": "http", "headers": []})

    async def ask() -> None:
        for _ in range(100):
            assert (await page.endpoint("a/" * 4000, asked)).status_code == 404  # type: ignore[attr-defined]

    began = time.process_time()
    asyncio.run(ask())
    assert time.process_time() - began < 0.5


def test_who_reads_nothing_is_cut_off(build: Build) -> None:
    """Her messages are read and answered; the answers pile up only so far."""
    server = build()
    assert server.pid
    table = table_of(server)
    with raw.upgrade(server.port, table, receive_buffer=4096) as deaf:
        before = raw.megabytes(server.pid)
        question = raw.frame(raw.TEXT, b'{"type":"play","id":"a","cards":"2r"}')
        raw.push(deaf, question * 100, 20)
        assert raw.is_gone(deaf, 20)
        assert raw.megabytes(server.pid) - before < 50
    assert is_well(server)


def test_connections_that_came_and_went_leave_no_memory(build: Build) -> None:
    server = build()
    assert server.pid
    pid, table = server.pid, table_of(server)

    async def visits(number: int) -> float:
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
        for _ in range(number):
            async with connect(address, proxy=None, max_queue=None) as socket:
                await socket.recv()
        return raw.megabytes(pid)

    async def scene() -> None:
        before = await visits(700)  # until then caches fill and libraries load
        assert await visits(600) - before < 6, "44 kB each would be 26 MB"

    run(scene())


def test_a_long_path_is_the_page_s(url: str) -> None:
    for path in ("/" + "a" * 256, "/" + "a/" * 2000, "/assets/" + "b" * 300, "/%00", "/%ff%fe"):
        assert httpx.get(url + path, trust_env=False).status_code in (200, 404), path


def test_messages_of_all_connections_of_an_address_count_together(build: Build) -> None:
    async def scene() -> None:
        server = build(limited=True)
        ann = Guest(server.url)
        table = await ann.make_table(ME, BOT)
        refused = 0
        async with contextlib.AsyncExitStack() as opened:
            connections = [await opened.enter_async_context(ann.at(table)) for _ in range(12)]
            for number in range(50):
                await asyncio.gather(*(each.send({"type": "ping", "id": f"{number}"}) for each in connections))
            for connection in connections:
                for _ in range(50):
                    refused += (await connection.receive()).get("code") == "too-many"
        assert refused > 50

    run(scene())


def test_a_log_says_the_same_thing_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    calm = CalmLog(lambda: now)
    logger = logging.getLogger("test.calm")
    logger.addFilter(calm)
    try:
        for _ in range(50):
            try:
                raise KeyError("2r 3r")
            except KeyError:
                logger.exception("a bad frame\nwith more")
        now = 11.0
        logger.error("a bad frame\nwith more")
        logger.error("another")
    finally:
        logger.removeFilter(calm)
    assert caplog.messages == ["a bad frame (KeyError)", "a bad frame (and 49 times more before)", "another"]
    assert "2r 3r" not in caplog.text


def test_bad_text_costs_one_line_of_the_log(tmp_path: object) -> None:
    """As somebody starts it: `haggis serve`, its standard error read."""
    import subprocess
    import sys

    command = [sys.executable, "-m", "haggis", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        port = int(process.stdout.readline().split(":")[2].split()[0])
        table = _made(port)
        for _ in range(15):
            with raw.upgrade(port, table) as bad:
                bad.sendall(raw.frame(raw.TEXT, b"\xff\xfe"))
                assert raw.is_cut(bad, 20)
            with raw.open_socket(port) as bad:
                bad.sendall(f"GET /api/tables/{table}/live HTTP/1.1\r\nUpgrade: websocket\r\n".encode())
                bad.sendall(b"Host: a\r\nConnection: Upgrade\r\nSec-WebSocket-Key: no\r\n\r\n")
                assert raw.is_cut(bad, 20)
            with raw.open_socket(port) as foreign:
                foreign.sendall(raw.handshake(port, "NoSuchTable"))
                assert foreign.recv(12) == b"HTTP/1.1 404"
                assert raw.is_cut(foreign, 20)
        process.terminate()
        lines = process.stderr.read().splitlines()
    assert len(lines) <= 6, lines
    assert not [line for line in lines if "handshake" in line], "one that is refused is no error"


def _made(port: int) -> str:
    until = time.monotonic() + 30
    while True:
        try:
            made = httpx.post(
                f"http://127.0.0.1:{port}/api/tables", json={"seats": [ME, BOT]}, trust_env=False, verify=False
            )
        except httpx.TransportError:
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return str(made.json()["table"])


def test_a_request_has_one_length(build: Build) -> None:
    server = build()
    start = f"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    two = "Content-Length: 14\r\nTransfer-Encoding: chunked\r\n\r\n"
    with raw.open_socket(server.port) as sly:
        sly.sendall(f"{start}{two}0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        answer = b""
        with contextlib.suppress(TimeoutError):
            while piece := sly.recv(65536):
                answer += piece
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.count(b"HTTP/1.1") == 1, "the rest was taken for a request"
