"""What nobody should send: refused with words, and the server goes on unharmed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from .guests import BOT, ME, OPEN, Guest
from .in_process import in_process
from .scenes import refused, run, two_people, until_asked, until_closed

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def http(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, trust_env=False, verify=False) as client:
        yield client


# --- requests -----------------------------------------------------------------------------------


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
    refused(http.get("/api/rules?" + "&".join(["rule=sets=all"] * 200)), 413, "too-large")
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


def test_every_answer_carries_the_headers_that_keep_a_page_safe(http: httpx.Client) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/api/openapi.json"):
        headers = http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_only_an_answer_over_https_says_that_nothing_else_is_spoken_here(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path) as (_, http):
            said = [(await http.get(f"{scheme}://127.0.0.1/api/health")).headers for scheme in ("https", "http")]
            assert [each.get("Strict-Transport-Security") for each in said] == ["max-age=31536000", None]

    run(scene())


# --- identity -----------------------------------------------------------------------------------


def test_a_forged_cookie_is_refused_and_forgotten(http: httpx.Client, url: str) -> None:
    honest = http.get("/api/me")
    ((name, cookie),) = honest.cookies.items()
    player, _, signature = cookie.partition(".")
    other = "p_" + "A" * 22
    for forged in (
        f"{other}.{signature}",
        player,
        f"{player}.",
        f"{player}.{signature[:-1]}",
        "",
        ".",
        "é.x",
        "x" * 5000,
    ):
        answer = httpx.get(f"{url}/api/me", headers={"Cookie": f"{name}={forged}".encode()}, trust_env=False)
        words = refused(answer, 401, "unknown-identity")
        assert words == "this browser's identity was not made here; try again with a new one"
        assert f'{name}=""' in answer.headers["set-cookie"]


def test_a_cut_off_link_leads_to_no_table(http: httpx.Client) -> None:
    answer = http.get("/api/tables/abc")
    assert answer.json()["words"] == "there is no such table"


def test_the_cookie_can_t_be_read_by_scripts(http: httpx.Client) -> None:
    cookie = http.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_foreign_pages_can_t_act(http: httpx.Client) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://[", ""):
        answer = http.put("/api/me", json={"name": "Eve"}, headers={"Origin": origin})
        assert refused(answer, 403, "not-yours") == "this request comes from a page of another site"
    own = str(http.base_url).rstrip("/")
    assert http.put("/api/me", json={"name": "Ann"}, headers={"Origin": own}).status_code == 200
    form = http.post("/api/tables", data={"seats": "x"})
    assert form.status_code in (400, 422)


def test_the_handshake_is_refused_with_a_reason(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, OPEN)
        (name,) = ann.http.cookies
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
        refusals = (
            (address, {"Origin": "https://evil.example"}, 403, "not-yours"),
            (address, {"Origin": "http://["}, 403, "not-yours"),
            (address, {"Cookie": f"{name}=p_forged.x"}, 401, "unknown-identity"),
            (address.replace(table, "A" * 16), {}, 404, "not-found"),
        )
        for where, headers, status, code in refusals:
            with pytest.raises(InvalidStatus) as caught:
                await connect(where, additional_headers=headers, proxy=None)
            assert caught.value.response.status_code == status
            assert json.loads(caught.value.response.body or b"")["code"] == code

    run(scene())


# --- other people's seats -----------------------------------------------------------------------


def test_a_cookie_of_another_table_opens_nothing_here(url: str) -> None:
    async def scene() -> None:
        _, _, table = await two_people(url)
        _, eve, _ = await two_people(url)
        for path, body in (
            ("actions", {"type": "pass", "id": "x", "seq": 1}),
            ("actions", {"type": "bet", "id": "x", "seq": 1, "amount": 15}),
            ("describe", {"cards": "K"}),
            ("hint", {}),
            ("seats/1/bot", {"level": "greedy"}),
            ("rematch", {}),
        ):
            answer = await eve.post(f"/tables/{table}/{path}", body, 403)
            assert answer["code"] == "not-yours"
        await eve.get(f"/tables/{table}/link", 403)
        await eve.post(f"/tables/{table}/leave", {}, 409)
        assert (await eve.get(f"/tables/{table}/state"))["hand"] is None
        async with eve.at(table) as connection:
            assert connection.state["hand"] is None
            assert (await connection.ask("pass"))["code"] == "not-yours"

    run(scene())


def test_no_message_can_name_another_seat(url: str) -> None:
    async def scene() -> None:
        ann, bob, table = await two_people(url)
        async with ann.at(table) as first, bob.at(table) as second:
            waiting = second if first.state["ask"] == "turn" else first
            other = 1 - waiting.state["seat"]
            answer = await waiting.ask("play", cards="K", reading="1x1:K")
            assert answer["words"].startswith("it is not your turn")
            await waiting.send({"type": "play", "id": "z", "seq": 9, "cards": "K", "seat": other})
            answer = await waiting.hear("error")
            assert (answer["code"], answer["id"]) == ("bad-request", None)
            assert "seat" in answer["words"]

    run(scene())


# --- messages -----------------------------------------------------------------------------------


BAD_MESSAGES = [
    "",
    "{",
    "null",
    "7",
    "[]",
    "{}",
    '{"type": "play"}',
    '{"type": "dance", "id": "x"}',
    '{"type": "pass"}',
    '{"type": "pass", "id": "x"}',
    '{"type": "pass", "id": "x", "seq": "9"}',
    '{"type": "pass", "id": "x", "seq": -1}',
    '{"type": "pass", "id": "", "seq": 9}',
    '{"type": "pass", "id": 7, "seq": 9}',
    '{"type": "pass", "id": "' + "x" * 65 + '", "seq": 9}',
    '{"type": "pass", "id": "a\\u0000b", "seq": 9}',
    '{"type": "pass", "id": "x", "seq": 9, "more": 1}',
    '{"type": "bet", "id": "x", "seq": 9, "amount": "15"}',
    '{"type": "bet", "id": "x", "seq": 9, "amount": -1}',
    '{"type": "bet", "id": "x", "seq": 9, "amount": 1e9}',
    '{"type": "give", "id": "x", "to": 9}',
    '{"type": "play", "id": "x", "cards": "' + "3r " * 40 + '"}',
    '{"type": "play", "id": "x", "cards": ["3r"]}',
    "[" * 3000,
    '{"type": "\\ud800", "id": "x"}',
]


def test_messages_that_make_no_sense(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            for text in BAD_MESSAGES:
                await connection.websocket.send(text)
                answer = await connection.hear("error")
                assert (answer["code"], answer["id"]) == ("bad-request", None), text
                assert 0 < len(answer["words"]) < 400
            await connection.websocket.send(b"\x00\x01")
            assert (await connection.hear("error"))["words"] == "messages are text, not bytes"
            await connection.websocket.send('{"type": "pass", "id": "x"}' + " " * 5000)
            assert (await connection.hear("error"))["code"] == "too-large"
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())


def test_actions_that_the_rules_refuse(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await until_asked(connection)
            seq = connection.state["seq"]
            absent = next(
                card for card in ("2r", "3r", "4r", "5r", "6r", "7r", "8r") if card not in connection.state["hand"]
            )
            for fields, code, words in (
                ({"cards": absent}, "illegal", f"you don't hold {absent}"),
                ({"cards": "3x"}, "notation", "'3x' has no known suit: the suits are r, o, y, g, b"),
                ({"cards": "J J"}, "notation", "J is named twice"),
                ({"cards": "2b"}, "illegal", "2b is not in play"),
                ({"cards": "K", "reading": "9x9:Z"}, "notation", "'9x9:Z' is not a reading"),
                ({"cards": ""}, "illegal", "a play needs at least one card"),
            ):
                answer = await connection.ask("play", **fields)
                assert (answer["code"], answer["words"][: len(words)]) == (code, words)
            assert (await connection.ask("give", to=1))["code"] == "illegal"
            assert connection.state["seq"] == seq

    run(scene())


def test_a_huge_message_ends_the_connection_only(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT)
        async with ann.at(table) as connection:
            await connection.websocket.send("x" * 100_000)
            _, code = await until_closed(connection)
            assert code == 1009
        async with ann.at(table) as connection:
            assert (await connection.ask("ping"))["type"] == "ok"

    run(scene())
