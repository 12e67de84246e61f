"""Connections without manners: bytes as no browser would send them."""

from __future__ import annotations

import os
import select
import socket
import struct
import time
from pathlib import Path

TEXT, PING, PONG = 1, 9, 10
FIN = 0x80


def open_socket(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def upgrade(port: int, table: str, receive_buffer: int | None = None) -> socket.socket:
    """A WebSocket to a table, as a spectator."""
    raw = socket.socket()
    if receive_buffer:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    raw.settimeout(30)
    raw.connect(("127.0.0.1", port))
    raw.sendall(handshake(port, table))
    answer = raw.recv(12)
    assert answer == b"HTTP/1.1 101", answer
    return raw


def handshake(port: int, table: str) -> bytes:
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def frame(opcode: int, data: bytes = b"", fin: int = FIN) -> bytes:
    """A short frame of a client, masked with zeros."""
    assert len(data) < 126
    return struct.pack("!BB4x", fin | opcode, 0x80 | len(data)) + data


def push(raw: socket.socket, data: bytes, seconds: float) -> int:
    """Send without ever reading, until the other side ends it or time is up; how much went out."""
    until, sent = time.monotonic() + seconds, 0
    raw.settimeout(0.2)
    while time.monotonic() < until:
        try:
            sent += raw.send(data)
        except TimeoutError:
            continue
        except OSError:
            break
    return sent


def is_cut(raw: socket.socket, seconds: float) -> bool:
    """Whether the other side ends the connection within a while; what it says before is read."""
    until = time.monotonic() + seconds
    raw.settimeout(1)
    while time.monotonic() < until:
        try:
            if not raw.recv(65536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def is_gone(raw: socket.socket, seconds: float) -> bool:
    """The same without reading a byte."""
    poll = select.poll()
    poll.register(raw, select.POLLHUP | select.POLLERR | select.POLLRDHUP)
    return bool(poll.poll(1000 * seconds))


def megabytes(pid: int) -> float:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used: it does not matter what else the machine does."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
