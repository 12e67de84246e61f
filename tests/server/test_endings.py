"""WebSockets that end badly: whatever a client does or leaves undone, its connection ends, and so does the server."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop
from websockets.server import ServerProtocol

from haggis.server.web.protocols import LiveWebSocket

from . import raw
from .guests import ME, OPEN, Guest
from .in_process import served, without_the_collector
from .running_server import RunningServer

CLOSE, RESERVED = 8, 3
LONG = b"X-Long: " + b"a" * 9000
Made = list[tuple[weakref.ref[LiveWebSocket], weakref.ref[ServerProtocol]]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """The server's ends of all WebSockets of a test, and what reads them."""
    found: Made = []
    usual = LiveWebSocket.connection_made

    def noted(live: LiveWebSocket, transport: asyncio.BaseTransport) -> None:
        found.append((weakref.ref(live), weakref.ref(live.conn)))
        usual(live, transport)

    monkeypatch.setattr(LiveWebSocket, "connection_made", noted)
    return found


def run(scene: Coroutine[Any, Any, None]) -> None:
    """With the event loop of the server: transports differ in what they do when they are closed."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(scene, 60))


def upgrade_with(header: bytes, port: int) -> bytes:
    return raw.handshake(port, "A" * 16).replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n\r\n")


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


class Deaf:
    """A client that reads nothing, while more waits for it than fits on the way."""

    def __init__(self, live: LiveWebSocket, writer: asyncio.StreamWriter) -> None:
        self.live = live
        self.writer = writer

    @classmethod
    async def at(cls, url: str, table: str, made: Made) -> Deaf:
        before = len(made)
        _, writer = await asyncio.open_connection("127.0.0.1", port_of(url), limit=1)
        writer.write(raw.handshake(port_of(url), table))
        while len(made) == before or not (live := made[-1][0]()) or not live.handshake_complete:
            await asyncio.sleep(0.01)
        while live.write_now(b'"' + b"a" * 10_000 + b'"'):
            await asyncio.sleep(0)
        return cls(live, writer)

    async def is_cut(self, seconds: float) -> bool:
        until = asyncio.get_running_loop().time() + seconds
        while not self.live.disconnected and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.05)
        cut = self.live.disconnected
        self.writer.transport.abort()
        while not self.live.disconnected:  # else the server could not stop
            await asyncio.sleep(0.01)
        return cut


@pytest.mark.parametrize(
    ("header", "status"), [(b"Content-Length: 5", b"400"), (b"Transfer-Encoding: chunked", b"400"), (LONG, b"431")]
)
def test_an_upgrade_that_is_none_is_refused_and_ended(
    build: Callable[..., RunningServer], header: bytes, status: bytes
) -> None:
    server = build(limited=True)
    with raw.open_socket(server.port) as bad:
        bad.sendall(upgrade_with(header, server.port))
        bad.settimeout(5)
        assert bad.recv(12) == b"HTTP/1.1 " + status
        assert raw.is_cut(bad, 5)


def test_a_bad_frame_before_anybody_is_let_in_ends_the_connection(
    tmp_path: Path, made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def slow(_app: object, receive: Callable[[], Coroutine[Any, Any, Any]], _send: object) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def scene() -> None:
        async with served(tmp_path) as url:
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(url))
            with monkeypatch.context() as patch:
                patch.setattr(LiveWebSocket, "run_asgi", lambda live: slow(live.app, live.receive, live.send))
                writer.write(raw.handshake(port_of(url), "A" * 16))
                while not made:
                    await asyncio.sleep(0.01)
            writer.write(raw.frame(RESERVED))
            assert await asyncio.wait_for(reader.read(), 5) == b""
            writer.close()

    with caplog.at_level(logging.WARNING):
        run(scene())
    assert not caplog.records


@pytest.mark.parametrize("last", [raw.frame(CLOSE), raw.frame(RESERVED), raw.frame(raw.TEXT, b"\xff")])
def test_who_says_goodbye_but_reads_nothing_is_cut(tmp_path: Path, made: Made, last: bytes) -> None:
    """A polite end, a frame that there is not, a text that is none."""

    async def scene() -> None:
        async with served(tmp_path) as url:
            deaf = await Deaf.at(url, await Guest(url).make_table(ME, OPEN), made)
            deaf.writer.write(last)
            assert await deaf.is_cut(6)

    run(scene())


def test_who_is_sent_away_but_reads_nothing_is_cut(tmp_path: Path, made: Made) -> None:
    async def scene() -> None:
        async with served(tmp_path) as url:
            deaf = await Deaf.at(url, await Guest(url).make_table(ME, OPEN), made)
            deaf.live.close_timeout = 1.0
            deaf.live.writable.set()  # as if most had been read, but not all
            await deaf.live.send({"type": "websocket.close", "code": 1000})
            assert await deaf.is_cut(8)

    run(scene())


def test_the_server_can_stop_while_a_connection_is_ending(tmp_path: Path, made: Made) -> None:
    """What one raises then, others are not told that the server stops, and it ends with a traceback."""

    async def scene() -> None:
        async with served(tmp_path) as url:
            deaf = await Deaf.at(url, await Guest(url).make_table(ME, OPEN), made)
            deaf.writer.write(raw.frame(CLOSE))
            while not deaf.live.transport.is_closing():
                await asyncio.sleep(0.01)
            try:
                deaf.live.shutdown()
            finally:
                assert await deaf.is_cut(1)

    run(scene())


def test_bad_connections_leave_the_memory_without_the_collector(tmp_path: Path, made: Made) -> None:
    async def scene() -> None:
        async with served(tmp_path) as url:
            good = raw.handshake(port_of(url), await Guest(url).make_table(ME, OPEN))
            bad = [upgrade_with(header, port_of(url)) for header in (LONG, b"Content-Length: 5")]
            for start in (good, *bad):
                reader, writer = await asyncio.open_connection("127.0.0.1", port_of(url))
                writer.write(start)
                await reader.read(12)
                writer.write(raw.frame(RESERVED))
                await reader.read()
                writer.close()
            async with asyncio.timeout(5):
                while any(live() or parser() for live, parser in made):
                    await asyncio.sleep(0.05)
            assert len(made) == 3

    with without_the_collector():
        run(scene())
