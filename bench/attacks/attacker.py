"""What every attack is made of: sockets from the attacker's address, raw requests, floods, and a count of answers."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

import httpx
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from haggis.rules import preset
from tests.study.games import play, text_of

THREADS = 8
PATIENCE = 5.0
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
Outcome = Counter[str]
"""How often each answer came: a status, the code of a message or of a closing, "closed", "silent", "sent"."""


@dataclass(frozen=True)
class Target:
    """The server, and what the attacker has there: an identity, a table against a bot, a game to study."""

    port: int
    source: str
    cookie: str
    table: str
    game: str
    records: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> str:
        return f"/api/tables/{self.table}/live"


Attack = Callable[[Target, float], Outcome]


class Refused(Exception):
    """A handshake was answered with this status."""


def prepare(port: int, source: str) -> Target:
    """A newcomer from this address makes a table and brings a record."""
    bare = Target(port, source, "", "", "", some_records())
    with client(bare) as http:
        http.get("/api/me").raise_for_status()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
        made = http.post("/api/tables", json={"seats": seats, "pace": 0, "hints": True}).raise_for_status()
        brought = http.post("/api/study/records", json={"text": bare.records[0]}).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    return replace(bare, cookie=cookie, table=made.json()["table"], game=brought.json()["game"])


@cache
def some_records() -> tuple[str, ...]:
    """Different games of many rounds."""
    return tuple(text_of(play(preset("standard", target=5000), seed, level="greedy", rounds=20)) for seed in range(4))


def client(target: Target) -> httpx.Client:
    """Requests with manners, from the attacker's address and with her cookie."""
    transport = httpx.HTTPTransport(local_address=target.source, verify=False)
    headers = {"Cookie": target.cookie} if target.cookie else {}
    return httpx.Client(base_url=target.url, transport=transport, headers=headers, timeout=30)


def open_socket(target: Target, receive_buffer: int = 0) -> socket.socket:
    raw = socket.socket()
    try:
        if receive_buffer:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        raw.settimeout(PATIENCE)
        raw.bind((target.source, 0))
        raw.connect(("127.0.0.1", target.port))
    except OSError:
        raw.close()
        raise
    return raw


def request(target: Target, start: str, *headers: str, body: bytes = b"") -> bytes:
    """The bytes of a request: its first line without the version, more headers, a body with its length."""
    lines = [f"{start} HTTP/1.1", f"Host: 127.0.0.1:{target.port}", f"Cookie: {target.cookie}"]
    lines += ["Accept-Encoding: gzip", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def posted(target: Target, path: str, body: object, method: str = "POST") -> bytes:
    return request(target, f"{method} {path}", body=json.dumps(body).encode())


def upgrade(target: Target, receive_buffer: int = 0) -> socket.socket:
    """A WebSocket to the attacker's table whose frames are made by hand."""
    raw = open_socket(target, receive_buffer)
    raw.sendall(handshake(target))
    try:
        answer = raw.recv(12)
    except OSError:
        raw.close()
        raise
    if answer != b"HTTP/1.1 101":
        raw.close()
        raise Refused(answer[-3:].decode() or "closed")
    return raw


def handshake(target: Target, *more: str) -> bytes:
    key = "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="
    headers = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key, *more)
    return request(target, f"GET {target.live}", *headers)


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


def text(message: object) -> bytes:
    return frame(Opcode.TEXT, json.dumps(message).encode())


def at_table(target: Target) -> ClientConnection:
    """A WebSocket with manners: its messages can be read."""
    headers = {"Cookie": target.cookie}
    address = f"ws://127.0.0.1:{target.port}{target.live}"
    return connect(
        address, additional_headers=headers, proxy=None, source_address=(target.source, 0), open_timeout=PATIENCE
    )


def answer_to(raw: socket.socket) -> str:
    """The status of the next answer; "closed" or "silent" if there is none."""
    try:
        data = raw.recv(65536)
    except TimeoutError:
        return "silent"
    except OSError:
        return "closed"
    found = STATUS.search(data)
    return found[1].decode() if found else "closed" if not data else "bytes"


def push(raw: socket.socket, data: bytes, until: float) -> str:
    """Send again and again without reading, until the other side ends it or time is up."""
    raw.settimeout(0.2)
    while time.monotonic() < until:
        try:
            raw.sendall(data)
        except TimeoutError:
            continue
        except OSError:
            return "closed"
    return "sent"


def repeat(seconds: float, once: Callable[[int], str], threads: int = THREADS) -> Outcome:
    """The same from several threads until time is up, with a rising number; what came of it, counted."""
    numbers, until = itertools.count(), time.monotonic() + seconds

    def work(_: int) -> Outcome:
        outcome = Outcome()
        while time.monotonic() < until:
            found = _result(once, next(numbers))
            outcome[found] += 1
            if found == "closed":
                time.sleep(0.01)  # what is refused at the door costs nothing: leave the processor to the others
        return outcome

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(work, range(threads)), Outcome())


def _result(once: Callable[[int], str], number: int) -> str:
    try:
        return once(number)
    except (Refused, OSError) as error:
        return word_for(error)


def word_for(error: Refused | OSError) -> str:
    if isinstance(error, Refused):
        return str(error)
    return "silent" if isinstance(error, TimeoutError) else "closed"


def single(target: Target, seconds: float, make: Callable[[int], bytes], threads: int = THREADS) -> Outcome:
    """One request a connection, again and again."""

    def once(number: int) -> str:
        with open_socket(target) as raw:
            raw.sendall(make(number))
            return answer_to(raw)

    return repeat(seconds, once, threads)


def flood(target: Target, seconds: float, make: Callable[[int], bytes]) -> Outcome:
    """Requests as fast as they are answered, several connections that are kept open."""
    kept = threading.local()

    def once(number: int) -> str:
        if getattr(kept, "socket", None) is None:
            kept.socket = open_socket(target)
        found = _result(lambda _: asked(kept.socket, make(number)), number)
        if found in ("closed", "silent"):
            kept.socket.close()
            kept.socket = None
        return found

    return repeat(seconds, once)


def asked(raw: socket.socket, question: bytes) -> str:
    """The status of the answer, which is read to its end, so that the next can follow."""
    raw.sendall(question)
    data = b""
    while b"\r\n\r\n" not in data:
        piece = raw.recv(65536)
        if not piece:
            return "closed"
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    missing = (int(length[1]) if length else 0) - len(body)
    while missing > 0:
        piece = raw.recv(65536)
        if not piece:
            return "closed"
        missing -= len(piece)
    found = STATUS.match(head)
    return found[1].decode() if found else "bytes"


def hold(target: Target, seconds: float, number: int, start: Callable[[int], bytes]) -> Outcome:
    """So many connections that begin something and never end it; how many the server ended meanwhile."""
    outcome, until = Outcome(), time.monotonic() + seconds
    with contextlib.ExitStack() as opened:
        sockets = []
        for each in range(number):
            if time.monotonic() > until:
                break
            try:
                raw = opened.enter_context(open_socket(target))
                raw.sendall(start(each))
                sockets.append(raw)
            except OSError:
                outcome["closed"] += 1
        time.sleep(max(0.0, until - time.monotonic()))
        for raw in sockets:
            raw.settimeout(0.01)
            outcome[answer_to(raw)] += 1
    return outcome
