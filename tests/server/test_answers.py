"""Answers that take long are made beside the event loop; one address has a share of that; none is left out."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Callable
from gzip import GzipFile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import Request

from haggis.players import Advice
from haggis.rules import preset
from haggis.server.english import say
from haggis.server.errors import TooMany
from haggis.server.limits import DEFAULT_LIMITS, Limits
from haggis.server.study.desk import MOST_QUICK, Desk
from haggis.server.web import long_answers, openapi, puzzle_routes
from haggis.server.web.long_answers import LongAnswers
from haggis.server.wire import puzzle_view, review_view
from haggis.study.puzzles import all_puzzles
from tests.study.games import play, text_of

from .in_process import in_process
from .scenes import run
from .studied import PATIENCE

ROUNDS = 3


class Noted:
    """A function that remembers in which threads it was called."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work = work
        self.threads: list[int] = []

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.threads.append(threading.get_ident())
        return self._work(*given, **named)


async def look_until_done(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """From the first decision on, each time."""
    while (answer := (await http.get(path)).json())["status"] != "done":
        assert answer["status"] in ("waiting", "running")
        await asyncio.sleep(0.02)
    return dict(answer)


def test_a_review_is_written_once_and_never_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, read, written = Noted(review_view.decision_view), Noted(json.loads), Noted(review_view.to_json)
    monkeypatch.setattr(review_view, "decision_view", shown)
    monkeypatch.setattr(review_view, "json", SimpleNamespace(loads=read))
    monkeypatch.setattr(review_view, "to_json", written)

    async def scene() -> None:
        async with in_process(tmp_path, review_nodes=10) as (_, http):
            record = text_of(play(preset("standard"), 3, level="greedy", rounds=ROUNDS))
            game = (await http.post("/study/records", json={"text": record})).json()["game"]
            path = f"/study/games/{game}/review"
            await http.post(path, json={})
            done = await look_until_done(http, path)
            total = done["total"]
            assert total == done["done"] == len(done["review"]["decisions"]) > 40
            made = (len(shown.threads), len(read.threads), len(written.threads))
            for encoding in ("gzip", "identity"):
                answer = await http.get(path, headers={"Accept-Encoding": encoding})
                assert answer.json() == done
                assert answer.headers.get("Content-Encoding", "identity") == encoding
            assert made == (len(shown.threads), len(read.threads), len(written.threads)) == (2 * total, 1, total + 1)
        assert threading.get_ident() not in {*shown.threads, *read.threads, *written.threads}

    run(scene(), PATIENCE)


def test_a_puzzle_is_shown_beside_the_event_loop_and_a_newcomer_gets_her_cookie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Noted(puzzle_routes.puzzle_view)
    monkeypatch.setattr(puzzle_routes, "puzzle_view", shown)

    async def scene() -> None:
        async with in_process(tmp_path) as (services, http):
            for which in ("next", "day", all_puzzles()[0].name):
                http.cookies.clear()
                answer = await http.get(f"/puzzles/{which}")
                assert answer.json()["state"]["hand"]
                assert services.signer.cookie_name in answer.cookies
        assert len(shown.threads) == 3
        assert threading.get_ident() not in shown.threads

    run(scene())


def test_a_newcomer_who_asks_for_a_review_gets_her_cookie(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path, review_nodes=10) as (services, http):
            record = text_of(play(preset("standard"), 3, level="greedy"))
            game = (await http.post("/study/records", json={"text": record})).json()["game"]
            path = f"/study/games/{game}/review"
            for method in ("POST", "GET", "DELETE"):
                http.cookies.clear()
                answer = await http.request(method, path, json={} if method == "POST" else None)
                assert answer.json()["status"]
                assert services.signer.cookie_name in answer.cookies

    run(scene())


def test_the_solution_of_a_puzzle_is_weighed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weighed = Noted(puzzle_view.reasons)
    monkeypatch.setattr(puzzle_view, "reasons", weighed)
    puzzle_view.solution_view.cache_clear()

    async def scene() -> None:
        async with in_process(tmp_path) as (_, http):
            path = f"/puzzles/{all_puzzles()[0].name}/answer"
            first, second = [(await http.post(path, json={"type": "reveal"})).json() for _ in range(2)]
            assert first["reasons"] == second["reasons"]
        assert len(weighed.threads) == 1

    run(scene())


def test_files_of_the_page_are_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "let card = 1;\n" * 1000
    assets = tmp_path / "page" / "assets"
    assets.mkdir(parents=True)
    (assets / "index-A1.js").write_text(script)

    async def scene() -> None:
        async with in_process(tmp_path, page=tmp_path / "page") as (_, http):
            monkeypatch.setattr(GzipFile, "write", lambda *_: pytest.fail("packed anew"))
            for encoding in ("gzip", "identity"):
                headers = {"Accept-Encoding": encoding}
                answer = await http.get("http://127.0.0.1/assets/index-A1.js", headers=headers)
                assert answer.text == script
                assert answer.headers.get("Content-Encoding", "identity") == encoding
                assert "javascript" in answer.headers["Content-Type"]
                assert "immutable" in answer.headers["Cache-Control"]

    run(scene())


def test_a_round_to_study_is_packed_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = Noted(gzip.compress)
    monkeypatch.setattr(long_answers, "gzip", SimpleNamespace(compress=packed))

    async def scene() -> None:
        async with in_process(tmp_path) as (_, http):
            record = text_of(play(preset("standard"), 3, level="greedy"))
            game = (await http.post("/study/records", json={"text": record})).json()["game"]
            monkeypatch.setattr(GzipFile, "write", lambda *_: pytest.fail("packed on the event loop"))
            path = f"/study/games/{game}/rounds/1"
            answers = [await http.get(path, headers={"Accept-Encoding": each}) for each in ("gzip", "identity")]
            assert [each.headers.get("Content-Encoding") for each in answers] == ["gzip", None]
            assert answers[0].json() == answers[1].json()
        assert len(packed.threads) == 1
        assert threading.get_ident() not in packed.threads

    run(scene())


def test_the_contract_is_written_and_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Noted(openapi.to_json)
    monkeypatch.setattr(openapi, "to_json", written)

    async def scene() -> None:
        async with in_process(tmp_path) as (_, http):
            monkeypatch.setattr(GzipFile, "write", lambda *_: pytest.fail("packed anew"))
            answers = [
                await http.get("/openapi.json", headers={"Accept-Encoding": each}) for each in ("gzip", "identity")
            ]
            assert {json.dumps(each.json()) for each in answers} == {json.dumps(json.loads(openapi.document()))}
        assert len(written.threads) == 1

    run(scene())


def test_an_unfinished_review_tells_so_many_decisions_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_view, "MOST_DECISIONS", 5)

    async def scene() -> None:
        async with in_process(tmp_path, review_nodes=200) as (services, http):
            record = text_of(play(preset("standard"), 3, level="greedy", rounds=ROUNDS))
            game = (await http.post("/study/records", json={"text": record})).json()["game"]
            path = f"/study/games/{game}/review"
            await http.post(path, json={})
            while (answer := (await http.get(path)).json())["done"] < 12:
                await asyncio.sleep(0.02)
            assert answer["status"] == "running"
            job = services.reviews._jobs[game]
            for after in (0, 5, 7):
                told = (await http.get(f"{path}?after={after}")).json()["decisions"]
                assert told == [json.loads(each) for each in job.decisions[after : after + 5]]
            await http.delete(path)

    run(scene(), PATIENCE)


