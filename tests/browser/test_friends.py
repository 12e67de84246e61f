"""With friends: the link in three ways, presence, the rights of the host, reactions."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .conftest import NewGuest
from .guest import OPEN, Guest, sit_together


@pytest.fixture
def two(new_guest: NewGuest) -> list[Guest]:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    sit_together(ann, bob)
    return [ann, bob]


def chairs(guest: Guest) -> Locator:
    return guest.page.locator("ol > li")


def test_the_link_can_be_copied_shared_and_scanned(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.add_init_script(
        """window.shared = [];
        const define = (name, value) => Object.defineProperty(navigator, name, { value });
        define("share", async what => { shared.push(what.url); });
        define("clipboard", { writeText: async text => { window.copied = text; } });"""
    )
    guest.set_table(OPEN)
    link = guest.page.get_by_label("Send this link").input_value()
    guest.button("Copy the link").click()
    expect(guest.button("Copied")).to_be_visible()
    guest.button("Share").click()
    assert guest.page.evaluate("[window.copied, ...window.shared]") == [link, link]
    expect(guest.page.get_by_role("img", name="The link as a QR code")).to_be_visible()


def test_nothing_is_called_copied_that_was_not(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    guest.set_table(OPEN)
    guest.button("Copy the link").click()
    expect(guest.page.get_by_text("The link is marked")).to_be_visible()
    expect(guest.button("Copied")).to_have_count(0)
    assert guest.page.evaluate("String(getSelection())") == guest.page.get_by_label("Send this link").input_value()


def test_the_host_seats_swaps_and_sends_away_before_the_game(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    bob.open(ann.set_table(OPEN, OPEN))
    bob.button("Sit down here").first.click()
    expect(chairs(ann).nth(1)).to_contain_text("Bob")
    expect(bob.button("Swap")).to_have_count(0)
    ann.button("Swap Ann and Bob").click()
    expect(chairs(ann).nth(0)).to_contain_text("Bob")
    expect(chairs(bob).nth(1)).to_contain_text("Ann")
    ann.button("Send Bob away").click()
    expect(chairs(ann).nth(0)).to_contain_text("An empty chair")
    bob.button("Sit down here").first.click()
    expect(chairs(ann).nth(0)).to_contain_text("Bob")
    ann.page.get_by_label("Seat a computer").select_option("casual")
    expect(ann.board).to_be_visible()
    assert [seat["name"] for seat in ann.state()["seats"]] == ["Bob", "Ann", "Morag"]


def test_the_host_sends_away_and_closes_in_the_middle_of_a_game(two: list[Guest]) -> None:
    ann, bob = two
    bob.button("Settings").click()
    expect(bob.button("Close the table")).to_have_count(0)
    bob.page.keyboard.press("Escape")
    ann.button("Settings").click()
    ann.button("Send Bob away").click()
    ann.page.get_by_role("dialog").last.get_by_role("button", name="Send away").click()
    expect(bob.page.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(ann.page.locator(".opponent .name")).to_have_text("Morag")


def test_the_host_closes_the_table_for_everybody(two: list[Guest]) -> None:
    ann = two[0]
    ann.button("Settings").click()
    ann.button("Close the table").click()
    ann.page.get_by_role("dialog").last.get_by_role("button", name="Close the table").click()
    for guest in two:
        expect(guest.page.get_by_role("heading", name="The table is closed")).to_be_visible()
        expect(guest.page.get_by_text("The game was given up")).to_be_visible()


def test_a_reaction_is_seen_by_the_other_unless_muted(two: list[Guest]) -> None:
    ann, bob = two
    ann.button("Send a reaction").click()
    ann.button("well played").click()
    expect(bob.page.locator(".sent p")).to_contain_text("Ann")
    expect(ann.page.locator(".sent p")).to_contain_text("You")
    expect(bob.page.locator(".sent p")).to_have_count(0)
    bob.button("Settings").click()
    bob.page.get_by_role("switch", name="Show reactions").uncheck(force=True)
    bob.page.keyboard.press("Escape")
    expect(bob.button("Send a reaction")).to_have_count(0)
    bob.page.evaluate(
        """() => {
          window.seen = 0;
          new MutationObserver(() => { window.seen += document.querySelectorAll(".sent p").length; })
            .observe(document.body, { childList: true, subtree: true });
        }"""
    )
    ann.button("Send a reaction").click()
    ann.button("oh no").click()
    expect(ann.page.locator(".sent p")).to_be_visible()
    expect(ann.page.locator(".sent p")).to_have_count(0)
    assert bob.page.evaluate("window.seen") == 0


def ask_to_take_back(guest: Guest, other: Guest, answer: str) -> None:
    said = guest.page.locator(".say .words")
    guest.button("Take back").click()
    expect(said).to_contain_text("You asked to take your last action back")
    question = other.page.get_by_role("group", name=re.compile("Let .* take an action back"))
    question.get_by_role("button", name=answer).click()
    expect(question).to_have_count(0)
    expect(said).not_to_contain_text("You asked to take your last action back")


def test_an_action_is_taken_back_if_the_other_agrees(two: list[Guest]) -> None:
    first, other = sorted(two, key=lambda guest: guest.caught_up()["ask"] != "turn")
    first.turn()
    played = first.state()["hand"]
    ask_to_take_back(first, other, "Refuse")
    assert first.caught_up()["hand"] == played
    expect(first.button("Take back")).to_be_disabled()
    other.turn()
    first.turn()
    ask_to_take_back(first, other, "Agree")
    assert first.caught_up()["hand"] == played
    assert first.state()["ask"] == "turn"


def test_presence_follows_who_comes_and_goes(two: list[Guest]) -> None:
    ann, bob = two
    expect(ann.page.locator(".opponent .away")).to_have_count(0)
    bob.page.goto("/")
    expect(ann.page.locator(".opponent .away")).to_have_text("away")
    bob.page.go_back()
    expect(bob.board).to_be_visible()
    expect(ann.page.locator(".opponent .away")).to_have_count(0)


def test_the_next_host_has_the_tools_at_once(new_guest: NewGuest) -> None:
    ann, bob, cat = (new_guest(name) for name in ("Ann", "Bob", "Cat"))
    sit_together(ann, bob, cat)
    bob.button("Settings").click()
    expect(bob.button("Send Cat away")).to_have_count(0)
    ann.api("POST", f"/api/tables/{ann.table}/resign", {})
    expect(bob.button("Send Cat away")).to_be_visible()
    cat.button("Settings").click()
    expect(cat.button("Send Bob away")).to_have_count(0)
