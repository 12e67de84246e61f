"""Finished requests with many or long headers, and several requests in one go."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import httpx
import pytest

from . import raw
from .running_server import RunningServer

Build = Callable[..., RunningServer]
FEW = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize("kilobytes", [1, 16, 60, 250])
def test_many_small_headers_are_refused_before_they_are_parsed(build: Build, kilobytes: int) -> None:
    """Finished ones: of those, a parser takes any number that comes at once."""
    server = build()
    assert server.pid
    began = raw.processor_seconds(server.pid)
    for _ in range(10):
        with raw.open_socket(server.port) as many, contextlib.suppress(ConnectionError):  # it need not read them all
            many.sendall(FEW + b"a:b\r\n" * (kilobytes * 1024 // 5) + b"\r\n")
            assert many.recv(12) in (b"HTTP/1.1 431", b"")
            assert raw.is_cut(many, 5)
    assert raw.processor_seconds(server.pid) - began < 0.5
    assert httpx.get(f"{server.url}/healthz", trust_env=False, timeout=20).status_code == 200


@pytest.mark.parametrize(("long", "status"), [(15_000, b"200"), (16_400, b"431"), (100_000, b"431")])
def test_finished_headers_have_a_size(build: Build, long: int, status: bytes) -> None:
    server = build()
    with raw.open_socket(server.port) as one:
        one.sendall(FEW + b"X-A: " + b"b" * long + b"\r\n\r\n")
        assert one.recv(12) == b"HTTP/1.1 " + status


def test_headers_behind_a_body_are_few(build: Build) -> None:
    server = build()
    start = FEW.replace(b"GET /healthz", b"PUT /api/me") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
    with raw.open_socket(server.port) as behind, contextlib.suppress(ConnectionError):
        behind.sendall(start + b"a:b\r\n" * 3000 + b"\r\n")
        assert behind.recv(12) == b""


def asked(server: RunningServer, target: bytes, host: bytes) -> bytes:
    with raw.open_socket(server.port) as one:
        one.sendall(b"GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % (target, host))
        answer = b""
        while piece := one.recv(65536):
            answer += piece
    return answer


def test_a_request_may_name_the_server_in_its_first_line(build: Build) -> None:
    """Then that name counts, not the header's."""
    server = build(hosts=["127.0.0.1"])
    for target in (b"http://127.0.0.1:80/api/me", b"HTTPS://127.0.0.1/api/me?a=b", b"http://127.0.0.1?a=b"):
        assert asked(server, target, b"evil.example").startswith(b"HTTP/1.1 200"), target
    for target in (b"http://evil.example/api/me", b"http://@127.0.0.1/api/me", b"ftp://127.0.0.1/api/me", b"*"):
        assert not asked(server, target, b"127.0.0.1").startswith(b"HTTP/1.1 200"), target


def test_requests_that_come_at_once_are_answered_one_after_the_other(build: Build) -> None:
    """Each with about as many headers as a browser sends, and a body longer than what is parsed at once."""
    server = build()
    some = b"".join(b"X-%d: b\r\n" % number for number in range(60))
    body = b'{"name":"Ann"' + b" " * 10_000 + b"}"
    put = FEW.replace(b"GET /healthz", b"PUT /api/me") + b"Content-Type: application/json\r\n" + some
    put += b"Content-Length: %d\r\n\r\n" % len(body) + body
    last = FEW + b"Connection: close\r\n\r\n"
    answers = b""
    with raw.open_socket(server.port) as several:
        several.sendall((FEW + some + b"\r\n" + put) * 8 + last)
        while piece := several.recv(65536):
            answers += piece
    assert answers.count(b"HTTP/1.1 200") == 17
    assert answers.count(b'"Ann"') == 8
