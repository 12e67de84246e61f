"""Attacks by frames: floods, endless or senseless ones, and connections that never read."""

from __future__ import annotations

import os
import socket
import time
import zlib
from collections.abc import Callable

from websockets.frames import Opcode

from .attacker import (
    Attack,
    Outcome,
    Refused,
    Target,
    answer_to,
    frame,
    handshake,
    open_socket,
    push,
    repeat,
    request,
    single,
    text,
    upgrade,
    word_for,
)

PACKED = 0x40
"""The bit of a frame's first byte that says so."""


def _pushed(target: Target, seconds: float, data: bytes, first: bytes = b"", receive_buffer: int = 0) -> Outcome:
    """The same bytes on one WebSocket until it is cut, then on the next; nothing is read."""
    outcome, until = Outcome(), time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            raw = upgrade(target, receive_buffer)
        except (Refused, OSError) as error:
            outcome[word_for(error)] += 1
            time.sleep(0.05)
            continue
        with raw:
            raw.sendall(first)
            outcome[push(raw, data, until)] += 1
    return outcome


def _answered(target: Target, seconds: float, make: Callable[[int], bytes]) -> Outcome:
    """One message a WebSocket; the code with which it is closed."""

    def once(number: int) -> str:
        with upgrade(target) as raw:
            raw.sendall(make(number))
            return closing_code(raw)

    return repeat(seconds, once)


def closing_code(raw: socket.socket) -> str:
    """What the server says last: the code of its closing frame, else "closed", or "silent" if it stays."""
    data = b""
    raw.settimeout(1)
    try:
        while piece := raw.recv(65536):
            data = data[-200:] + piece
    except TimeoutError:
        return "silent"
    except OSError:
        return "closed"
    at = data.rfind(b"\x88")
    return str(int.from_bytes(data[at + 2 : at + 4], "big")) if 0 <= at < len(data) - 3 else "closed"


def ping_flood(target: Target, seconds: float) -> Outcome:
    """Pings as fast as they go out; the pongs are not read."""
    return _pushed(target, seconds, frame(Opcode.PING, b"x" * 100) * 500)


def pong_flood(target: Target, seconds: float) -> Outcome:
    """Pongs that nobody asked for."""
    return _pushed(target, seconds, frame(Opcode.PONG) * 5000)


def endless_fragments(target: Target, seconds: float) -> Outcome:
    """A message in empty pieces that never ends."""
    start = frame(Opcode.TEXT, b"{", fin=False)
    return _pushed(target, seconds, frame(Opcode.CONT, fin=False) * 5000, start)


def giant_frames(target: Target, seconds: float) -> Outcome:
    """Messages of ten megabytes."""
    data = frame(Opcode.TEXT, b" " * 10 * 2**20)
    return _pushed(target, seconds, data)


def promised_giants(target: Target, seconds: float) -> Outcome:
    """Frames that promise 2^62 bytes and send a few."""
    return _answered(target, seconds, lambda _: b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0" * 100)


def packed_frames(target: Target, seconds: float) -> Outcome:
    """Packed frames that were not agreed on, a megabyte of spaces in a kilobyte."""
    plain = frame(Opcode.TEXT, zlib.compress(b" " * 2**20)[2:-4])
    packed = bytes([plain[0] | PACKED]) + plain[1:]
    return _answered(target, seconds, lambda _: packed)


def bad_text_frames(target: Target, seconds: float) -> Outcome:
    """Text that is no UTF-8."""
    return _answered(target, seconds, lambda _: frame(Opcode.TEXT, b"\xff\xfe"))


def random_bytes(target: Target, seconds: float) -> Outcome:
    """Bytes that are no frames."""
    return _answered(target, seconds, lambda _: os.urandom(4000))


def replayed_frames(target: Target, seconds: float) -> Outcome:
    """One action, sent again and again with the same id."""
    return _pushed(target, seconds, text({"type": "pass", "id": "same", "seq": 1}) * 500)


def message_flood(target: Target, seconds: float) -> Outcome:
    """Questions far beyond the allowed rate, the answers unread."""
    return _pushed(target, seconds, text({"type": "ping", "id": "a"}) * 500)


def nonsense_messages(target: Target, seconds: float) -> Outcome:
    """Messages of unknown kinds, with unknown fields, or no JSON at all."""
    pieces = [text({"type": "win"}), text({"type": "ping", "id": 5, "seat": 1}), frame(Opcode.TEXT, b"{{{"), text([[]])]
    return _pushed(target, seconds, b"".join(pieces) * 100)


def never_reading(target: Target, seconds: float) -> Outcome:
    """Questions with long answers, through a receive buffer of four kilobytes that is never read."""
    question = text({"type": "describe", "id": "a", "cards": "2r 3r 4r 5r 6r 7r 8r 9r Tr"})
    return _pushed(target, seconds, question * 50, receive_buffer=4096)


def foreign_origins(target: Target, seconds: float) -> Outcome:
    """WebSockets from another site's page."""
    return single(target, seconds, lambda _: handshake(target, "Origin: https://evil.example"))


def broken_handshakes(target: Target, seconds: float) -> Outcome:
    """Handshakes without a key, with an old version, or with a body."""
    bad = [
        request(target, f"GET {target.live}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: no"),
        handshake(target).replace(b"Version: 13", b"Version: 7"),
        handshake(target, "Content-Length: 5") + b"12345",
    ]
    return single(target, seconds, lambda number: bad[number % 3])


def many_websockets(target: Target, seconds: float) -> Outcome:
    """As many WebSockets at one table as are let in, all kept open."""
    outcome, until, sockets = Outcome(), time.monotonic() + seconds, []
    for _ in range(300):
        if time.monotonic() > until:
            break
        try:
            raw = open_socket(target)
            raw.sendall(handshake(target))
            outcome[answer_to(raw)] += 1
            sockets.append(raw)
        except OSError:
            outcome["closed"] += 1
    time.sleep(max(0.0, until - time.monotonic()))
    for raw in sockets:
        raw.close()
    return outcome


def websocket_churn(target: Target, seconds: float) -> Outcome:
    """WebSockets that come, take the welcome and go."""
    return single(target, seconds, lambda _: handshake(target))


ATTACKS: tuple[Attack, ...] = (
    ping_flood,
    pong_flood,
    endless_fragments,
    giant_frames,
    promised_giants,
    packed_frames,
    bad_text_frames,
    random_bytes,
    replayed_frames,
    message_flood,
    nonsense_messages,
    never_reading,
    foreign_origins,
    broken_handshakes,
    many_websockets,
    websocket_churn,
)
