"""The page adds its share by itself and checks every deal; a server that deals otherwise is caught."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from haggis.rules import record as records
from haggis.shuffle.proof import Proof, Witness, check

from .conftest import DESKTOP, PATIENCE_MS, NewGuest
from .guest import BOT, ME, Guest, finish_together, sit_together
from .running_server import RunningServer


def play_now(guest: Guest, rounds: int = 1) -> None:
    """A game against one bot by the button of the first page, quick and short."""

    def shorten(route: Route) -> None:
        wanted = route.request.post_data_json
        if route.request.method != "POST":
            return route.continue_()
        seats = [wanted["seats"][0], BOT]
        short = {"seats": seats, "rounds": rounds, "pace": 0}
        return route.continue_(post_data=json.dumps(short))

    guest.page.route("**/api/tables", shorten)
    guest.go_home()
    guest.button("Play now").click()
    expect(guest.board).to_be_visible()
    guest.table = guest.page.url.rsplit("/", 1)[-1]


def verdict(guest: Guest) -> Locator:
    return guest.sheet.locator("details.fair")


def kept_share(guest: Guest) -> dict[str, object]:
    shares = json.loads(guest.page.evaluate("localStorage.getItem('haggis.shares')"))
    found: dict[str, object] = next(share for share in shares if share["table"] == guest.table)
    return found


def record_of(guest: Guest) -> dict[str, object]:
    written: dict[str, object] = guest.api("GET", f"/api/tables/{guest.table}/record")
    records.read(written)
    return written


def test_a_game_against_bots_is_dealt_by_nobody_and_says_so(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    play_now(guest, rounds=2)
    guest.finish_round()
    expect(verdict(guest).locator("summary")).to_have_text("Nobody chose this deal: checked")
    verdict(guest).locator("summary").click()
    expect(verdict(guest)).to_contain_text("Only then your browser sent a random number of its own")
    mine = kept_share(guest)
    expect(verdict(guest)).to_contain_text(str(mine["share"]))
    guest.button("Next round").click()
    guest.page.wait_for_function("() => document.querySelector('[data-cloth]').dataset.ask !== 'over'")
    guest.finish_round()
    expect(verdict(guest).locator("summary")).to_have_text("Nobody chose the deals of this game: all checked")
    seen = mine["seen"]
    assert isinstance(seen, dict)
    assert check(record_of(guest), Witness(str(mine["share"]), seen["commitment"])) == Proof((0,), ())


def test_shares_of_two_people_are_in_the_deal_also_after_a_reload(new_guest: NewGuest) -> None:
    """Ann's table is made by REST, so she gives none; Bob and Cat sit down by the page."""
    ann, bob, cat = new_guest("Ann"), new_guest("Bob"), new_guest("Cat")
    sit_together(ann, bob, cat, rounds=1)
    bob.page.reload()
    expect(bob.board).to_be_visible()
    finish_together([ann, bob, cat])
    for guest in (bob, cat):
        expect(verdict(guest).locator("summary")).to_have_text("Nobody chose this deal: checked")
    expect(verdict(ann).locator("summary")).to_have_text("This deal fits its numbers: checked")
    assert check(record_of(ann)) == Proof((1, 2), ())


def test_a_table_without_shares_says_what_was_checked(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=1)
    guest.finish_round()
    expect(verdict(guest).locator("summary")).to_have_text("This deal was not changed: checked")


def test_a_share_that_was_not_asked_for_is_said(new_guest: NewGuest) -> None:
    """The server, or something on the way, forgets the promise."""
    guest = new_guest("Ann")

    def forget(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        return route.continue_(post_data=json.dumps({"seats": [ME, BOT], "rounds": 1, "pace": 0}))

    guest.page.route("**/api/tables", forget)
    guest.go_home()
    guest.button("Play now").click()
    expect(guest.board).to_be_visible()
    guest.table = guest.page.url.rsplit("/", 1)[-1]
    guest.finish_round()
    expect(verdict(guest).locator("summary")).to_have_text("This deal was made without your share")


@pytest.fixture
def cheated(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Guest]:
    """Somebody at a server that deals as it likes."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CHEAT", request.param)
        server = RunningServer(tmp_path, "tests.browser.cheating_server")
        server.open()
    context = browser.new_context(base_url=server.url, reduced_motion="reduce", viewport=DESKTOP)
    context.set_default_timeout(PATIENCE_MS)
    yield Guest(context.new_page(), server.url)
    context.close()
    server.close()


@pytest.mark.parametrize(
    ("cheated", "words"),
    [
        ("deal", "The cards do not follow from the secret and the shares."),
        ("settle", "The server does not stand by what it had settled before your share was sent."),
    ],
    indirect=["cheated"],
)
def test_a_server_that_chooses_the_deal_is_caught(cheated: Guest, words: str) -> None:
    play_now(cheated)
    assert cheated.state()["hand"].count("9") >= 3
    cheated.finish_round()
    alert = cheated.sheet.get_by_role("alert")
    expect(alert).to_contain_text("The deal of round 1 is not as promised.")
    expect(alert).to_contain_text(words)
    expect(cheated.page.get_by_text("Nobody chose this deal")).to_have_count(0)
