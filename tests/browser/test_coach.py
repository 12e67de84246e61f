"""The coach of the first rounds: a sentence and a glow, and off with one tap."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, plays_but_bombs
from .lesson import steps

LAID_OUT = "() => document.querySelector('.hand').getBoundingClientRect().top"


def test_a_newcomer_is_coached_until_she_says_no(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    guest.asked()
    coach = guest.page.get_by_role("complementary", name="Coach")
    expect(coach).to_contain_text("You may bet until you have played your first card")
    expect(guest.page.locator(".bets .chip[data-glow]")).to_have_count(2)
    top = guest.page.evaluate(LAID_OUT)
    state = guest.state()
    plays = plays_but_bombs(state) or [(found[0], reading) for reading, found in state["legal"]["plays"].items()]
    if plays:
        guest.choose(plays[0][0])
        expect(coach).to_contain_text("Nothing is played until you press it")
        expect(guest.page.locator(".act .play")).to_have_attribute("data-glow", "")
        assert guest.page.evaluate(LAID_OUT) == top
    coach.get_by_role("button", name="No more tips").click()
    expect(coach).to_have_count(0)
    expect(guest.page.locator("[data-glow]")).to_have_count(0)
    guest.page.reload()
    guest.asked()
    expect(coach).to_have_count(0)
    guest.button("Settings").click()
    guest.page.get_by_role("switch", name="A coach for the next rounds").check(force=True)
    guest.page.keyboard.press("Escape")
    expect(coach).to_be_visible()


def test_the_coach_is_silent_after_three_rounds(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.add_init_script(
        """localStorage.setItem("haggis.settings", JSON.stringify({coach: {on: true, rounds: 2, said: {}}}))"""
    )
    guest.set_table(BOT, rounds=2)
    coach = guest.page.get_by_role("complementary", name="Coach")
    guest.asked()
    expect(coach).to_be_visible()
    guest.finish_round()
    guest.button("Next round").click()
    expect(guest.page.locator(".where")).to_contain_text("Round 2")
    guest.asked()
    expect(coach).to_have_count(0)


def test_the_lesson_teaches_pairs_in_sequence_the_haggis_and_the_play_button_and_ends_in_a_round(
    new_guest: NewGuest,
) -> None:
    guest = new_guest("Ann")
    guest.page.goto("/learn")
    seen: list[str] = []
    for title in steps(guest):
        seen.append(title)
        if title == "Court cards are wild":
            expect(guest.button("Play run 8-9-10")).to_be_enabled()
        if title == "The haggis":
            expect(guest.page.get_by_role("img", name="a card that nobody sees")).to_have_count(8)
    assert {"Sequences of pairs", "Court cards are wild", "The haggis"} < set(seen)
    guest.button("Play your first round").click()
    expect(guest.board).to_be_visible()
    expect(guest.page.locator(".where")).to_contain_text("Round 1 of 1")
