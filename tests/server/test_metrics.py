"""Metrics: the numbers move with what happens, say nothing of anybody, and are for their owner alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import httpx
import pytest
from prometheus_client import Counter
from prometheus_client.metrics import MetricWrapperBase
from starlette.requests import Request

from haggis.server import metrics
from haggis.server.english import say
from haggis.server.errors import Code
from haggis.server.settings import Settings
from haggis.server.web.app import create_app
from haggis.server.web.metrics_page import _may_read
from tests.cli.running import haggis

from .backends import free_port
from .guests import BOT, ME, Guest, play_to_the_end
from .running_server import RunningServer
from .scenes import run, two_people, until_asked
from .scraping import samples, value

Build = Callable[..., RunningServer]
LANES = {"quick", "short", "search", "hints", "study", "ledgers", "answers", "reviews"}


def test_the_numbers_move_with_what_happens(build: Build) -> None:
    url = build().url

    async def scene() -> None:
        ann = Guest(url)
        table = await ann.make_table(ME, BOT, rounds=1, hints=True)
        async with ann.at(table) as connection:
            await until_asked(connection)
            assert value(url, "haggis_websockets") == 1
            assert value(url, "haggis_connections") >= 2
            await connection.ask("hint")
            assert (await connection.ask("play", cards="2r 2r"))["type"] == "error"
            await play_to_the_end(connection, random.Random(1))
            acted = sum(event["kind"] == "action" for event in connection.events)
        await ann.get(f"/tables/{table}x", 422)
        assert value(url, "haggis_actions_total", by="player") > 0
        assert value(url, "haggis_actions_total") == acted
        assert value(url, "haggis_events_total", kind="dealt") == 1
        assert value(url, "haggis_action_seconds_count", clients="here") >= acted
        assert value(url, "haggis_lane_wait_seconds_count", lane="quick") > 0
        assert value(url, "haggis_lane_work_seconds_count", lane="hints") == 1
        assert value(url, "haggis_lane_waiting") == 0
        assert value(url, "haggis_commit_seconds_count") > 0
        assert value(url, "haggis_commit_changes_sum") >= acted
        assert value(url, "haggis_refusals_total", code="notation") == 1
        route = {"method": "POST", "route": "/api/tables", "status": "201"}
        assert value(url, "haggis_requests_total", **route) == 1
        assert value(url, "haggis_requests_total", route="/api/tables/{table}/live", status="101") == 1
        assert value(url, "haggis_request_seconds_count", route="/api/tables") == 1
        assert value(url, "haggis_tables") == 1

    run(scene())


def known_values(tmp_path: Path) -> dict[str, set[str]]:
    """All that a label may say."""
    routes = {getattr(route, "path", "") for route in create_app(Settings(data=tmp_path)).routes}
    return {
        "route": {*_paths(tmp_path), *routes, "none"},
        "method": {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "other"},
        "status": {str(status) for status in (101, 200, 201, 400, 401, 403, 404, 405, 409, 413, 422, 429, 503, 500)},
        "code": set(get_args(Code)),
        "lane": LANES,
        "by": {"player", "bot", "clock"},
        "clients": {"here", "elsewhere"},
    }


def _paths(tmp_path: Path) -> set[str]:
    return {*create_app(Settings(data=tmp_path)).openapi()["paths"], "/api/tables/{table}/live", "/{path:path}"}


def test_no_label_says_anything_of_anybody(build: Build, tmp_path: Path) -> None:
    """Tables, names, paths and methods of all kinds: the labels are those that the code knows, and no more of them."""
    url = build().url

    async def visit(number: int) -> list[str]:
        ann, bob, table = await two_people(url, rounds=1, public=True)
        link = (await ann.get(f"/tables/{table}/link"))["link"]
        async with ann.at(table) as connection:
            await connection.ask("play", cards="zz")
        for path in (f"/t/{table}", f"/api/tables/{table}{number}/state", f"/assets/{number}", f"/api/{number}"):
            await ann.http.get(path)
        await ann.http.request(f"BREW{number}", f"/api/tables/{table}")
        secrets = [link.partition("=")[2], *ann.http.cookies.values(), *bob.http.cookies.values()]
        return [table, *(each.partition(".")[0] for each in secrets), *secrets]

    async def scene() -> None:
        secrets = await visit(1)
        samples(url)  # asking for them is a request, too
        first = {(sample.name, *sample.labels.items()) for sample in samples(url)}
        for number in range(2, 8):
            secrets += await visit(number)
        text = (await ann_asks(url)).text
        assert [secret for secret in secrets if secret in text] == []
        for sample in samples(url):
            for name, said in known.items():
                assert sample.labels.get(name) in {None, *said}, sample
        later = {(sample.name, *sample.labels.items()) for sample in samples(url)}
        assert later == first

    known = known_values(tmp_path)
    run(scene())


async def ann_asks(url: str) -> httpx.Response:
    return await Guest(url).http.get("/metrics")


def test_every_reason_of_a_refusal_is_a_key_of_the_catalogue(build: Build) -> None:
    from haggis.rules.english import ENGLISH

    url = build(limited=True).url
    for path in ("/api/tables/x", "/api/nothing", "/api/rules?preset=none", "/api/rules?preset=%3Cscript%3E"):
        httpx.get(url + path, trust_env=False)
    httpx.post(f"{url}/api/describe", json={"cards": "zz"}, trust_env=False)
    reasons = {sample.labels["reason"] for sample in samples(url) if sample.name == "haggis_refusals_total"}
    assert len(reasons) >= 3
    assert reasons <= {*ENGLISH, *say.templates}


def test_the_docs_list_every_metric() -> None:
    page = (Path(__file__).parents[2] / "docs/operations.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(haggis_\w+)`", page.partition("## Metrics")[2]))
    counted = {
        found._name + ("_total" if isinstance(found, Counter) else "")
        for found in vars(metrics).values()
        if isinstance(found, MetricWrapperBase)
    }
    assert listed == counted | {"haggis_tables", "haggis_leases"}


# --- who may read them -----------------------------------------------------------------------------


def test_who_came_through_a_proxy_is_told_nothing(build: Build) -> None:
    url = build().url
    assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto", "CF-Connecting-IP"):
        answer = httpx.get(f"{url}/metrics", headers={header: "127.0.0.1"}, trust_env=False)
        assert (answer.status_code, answer.json()["key"]) == (404, "request.nothing-here")


@pytest.mark.parametrize(
    ("client", "settings", "told"),
    [
        (("127.0.0.1", 1), {}, True),
        (("::1", 1), {}, True),
        (("192.0.2.1", 1), {}, False),
        (("fe80::1%eth0", 1), {}, False),
        (None, {}, False),
        (("127.0.0.1", 1), {"behind_proxy": True}, False),
        (("127.0.0.1", 1), {"metrics": "127.0.0.1:9464"}, False),
    ],
)
def test_only_loopback_is_told(
    tmp_path: Path, client: tuple[str, int] | None, settings: dict[str, object], told: bool
) -> None:
    app = create_app(Settings(data=tmp_path, **settings))  # type: ignore[arg-type]
    scope = {"type": "http", "headers": [], "client": client, "app": app}
    assert _may_read(Request(scope)) == told


def test_an_address_of_their_own(build: Build) -> None:
    address = f"127.0.0.1:{free_port()}"
    server = build(metrics=address)
    assert httpx.get(f"{server.url}/metrics", trust_env=False).status_code == 404
    assert value(f"http://{address}", "haggis_tables") == 0
    with httpx.Client(base_url=server.url, trust_env=False) as http:
        assert http.post("/api/tables", json={"seats": [ME, BOT]}).status_code == 201
    assert value(f"http://{address}", "haggis_tables") == 1
    assert httpx.get(f"http://{address}/api/tables", trust_env=False).text.startswith("# HELP")


@pytest.mark.parametrize("address", ["9464", "127.0.0.1:", "127.0.0.1:99999", "192.0.2.1:9464", "127.0.0.1:x"])
def test_an_address_that_can_t_be_used_is_said_in_a_sentence(tmp_path: Path, address: str) -> None:
    done = haggis("serve", "--port", "0", "--data", str(tmp_path), "--metrics", address)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match("haggis: .*metrics .*9464", done.stderr)
    assert len(done.stderr.splitlines()) == 1