# --- shares ---------------------------------------------------------------------------------------


def test_one_address_has_only_a_share_of_what_waits_for_study() -> None:
    assert 0 < DEFAULT_LIMITS.answers_waiting <= MOST_QUICK / 4

    async def scene() -> None:
        desk, free = Desk(2), threading.Event()
        running, *waiting = [asyncio.ensure_future(desk.quick("eve", lambda: free.wait(60))) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await desk.quick("eve", lambda: None)
        other = asyncio.ensure_future(desk.quick("ann", lambda: "here"))
        await asyncio.sleep(0)
        free.set()
        assert await other == "here"
        await asyncio.gather(running, *waiting)
        desk.stop()

    run(scene())


def test_a_server_gives_its_desk_and_its_long_answers_shares(tmp_path: Path) -> None:
    """The way from the settings to the lanes: many of one address are refused, and nothing of another's."""

    async def scene() -> None:
        async with in_process(tmp_path, limits=Limits(answers_waiting=1)) as (services, _):
            free = threading.Event()
            request = asked_from("192.0.2.1")
            for ask in (
                lambda: services.desk.quick("192.0.2.1", lambda: free.wait(60)),
                lambda: services.long_answers.write(request, lambda: free.wait(60)),
            ):
                asked = [asyncio.ensure_future(ask()) for _ in range(long_answers.THREADS + 2)]
                await asyncio.wait(asked, timeout=0.1)
                assert any(each.done() and isinstance(each.exception(), TooMany) for each in asked)
                free.set()
                await asyncio.gather(*asked, return_exceptions=True)
                free.clear()

    run(scene())


def asked_from(address: str, encoding: str = "gzip") -> Request:
    headers = [(b"accept-encoding", encoding.encode())]
    return Request({"type": "http", "client": (address, 1), "headers": headers})


def test_long_answers_of_one_address_leave_room_for_others() -> None:
    async def scene() -> None:
        answers, free = LongAnswers(3), threading.Event()
        eve, ann = asked_from("192.0.2.1"), asked_from("192.0.2.2")
        held = [
            asyncio.ensure_future(answers.write(eve, lambda: free.wait(60))) for _ in range(long_answers.THREADS + 3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await answers.write(eve, lambda: None)
        other = asyncio.ensure_future(answers.write(ann, lambda: ["x"] * 1000))
        await asyncio.sleep(0)
        free.set()
        answer = await other
        assert json.loads(gzip.decompress(bytes(answer.body))) == ["x"] * 1000
        assert (await answers.write(asked_from("192.0.2.2", "br"), lambda: [1])).body == b"[1]"
        await asyncio.gather(*held)
        answers.stop()

    run(scene())


class FullDesk(Desk):
    async def quick(self, owner: str, work: Callable[[], Any]) -> Any:
        raise TooMany(say("limit.thinking"), 2)


def test_an_answer_to_a_puzzle_is_stored_and_answered_or_neither(tmp_path: Path) -> None:
    async def scene() -> None:
        async with in_process(tmp_path) as (services, http):
            before = (await http.get("/me/puzzles")).json()
            path, desk = f"/puzzles/{all_puzzles()[0].name}/answer", services.desk
            services.desk = FullDesk()
            assert (await http.post(path, json={"type": "reveal"})).status_code == 429
            assert (await http.get("/me/puzzles")).json() == before
            services.desk = desk
            assert (await http.post(path, json={"type": "reveal"})).json()["counted"]

    run(scene())


# --- what fails -----------------------------------------------------------------------------------


def test_a_hint_that_fails_is_answered_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(*_: object) -> Advice:
        raise ZeroDivisionError("2r is in her hand")

    async def scene() -> dict[str, Any]:
        async with in_process(tmp_path) as (services, http):
            services.tables.thinkers.advise = broken  # type: ignore[method-assign]
            seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
            table = (await http.post("/tables", json={"seats": seats, "pace": 0})).json()["table"]
            while (await http.get(f"/tables/{table}/state")).json()["ask"] != "turn":
                await asyncio.sleep(0.02)
            return await told(http, table, {"type": "hint", "id": "h1"})

    answer = asyncio.run(asyncio.wait_for(scene(), 60))
    assert (answer["code"], answer["key"]) == ("trouble", "trouble.ours")
    assert "a message failed: ZeroDivisionError" in caplog.messages
    assert "2r" not in caplog.text


async def told(http: httpx.AsyncClient, table: str, message: dict[str, str]) -> dict[str, Any]:
    """The answer to a message over a WebSocket."""
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    path = f"/api/tables/{table}/live"
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"", "subprotocols": []}
    scope |= {"state": {"write": lambda _: False}, "client": ("127.0.0.1", 1)}
    scope |= {"headers": [(b"host", b"127.0.0.1"), (b"cookie", cookies.encode())]}
    heard.put_nowait({"type": "websocket.connect"})
    heard.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
    transport: Any = http._transport
    visit = asyncio.create_task(transport.app(scope, heard.get, sent.put))
    while (answer := json.loads((await sent.get()).get("text", "{}"))).get("id") != message["id"]:
        assert not visit.done()
    heard.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await visit
    return dict(answer)
