"""The log: for people or for programs, by request, and never a card, a token or a link in it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.contextvars import bound_contextvars
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from haggis.server.web.access import request_id
from haggis.server.web.logs import formatter

from .guests import BOT, ME, Guest, play_to_the_end
from .scenes import run, two_people
from .test_traffic import NUMBER_CARD

COURT_CARD = re.compile(r"(?<![\w-])[JQK](?![\w-])")


@contextlib.contextmanager
def logging_server(tmp_path: Path, *flags: str) -> Iterator[tuple[str, Path]]:
    """A server as somebody starts it; where it is, and its log."""
    log = tmp_path / "log"
    command = [sys.executable, "-m", "haggis", "serve", "--port", "0", "--data", str(tmp_path / "data"), "--no-limits"]
    with (
        log.open("w") as file,
        subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, stderr=file, text=True) as server,
    ):
        assert server.stdout
        port = int(server.stdout.readline().split(":")[2].split()[0])
        try:
            yield f"http://127.0.0.1:{port}", log
        finally:
            server.terminate()


async def whole_game(url: str) -> list[str]:
    """A game with everything that goes wrong in one; the secrets of its players."""
    ann, bob, table = await two_people(url, BOT, rounds=1, hints=True)
    link = str((await ann.get(f"/tables/{table}/link"))["link"])
    token, other = link.partition("#seat=")[2], Guest(url)
    await other.post(f"/tables/{table}/claim", {"token": token})
    await other.post(f"/tables/{table}/claim", {"token": f"x{token[1:]}"}, 403)
    await other.http.get(link)
    await other.http.get(f"/t/2r 3r {token}?cards=2r")
    await other.post("/describe", {"cards": "3r J Q", "players": 2})
    await other.post("/describe", {"cards": "3r zz 7g"}, 422)
    await other.http.post(f"/api/tables/{table}/actions", content=b'{"cards": "2r 3r"')
    forged = {"Cookie": f"{next(iter(ann.http.cookies))}=p_forged.2r"}
    assert httpx.get(f"{url}/api/me", headers=forged, trust_env=False).status_code == 401
    with contextlib.suppress(InvalidStatus):
        await connect(f"{url.replace('http', 'ws')}/api/tables/{token[:16]}/live", proxy=None)
    async with ann.at(table) as first, bob.at(table) as second:
        for text in ("no JSON, but 2r", '{"type": "play", "id": "9g", "cards": "9g 9g"}', "[]"):
            await first.websocket.send(text)
        await first.ask("play", cards="2r 2y 2g K")
        await first.ask("describe", cards=first.state["hand"].split()[0])
        await first.ask("hint")
        await asyncio.gather(*(play_to_the_end(each, random.Random(5)) for each in (first, second)))
    await bob.get(f"/tables/{table}/record")
    cookies = [value for guest in (ann, bob, other) for value in guest.http.cookies.values()]
    return [token, *cookies, *(cookie.partition(".")[2] for cookie in cookies)]


def test_a_whole_game_at_debug_level_leaves_no_card_and_no_token_in_the_log(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def scene() -> None:
        secrets.extend(await whole_game(url))

    with logging_server(tmp_path, "--log-format", "json", "--log-level", "debug") as (url, log):
        run(scene(), 180)
    text = log.read_text()
    assert len(secrets) == 7
    assert all(secrets)
    assert [secret for secret in secrets if secret in text] == []
    assert NUMBER_CARD.findall(text) == []
    assert COURT_CARD.findall(text) == []
    assert "seat=" not in text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    assert all({"event", "level", "logger", "timestamp"} <= line.keys() for line in lines)
    seen = {line["event"] for line in lines}
    assert {"request", "connection", "message", "refused", "stored"} <= seen
    assert all("request_id" in line for line in lines if line["event"] in ("request", "connection", "message"))
    stored = [line for line in lines if line["event"] == "stored"]
    assert any("request_id" not in line for line in stored), "a bot's action belongs to no request"
    assert {line["route"] for line in lines if line["event"] == "connection"} == {"/api/tables/{table}/live"}


def test_a_request_bears_the_id_that_it_was_given_if_that_is_one(url: str) -> None:
    async def scene() -> None:
        ann = Guest(url)
        answer = await ann.http.get("/api/health", headers={"X-Request-ID": "abc-DEF.123"})
        assert answer.headers["X-Request-ID"] == "abc-DEF.123"
        given = [(await ann.http.get(path)).headers["X-Request-ID"] for path in ("/api/health", "/api/nothing", "/")]
        assert len(set(given)) == 3
        table = await ann.make_table(ME, BOT)
        live = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
        async with connect(live, proxy=None, additional_headers={"X-Request-ID": "socket-1"}) as socket:
            assert socket.response
            assert socket.response.headers["X-Request-ID"] == "socket-1"
        with pytest.raises(InvalidStatus) as caught:
            await connect(live.replace(table, "NoNoNoNoNoNoNoNo"), proxy=None)
        assert re.fullmatch("[0-9a-f]{32}", caught.value.response.headers["X-Request-ID"])

    run(scene())


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "two words", "line\nbreak", '{"a":"b"}', "-startsodd", "ümläut-x"]
)
def test_what_is_no_id_is_replaced(given: str) -> None:
    assert re.fullmatch("[0-9a-f]{32}", request_id(given))


def test_lines_for_people_say_the_same() -> None:
    record = logging.LogRecord("haggis.server", logging.WARNING, "", 1, "a node has to %s", ("wait",), None)
    record.route = "/api/tables/{table}"
    with bound_contextvars(request_id="abcdefgh"):
        text, written = (formatter(kind).format(record) for kind in ("text", "json"))  # type: ignore[arg-type]
    assert re.fullmatch(r"\S+Z \[warning\] a node has to wait +\[haggis\.server\] .*request_id=abcdefgh.*", text)
    assert json.loads(written).items() >= {"event": "a node has to wait", "request_id": "abcdefgh"}.items()
    assert json.loads(written)["route"] == "/api/tables/{table}"
