"""The special moments of a round: a bet out of turn, an ambiguous play, a bomb given away, time out, a lost line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .cut_connection import CutConnection
from .guest import BOT, OPEN, Guest, Json, sit_together


@pytest.fixture
def two(new_guest: NewGuest) -> list[Guest]:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    sit_together(ann, bob)
    return [ann, bob]


@pytest.fixture
def three(new_guest: NewGuest) -> list[Guest]:
    guests = [new_guest(name) for name in ("Ann", "Bob", "Cat")]
    sit_together(*guests)
    return guests


def number_card(state: Json) -> str:
    return str(state["hand"]).split()[0]


def test_a_bet_out_of_turn(two: list[Guest]) -> None:
    state = two[0].caught_up()
    waiting, leading = two[1 - state["turn"]], two[state["turn"]]
    waiting.button("Bet 30").click()
    expect(waiting.page.get_by_role("group", name="Bet that you go out first")).to_have_count(0)
    expect(leading.page.locator(".opponent .bet")).to_have_text("Bet 30")
    expect(waiting.page.locator(".me .bet")).to_have_text("Bet 30")
    assert waiting.state()["bets"][1 - state["turn"]] == 30


def test_an_ambiguous_play_offers_its_readings_the_highest_chosen(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    cards = f"{number_card(leader.state())} J Q"
    leader.choose(cards)
    readings = leader.page.get_by_role("group", name="Play it as").get_by_role("button")
    assert readings.count() >= 2
    expect(readings.first).to_have_attribute("aria-pressed", "true")
    chosen = readings.nth(1)
    words = chosen.inner_text()
    chosen.click()
    expect(readings.first).to_have_attribute("aria-pressed", "false")
    leader.page.locator(".act .play").get_by_text(words).click()
    expect(other.page.locator(".play.highest figcaption")).to_contain_text(words)
    assert leader.state()["trick"][0]["words"] == words


def test_what_is_chosen_is_said_at_once_and_what_fits_nothing_is_dimmed(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    leader.choose("K")
    expect(leader.words).to_contain_text("Single K")
    leader.page.locator(".act .play").click()
    other.settled(state["seq"])
    state = other.state()
    useful = {card for plays in state["legal"]["plays"].values() for cards in plays for card in cards.split()}
    useless = [card for card in state["hand"].split() if card not in useful]  # only a bomb beats a king
    expect(other.page.locator(".hand .dimmed")).to_have_count(len(useless))
    for card in useless:
        expect(other.card(card)).to_have_class(re.compile("dimmed"))
    other.choose(useless[0])
    expect(other.words).to_contain_text("must beat the single K")
    expect(other.page.locator(".act .play")).to_be_disabled()


def test_a_bombed_trick_is_given_away_with_three_players(three: list[Guest]) -> None:
    state = three[0].caught_up()
    bomber = three[state["turn"]]
    bomber.play("J Q K")
    for step in (1, 2):
        passing = three[(state["turn"] + step) % 3]
        passing.asked()
        passing.pass_()
    given = bomber.asked()
    assert given["ask"] == "give"
    expect(bomber.words).to_contain_text("Who captures it?")
    for width, height in ((1280, 720), (390, 844), (844, 390)):
        bomber.page.set_viewport_size({"width": width, "height": height})
        width_of_words = bomber.words.evaluate("node => node.getBoundingClientRect().width")
        assert width_of_words > 60, "the question is asked on every screen"
    expect(bomber.page.locator(".question button")).to_have_count(2)
    to = given["may_give"][1]
    bomber.page.locator(".question button").nth(1).click()
    bomber.settled(given["seq"])
    assert bomber.state()["captured"][to]["points"] == 10
    captor = three[to]
    captor.settled(given["seq"])
    expect(captor.page.locator(".me .pile")).to_contain_text("10")


def test_the_page_says_whose_time_ran_out(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    bob.open(ann.set_table(OPEN, move_seconds=5))
    bob.button("Sit down here").click()
    expect(ann.board).to_be_visible()
    state = ann.caught_up()
    late, other = (ann, bob) if state["turn"] == 0 else (bob, ann)
    name = state["seats"][state["turn"]]["name"]
    expect(late.page.locator(".moment")).to_have_text("Your time ran out")
    expect(other.page.locator(".moment")).to_have_text(f"{name}'s time ran out")
    for guest, words in ((late, "Your time ran out"), (other, f"{name}'s time ran out")):
        expect(guest.page.locator(".side .log li").filter(has_text=words).first).to_be_visible()


def test_a_reload_in_mid_trick_changes_nothing(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    leader.play("J")
    other.settled(state["seq"])
    for guest in two:
        guest.page.reload()
        expect(guest.page.locator(".play.highest figcaption")).to_contain_text("single J")
    expect(other.button("Pass")).to_be_enabled()
    assert len(leader.state()["hand"].split()) == 16
    expect(leader.page.locator(".hand [data-card]")).to_have_count(16)


def test_a_lost_connection_in_mid_trick_is_made_good(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    line = CutConnection(other)
    other.page.reload()
    other.settled()
    line.cut()
    expect(other.page.get_by_text("The connection is lost")).to_be_visible()
    leader.play("J")
    line.restore()
    expect(other.page.get_by_text("The connection is lost")).to_be_hidden()
    other.settled(state["seq"])
    expect(other.page.locator(".play.highest figcaption")).to_contain_text("single J")
    log = other.page.locator(".side .log li")
    expect(log.last).to_contain_text("plays single J")
    assert line.opened[-1].endswith(f"after={state['seq']}")
    other.play("Q")
    expect(leader.page.locator(".play.highest figcaption")).to_contain_text("single Q")


def test_an_action_sent_into_a_dying_line_is_applied_once(two: list[Guest]) -> None:
    """The server got it, the answer was lost: the page sends it again, the server knows it."""
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    line = CutConnection(leader)
    leader.page.reload()
    leader.settled()
    line.deaf = True
    leader.choose("J")
    leader.page.locator(".act .play").click()
    other.settled(state["seq"])
    line.cut()
    line.deaf = False
    line.restore()
    leader.settled(state["seq"])
    expect(leader.page.locator(".hand [data-card]")).to_have_count(16)
    expect(leader.page.locator(".say.bad")).to_have_count(0)
    assert leader.state()["seq"] == state["seq"] + 1


def test_take_back_against_a_bot_and_a_hint(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    state = guest.asked()
    guest.button("Hint").click()
    hints = guest.page.get_by_role("region", name="would do").get_by_role("listitem")
    expect(hints.first).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(hints).to_have_count(0)
    held = state["hand"]
    guest.play(
        next(plays for plays in state["legal"]["plays"].values())[0], next(iter(state["legal"]["words"].values()))
    )
    guest.asked()
    guest.button("Take back").click()
    expect(guest.page.locator(".hand [data-card]")).to_have_count(len(held.split()))
    assert guest.state()["hand"] == held


def test_passing_by_itself_when_nothing_fits(new_guest: NewGuest) -> None:
    """With auto-pass on, a trick that can't be beaten comes to its end without a click."""
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=1)
    guest.button("Settings").click()
    guest.page.get_by_label("Pass for me when nothing can be played").check(force=True)
    guest.page.keyboard.press("Escape")
    for _ in range(100):
        state = guest.asked()
        if state["ask"] == "over":
            break
        if state["ask"] == "turn" and not state["legal"]["plays"]:
            guest.settled(state["seq"])  # nobody clicked
        else:
            guest.turn()
    expect(guest.sheet).to_be_visible()
