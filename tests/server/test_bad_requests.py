"""Requests that nobody should send: refused with words, and the server goes on unharmed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from .guests import refused

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"{", 400, "not a JSON object"),
        (b"\xff\xfe", 400, ""),
        (b"[1, 2]", 422, "not a JSON object"),
        (b"null", 422, ""),
        (b'{"seats": []}', 422, "seats: list should have at least 2 items"),
        (b'{"seats": [{"kind": "me"}, {"kind": "me"}]}', 422, "exactly one of the seats must be yours"),
        (b'{"seats": [{"kind": "open"}, {"kind": "open"}]}', 422, "exactly one of the seats must be yours"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "admin": true}', 422, "admin: there is no such field"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open", "level": "x"}]}', 422, "there is no such field"),
        (b'{"seats": [{"kind": "me"}, {"kind": "bot", "level": "x"}]}', 422, "there is no level 'x'"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "preset": "x"}', 422, "there is no preset 'x'"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "preset": "tournament"}', 422, "for 3 players only"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "options": {"courts": "x"}}', 422, "courts can be"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "options": {"bets": [0]}}', 422, "bets must be"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "target": 5, "rounds": 5}', 422, "give one of the two"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "target": "5"}', 422, "target: this must be a whole number"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "public": "yes"}', 422, "public: this must be true or false"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "pace": 1e999}', 422, "pace"),
        (b'{"seats": [{"kind": "me"}, {"kind": "open"}], "pace": NaN}', 422, "pace"),
        (b"[" * 8000, 400, ""),
    ],
)
def test_a_table_that_can_t_be(http: httpx.Client, content: bytes, status: int, words: str) -> None:
    answer = http.post("/api/tables", content=content, headers=JSON)
    assert words in refused(answer, status, "bad-request")


def test_a_body_that_is_too_long(http: httpx.Client) -> None:
    refused(http.put("/api/me", content=b"x" * 20_000, headers=JSON), 413, "too-large")

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    refused(http.put("/api/me", content=pieces(), headers=JSON), 413, "too-large")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x" * 10_000, "a name has at most 24 characters"),
        ("x" * 25, "a name has at most 24 characters"),
        ("<b>Ann</b>", "a name is plain text"),
        ("<script>1</script>", "a name is plain text"),
        ("Ann\u202e", "a name is plain text"),
        ("\ud800", ""),
        ("   ", "a name needs at least one character"),
        ("", "a name needs at least one character"),
        (7, "name: this must be text"),
    ],
)
def test_a_name_that_is_none(http: httpx.Client, name: object, words: str) -> None:
    answer = http.put("/api/me", content=json.dumps({"name": name}), headers=JSON)
    assert words in refused(answer, 422, "bad-request")


def test_names_of_other_tongues_are_welcome(http: httpx.Client) -> None:
    for name in ("Żółć", "名無し", "O'Brien-2", "Ann 🂡"):
        assert http.put("/api/me", json={"name": name}).json()["name"] == name


def test_addresses_that_lead_nowhere(http: httpx.Client) -> None:
    for path in ("/api/nothing", "/api/tables/AAAAAAAAAAAAAAAA", "/api/tables/AAAAAAAAAAAAAAAA/state", "/assets/x.js"):
        assert refused(http.get(path), 404, "not-found")
    refused(http.delete("/api/me"), 405, "bad-request")
    refused(http.get("/api/tables/short"), 422, "bad-request")
    for path in ("/..%2f..%2fetc%2fpasswd", "/%00", "/assets/..%2f..%2fapp.py"):
        assert "root:" not in http.get(path).text


def test_a_cut_off_link_leads_to_no_table(http: httpx.Client) -> None:
    answer = http.get("/api/tables/abc")
    assert answer.json()["words"] == "there is no such table"


def test_every_answer_carries_the_headers_that_keep_a_page_safe(http: httpx.Client) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/api/openapi.json"):
        headers = http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
