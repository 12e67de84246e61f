"""Who somebody is: forged cookies, foreign pages and other people's seats."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from .guests import ME, OPEN, Guest, refused
from .scenes import run, two_people


def test_a_forged_cookie_is_refused_and_forgotten(http: httpx.Client, url: str) -> None:
    honest = http.get("/api/me")
    cookie = honest.cookies["haggis"]
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
        answer = httpx.get(f"{url}/api/me", headers={"Cookie": f"haggis={forged}".encode()}, trust_env=False)
        words = refused(answer, 401, "unknown-identity")
        assert words == "this browser's identity was not made here; try again with a new one"
        assert 'haggis=""' in answer.headers["set-cookie"]


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
        address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
        refusals = (
            (address, {"Origin": "https://evil.example"}, 403, "not-yours"),
            (address, {"Origin": "http://["}, 403, "not-yours"),
            (address, {"Cookie": "haggis=p_forged.x"}, 401, "unknown-identity"),
            (address.replace(table, "A" * 16), {}, 404, "not-found"),
        )
        for where, headers, status, code in refusals:
            with pytest.raises(InvalidStatus) as caught:
                await connect(where, additional_headers=headers, proxy=None)
            assert caught.value.response.status_code == status
            assert json.loads(caught.value.response.body or b"")["code"] == code

    run(scene())


def test_a_cookie_of_another_table_opens_nothing_here(url: str) -> None:
    async def scene() -> None:
        _, _, table = await two_people(url)
        _, eve, _ = await two_people(url)
        for path, body in (
            ("actions", {"type": "pass", "id": "x"}),
            ("actions", {"type": "bet", "id": "x", "amount": 15}),
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
            await waiting.send({"type": "play", "id": "z", "cards": "K", "seat": other})
            answer = await waiting.hear("error")
            assert (answer["code"], answer["id"]) == ("bad-request", None)
            assert "seat" in answer["words"]

    run(scene())
