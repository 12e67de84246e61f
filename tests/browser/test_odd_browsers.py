"""Browsers that keep nothing, clocks that jump, a second tab: a sentence and a way on."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, OPEN

BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""
AN_HOUR_ON = "() => { const now = Date.now; Date.now = () => now() + 3_600_000; }"


@pytest.mark.parametrize("trouble", [BLOCKED, FULL], ids=["blocked", "full"])
def test_storage_that_keeps_nothing_is_told_once(new_guest: NewGuest, trouble: str) -> None:
    guest = new_guest("Ann")
    guest.page.add_init_script(trouble)
    guest.page.goto("/")
    notice = guest.page.get_by_text("This browser keeps nothing for the page")
    expect(notice).to_be_visible()
    guest.button("Play now").click()
    expect(guest.board).to_be_visible()
    guest.button("Close").click()
    expect(notice).to_be_hidden()
    guest.table = guest.page.url.rsplit("/", 1)[-1]
    guest.turn()
    guest.button("Settings").click()
    guest.page.get_by_role("switch", name="Light cloth").check(force=True)
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "light")


def test_without_cookies_the_page_says_why_no_seat_is_held(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.add_init_script(BLOCKED)
    strangers = itertools.count(1)  # whom the server takes her for
    guest.page.route(
        "**/api/me",
        lambda route: route.fulfill(json={"id": f"p_{next(strangers)}", "name": "Guest 1", "named": False}),
    )
    guest.page.goto("/")
    expect(guest.page.get_by_text("This browser keeps no cookies")).to_be_visible()


def test_a_clock_that_jumps_does_not_move_the_move_clock(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, move_seconds=600)
    guest.asked()
    clock = guest.page.get_by_label("Time left").first
    before = int(clock.inner_text())
    lines: list[str] = []
    guest.page.on("websocket", lambda line: lines.append(line.url))
    guest.page.evaluate(AN_HOUR_ON)
    expect(guest.page.get_by_text("The clock of this machine jumped")).to_be_visible()
    assert len(lines) == 1, "the server was not asked again"
    guest.page.wait_for_function("before => Number(document.querySelector('.clock').textContent) < before", arg=before)
    assert abs(before - int(clock.inner_text())) < 120
    expect(guest.page.get_by_text("The clock of this machine jumped")).to_be_hidden()
    guest.turn()


def test_a_second_tab_of_the_same_seat_rests_until_it_is_wanted(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    link = guest.set_table(BOT)
    guest.asked()
    second = guest.page.context.new_page()
    second.goto(link)
    expect(second.locator(".hand")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="You play in another tab")).to_be_visible()
    guest.button("Play here").click()
    expect(guest.board).to_be_visible()
    expect(second.get_by_role("heading", name="You play in another tab")).to_be_visible()
    guest.turn()


def test_who_watches_may_do_it_in_two_tabs(new_guest: NewGuest) -> None:
    ann, eve = new_guest("Ann"), new_guest("Eve")
    link = ann.set_table(BOT)
    eve.open(link)
    expect(eve.board).to_be_visible()
    second = eve.page.context.new_page()
    second.goto(link)
    expect(second.locator("[data-cloth]")).to_be_visible()
    expect(eve.board).to_be_visible()


def test_the_seat_of_a_table_that_waits_rests_too(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    link = guest.set_table(OPEN)
    expect(guest.page.get_by_text("Waiting for players")).to_be_visible()
    second = guest.page.context.new_page()
    second.goto(link)
    expect(second.get_by_text("Waiting for players")).to_be_visible()
    expect(guest.button("Play here")).to_be_visible()


def test_of_two_tabs_the_one_in_which_somebody_sits_down_plays(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    link = ann.set_table(OPEN, OPEN)
    bob.open(link)
    expect(bob.button("Sit down here")).to_have_count(2)
    second = bob.page.context.new_page()
    second.goto(link)
    second.get_by_role("button", name="Sit down here").first.click()
    expect(bob.button("Play here")).to_be_visible()
    expect(second.get_by_text("Waiting for players")).to_be_visible()
    expect(second.get_by_role("button", name="Sit down here")).to_have_count(0)
