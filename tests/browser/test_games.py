"""Whole games in the browser: alone, by link, three at a table."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, OPEN, finish_together, resize, sit_together
from .test_in_sight import COVERED


def test_play_now_is_one_click_and_remembers_the_last_settings(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.go_home()
    guest.button("Change the game").click()
    guest.page.get_by_role("group", name="Players").get_by_text("3").click()
    guest.page.reload()
    expect(guest.page.get_by_text("Three players")).to_be_visible()
    guest.button("Play now").click()
    expect(guest.board).to_be_visible()
    expect(guest.page.locator(".opponent")).to_have_count(2)
    guest.page.goto("/")
    expect(guest.page.get_by_role("link", name="Carry on")).to_be_visible()


def test_a_whole_game_against_a_bot_by_clicking(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=2)
    guest.finish_round()
    expect(guest.sheet).to_be_visible()
    scores = guest.state()["sheet"]["scores"]
    for seat, score in enumerate(scores):
        section = guest.sheet.locator(".player").nth(seat)
        expect(section.locator(".got")).to_have_text(f"+{score['total']}")
        shown = [int(points) for points in section.locator("li b").all_inner_texts()]
        assert sum(shown) == score["total"]
    seq = guest.state()["seq"]
    guest.button("Next round").click()
    guest.settled(seq)
    guest.finish_round()
    while guest.state()["winner"] is None:  # a tie asks for one more round
        guest.button("Next round").click()
        expect(guest.sheet).to_be_hidden()
        guest.finish_round()
    expect(guest.page.get_by_role("img", name="Scores after each round")).to_be_visible()
    for size in [(844, 390), (390, 844)]:
        resize(guest, size)
        expect(guest.page.locator("dialog nav")).to_be_in_viewport(ratio=1)
        assert guest.page.evaluate(COVERED, ["dialog nav", "dialog [role=img]"]) == [], size
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Record").click()
    assert "haggis-record/1" in download.value.path().read_text()
    guest.button("Rematch").click()
    expect(guest.page.locator("[data-ask]")).to_be_visible()
    expect(guest.sheet).to_be_hidden()
    guest.page.goto("/games")
    expect(guest.page.get_by_role("link", name="Record")).to_have_count(1)


def test_two_browsers_play_each_other_by_link(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    ann.go_home()
    ann.page.get_by_role("link", name="Play with friends").click()
    ann.button("Set the table").click()
    link = ann.page.get_by_label("Send this link").input_value()
    assert link.startswith(ann.url)
    ann.table = link.rsplit("/", 1)[-1]
    bob.open(link)
    bob.button("Sit down here").click()
    both = [ann, bob]
    for guest in both:
        expect(guest.board).to_be_visible()
    finish_together(both)
    for guest in both:
        expect(guest.sheet).to_be_visible()
    ann.button("Next round").click()
    expect(ann.page.get_by_text("Waiting for Bob")).to_be_visible()
    bob.button("Next round").click()
    for guest in both:
        expect(guest.page.locator(".where")).to_contain_text("Round 2")


def test_three_players_with_one_bot(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    link = ann.set_table(OPEN, BOT, rounds=1)
    bob.open(link)
    bob.button("Sit down here").click()
    both = [ann, bob]
    for guest in both:
        expect(guest.page.locator(".opponent")).to_have_count(2)
    finish_together(both)
    for guest in both:
        expect(guest.sheet).to_be_visible()


def test_a_spectator_sees_the_table_but_no_hand(new_guest: NewGuest) -> None:
    ann, eve = new_guest("Ann"), new_guest("Eve")
    ann.set_table(BOT, public=True)
    ann.asked()
    eve.page.goto("/lobby")
    eve.page.get_by_role("listitem").filter(has_text="Ann's table").get_by_role("link", name="Watch").first.click()
    expect(eve.page.get_by_text("You are watching", exact=True)).to_be_visible()
    expect(eve.page.locator(".opponent")).to_have_count(2)
    expect(eve.page.locator(".hand")).to_have_count(0)


def test_a_seat_left_behind_goes_to_a_bot_and_back(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    link = sit_together(ann, bob)
    bob.button("Settings").click()
    bob.button("Leave the game").click()
    bob.button("Leave for now").click()
    expect(bob.button("Play now")).to_be_visible()
    ann.button("Let a computer play for Bob").click()
    expect(ann.button("Let a computer play for Bob")).to_have_count(0)
    assert ann.state()["seats"][1]["kind"] == "bot"
    bob.open(link)
    bob.button("Take your seat back").click()
    expect(bob.page.locator(".hand")).to_be_visible()
    assert bob.state()["seats"][1]["kind"] == "person"


def test_a_personal_link_moves_a_seat_to_another_browser(new_guest: NewGuest) -> None:
    ann, phone = new_guest("Ann"), new_guest()
    ann.set_table(BOT)
    state = ann.asked()
    ann.button("Settings").click()
    ann.button("Play on from another device").click()
    phone.page.goto(ann.page.get_by_label("Play on from another device").input_value())
    expect(phone.page.locator(".hand [data-card]")).to_have_count(len(state["hand"].split()))
    assert "#" not in phone.page.url
    old = ann.page.get_by_label("Play on from another device").input_value()
    ann.button("Make a new link").click()
    expect(ann.page.get_by_text("The old link no longer works")).to_be_visible()
    assert ann.page.get_by_label("Play on from another device").input_value() != old
    expect(phone.page.locator(".hand [data-card]")).to_have_count(0)
    assert ann.state()["seat"] == 0
