"""Who is who: cookies of several servers on one host, names that can be seen, and the names of a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from haggis.rules import HaggisError
from haggis.server.errors import BadRequest
from haggis.server.limits import Limits, Rate
from haggis.server.names import check_name, name_in_record

from .guests import ME, OPEN
from .in_process import in_process
from .running_server import RunningServer
from .scenes import run

Build = Callable[..., RunningServer]


def test_another_server_on_the_same_host_leaves_the_identity_alone(build: Build, url: str) -> None:
    """A browser has one jar of cookies for a host, whatever the port."""
    other = build()
    with httpx.Client(trust_env=False, verify=False) as browser:
        mine = browser.get(f"{url}/api/me").json()["id"]
        theirs = browser.get(f"{other.url}/api/me").json()["id"]
        assert mine != theirs
        assert browser.get(f"{url}/api/me").json()["id"] == mine
        assert browser.get(f"{other.url}/api/me").json()["id"] == theirs


def test_a_cookie_of_the_old_name_counts_if_it_was_signed_here(url: str) -> None:
    made = httpx.get(f"{url}/api/me", trust_env=False)
    ((_, cookie),) = made.cookies.items()
    again = httpx.get(f"{url}/api/me", headers={"Cookie": f"haggis={cookie}"}, trust_env=False)
    assert again.json()["id"] == made.json()["id"]
    foreign = httpx.get(f"{url}/api/me", headers={"Cookie": "haggis=p_another.server"}, trust_env=False)
    assert foreign.status_code == 200
    assert "haggis=" not in foreign.headers["set-cookie"], "it is ignored, not deleted"


@pytest.mark.parametrize(
    "name",
    ["", " ", "\ufffc", "\u3164", "\u2800\u2800", "\u115f", "\u200b", "\u0301", "\uffa0 \u3164", "\u202eAnn", "\ufe0f"],
)
def test_a_name_that_can_t_be_seen_is_refused(name: str) -> None:
    with pytest.raises(HaggisError):
        check_name(name)


@pytest.mark.parametrize("name", ["a" + 23 * "\u0489", "q" + 5 * "\u0323", "Ann" + 12 * "\u0e49"])
def test_a_tower_of_marks_is_no_name(name: str) -> None:
    with pytest.raises(BadRequest, match="plain text"):
        check_name(name)


@pytest.mark.parametrize(
    "name", ["שָׁלוֹם", "ཧཱུྃ", "ที่รัก", "နိုင်ကျော်", "क्षितिज", "Nguyễn", "Ann", "Zoë", "佐藤", "O'Neil-7", "A\u0301nn", "😀", "7"]
)
def test_a_name_that_can_be_seen_is_taken(name: str) -> None:
    assert check_name(name)


UNSEEN = [
    *(
        0x00AD,
        0x034F,
        0x061C,
        0x115F,
        0x1160,
        0x17B4,
        0x17B5,
        0x2800,
        0x2D7F,
        0x3164,
        0xFEFF,
        0xFFA0,
        0xFFFC,
        0x1107F,
        0x16FE4,
        0x1D159,
    ),
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *range(0xE0000, 0xE1000),
]


def test_what_nobody_sees_makes_no_other_name() -> None:
    """It is refused, or left out where it only chooses a shape."""
    for number in UNSEEN:
        for name in (f"Ann{chr(number)}", f"A{chr(number)}nn"):
            try:
                assert check_name(name) == "Ann", hex(number)
            except BadRequest:
                assert number not in range(0xFE00, 0xFE10)
    assert check_name("\u2764\ufe0f Ann") == "\u2764 Ann"
    assert check_name("\u845b\U000e0100\u57ce") == "\u845b\u57ce"


def test_a_server_is_asked_for_by_its_own_names(build: Build) -> None:
    server = build(hosts=["127.0.0.1", "localhost"])
    for host, status in (
        ("127.0.0.1:1", 200),
        ("LOCALHOST", 200),
        ("localhost.:8000", 200),
        ("evil.example", 403),
        ("evil.example:80", 403),
        ("[", 403),
    ):
        answer = httpx.get(f"{server.url}/api/options", headers={"Host": host}, trust_env=False)
        assert answer.status_code == status, host
    answer = httpx.get(f"{server.url}/api/options", headers={"Host": "evil.example"}, trust_env=False)
    assert answer.json()["words"] == "this server is not known by that name"
    for probe in ("healthz", "readyz"):  # asked for by address
        assert httpx.get(f"{server.url}/{probe}", headers={"Host": "10.0.0.7"}, trust_env=False).status_code == 200
        assert httpx.head(f"{server.url}/{probe}", trust_env=False).status_code == 200


def test_public_tables_of_an_address_are_few(build: Build) -> None:
    server = build(limited=True)
    body = {"seats": [ME, OPEN], "public": True}
    with httpx.Client(base_url=server.url, trust_env=False, verify=False) as http:
        answers = [http.post("/api/tables", json=body).status_code for _ in range(20)]
        assert answers == [201] * 15 + [429] * 5
        assert http.post("/api/tables", json=body | {"public": False}).status_code == 201
        assert len(http.get("/api/tables").json()["tables"]) == 15


def test_newcomers_of_whom_something_is_stored_are_few(tmp_path: Path) -> None:
    """Who is known may go on; so may newcomers who leave nothing behind."""

    async def scene() -> None:
        async with in_process(tmp_path, limits=Limits(newcomers=Rate(0.001, 2))) as (_, http):
            puzzle = (await http.get("/puzzles/day")).json()["name"]
            http.cookies.clear()
            assert (await http.put("/me", json={"name": "Ann"})).status_code == 200
            assert (await http.put("/me", json={"name": "Bob"})).status_code == 200, "the same player"
            http.cookies.clear()
            for status in (200, 200):
                answer = await http.post(f"/puzzles/{puzzle}/answer", json={"type": "reveal"})
                assert answer.status_code == status
            http.cookies.clear()
            refused = await http.put("/me", json={"name": "Eve"})
            assert (refused.status_code, refused.json()["key"]) == (429, "limit.newcomers")
            http.cookies.clear()
            assert (await http.post(f"/puzzles/{puzzle}/answer", json={"type": "reveal"})).status_code == 429
            assert (await http.get("/me")).status_code == 200

    run(scene())


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \n\t of\u00a0Ayr ", "Ann of Ayr"),
        ("x" * 200, "x" * 23 + "…"),
        ("Ann Catherine Elizabeth Macdonald", "Ann Catherine Elizabeth…"),
        ("", "Player 2"),
        (" \u200b\u3164\u0301", "Player 2"),
        ("A\u200bnn\u202e", "Ann"),
        ("Z" + "\u0300" * 40 + "oe", "Z" + "\u0300" * 4 + "oe"),
        ("\ud800", "?"),
    ],
)
def test_a_name_in_a_record_is_short_and_never_blank(said: str, shown: str) -> None:
    assert name_in_record(said, 1) == shown


@pytest.mark.parametrize(
    ("settings", "believed"),
    [
        ({}, False),
        ({"behind_proxy": True}, True),
        ({"behind_proxy": True, "proxies": ["127.0.0.0/8"]}, True),
        ({"behind_proxy": True, "proxies": ["10.88.0.0/16", "192.0.2.7"]}, False),
    ],
)
def test_only_proxies_that_are_named_are_believed(build: Build, settings: dict[str, object], believed: bool) -> None:
    """What they say of the scheme, and of the address."""
    server = build(limited=True, **settings)
    passed_on = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    with httpx.Client(base_url=f"{server.url}/api", headers=passed_on, trust_env=False, verify=False) as http:
        assert ("Secure" in http.get("/me").headers["set-cookie"]) == believed
        for number in range(40):
            http.headers["X-Forwarded-For"] = f"192.0.2.{number}"
            last = http.post("/tables", json={"seats": [ME, OPEN]}).status_code
    assert last == (201 if believed else 429)
