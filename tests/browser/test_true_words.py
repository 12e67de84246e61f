"""What the page says is so: bets, rules, presence, the trick, hints, cards in sentences, the log."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import WebSocketRoute, expect

from .conftest import NewGuest
from .guest import BOT, OPEN, Guest, sit_together

NOTATION = re.compile(r"(?<![\w-])[2-9T][roygb](?![\w-])|\dx\d|rogers-|bet_wins")


def two_at_a_table(new_guest: NewGuest, **wishes: object) -> tuple[Guest, Guest]:
    """Who leads, and the other."""
    ann, bob = new_guest("Ann"), new_guest("Bob")
    sit_together(ann, bob, **wishes)
    return (ann, bob) if ann.caught_up()["turn"] == 0 else (bob, ann)


def test_a_bet_on_points_does_not_speak_of_going_out(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, preset="rogers-2024")
    guest.asked()
    bets = guest.page.get_by_role("group", name=re.compile("^Bet that"))
    expect(bets).to_have_attribute("aria-label", re.compile("score that much"))
    for chip in bets.get_by_role("button").all():
        assert "go out" not in (chip.get_attribute("title") or "")


def test_the_rules_of_the_table_are_one_tap_away(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, preset="rogers-2024", options={"haggis": "nobody"})
    guest.asked()
    guest.button("Rules: Rogers 2024").click()
    sheet = guest.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Combinations")).to_be_visible()
    expect(sheet).to_contain_text("Changed from the preset: who gets the haggis.")
    expect(sheet).to_contain_text("Nobody takes the haggis.")
    assert not NOTATION.search(sheet.inner_text())


def test_the_rules_page_has_no_notation(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.goto("/rules")
    expect(guest.page.get_by_role("heading", name="Combinations")).to_be_visible()
    assert not NOTATION.search(guest.page.locator("main").inner_text())
    guest.page.set_viewport_size({"width": 390, "height": 844})
    ranks = guest.page.locator("main").get_by_text("9-9-10-10", exact=True)
    assert (
        ranks.evaluate(
            "node => { const r = document.createRange(); r.selectNodeContents(node);"
            " return r.getClientRects().length; }"
        )
        == 1
    ), "ranks in a row are not broken"


def test_a_friend_who_sat_down_is_here(new_guest: NewGuest) -> None:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    link = ann.set_table(OPEN)
    bob.open(link)
    bob.button("Sit down here").click()
    expect(ann.board).to_be_visible()
    expect(ann.page.locator(".opponent")).to_contain_text("Bob")
    expect(ann.page.locator(".opponent .away")).to_have_count(0)
    expect(ann.page.locator(".where")).not_to_contain_text("watching")


def test_a_spectator_sees_each_play_below_its_player(new_guest: NewGuest) -> None:
    for players in (2, 3):
        leader, *_ = people = [new_guest(name) for name in ("Ann", "Bob", "Cat")[:players]]
        link = sit_together(*people)
        eve = new_guest("Eve")
        eve.open(link)
        for card in ("J", "Q", "K")[:players]:
            state = leader.caught_up()
            guest = people[state["turn"]]
            guest.asked()
            guest.play(card)
            eve.settled(state["seq"])
            assert under_its_player(eve, state["seats"][state["turn"]]["name"])


def under_its_player(eve: Guest, name: str) -> bool:
    play = eve.page.locator(".play.highest").bounding_box()
    player = eve.page.get_by_role("region", name=name, exact=True).bounding_box()
    assert play
    assert player
    middle = play["x"] + play["width"] / 2
    others = [box for box in (each.bounding_box() for each in eve.page.locator(".opponent").all()) if box]
    nearest = min(others, key=lambda box: abs(box["x"] + box["width"] / 2 - middle))
    return nearest == player


def test_a_hint_never_acts_by_itself(new_guest: NewGuest) -> None:
    leader, other = two_at_a_table(new_guest, hints=True)
    leader.play("K")
    state = other.asked()
    other.button("Hint").click()
    other.page.get_by_role("region", name="would do").get_by_role("button", name="Pass").click()
    expect(other.words).to_contain_text("Press Pass")
    expect(other.page.locator(".act .pass")).to_have_attribute("data-glow", "")
    assert other.state()["seq"] == state["seq"]
    other.pass_()
    expect(other.page.locator(".act [data-glow]")).to_have_count(0)


def advise_a_bet(page: WebSocketRoute) -> None:
    """Every hint that the server gives begins with a bet."""
    bet = '{"type":"bet","amount":15,"words":"bets 15 points","points":null},'
    server = page.connect_to_server()
    server.on_message(lambda heard: page.send(str(heard).replace('"actions":[', f'"actions":[{bet}')))


def test_a_hint_to_bet_is_not_a_bet(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.route_web_socket("**/live*", advise_a_bet)
    guest.set_table(BOT)
    state = guest.asked()
    guest.button("Hint").click()
    guest.page.get_by_role("region", name="would do").get_by_role("button", name="Bet 15").first.click()
    expect(guest.page.locator('[data-act="bet-15"]')).to_have_attribute("data-glow", "")
    assert guest.state()["bets"] == state["bets"]


def test_an_only_action_is_not_weighed(new_guest: NewGuest) -> None:
    leader, other = two_at_a_table(new_guest, hints=True)
    leader.play("J Q K")
    state = other.asked()
    if state["legal"]["plays"]:
        return  # a bomb of number cards in one suit: one deal in thousands
    other.button("Hint").click()
    hints = other.page.get_by_role("region", name="would do")
    expect(hints).to_contain_text("the only thing you can do")
    expect(hints).not_to_contain_text("0.0")


def part_of_a_play(guest: Guest) -> str:
    """Two cards of different rank that are no play yet; among four of one suit there are always some."""
    plays = [cards.split() for all_cards in guest.state()["legal"]["plays"].values() for cards in all_cards]
    numbers = ([card for card in cards if len(card) == 2] for cards in plays if len(cards) > 2)
    pairs = (two for cards in numbers for two in itertools.combinations(cards, 2))
    return next(" ".join(two) for two in pairs if two[0][0] != two[1][0])


def test_cards_in_sentences_are_cards(new_guest: NewGuest) -> None:
    leader, other = two_at_a_table(new_guest)
    leader.choose(part_of_a_play(leader))
    expect(leader.words).to_contain_text("Not a play yet")
    other.choose(" ".join(card for card in str(other.state()["hand"]).split()[:9:4]))
    expect(other.words).to_contain_text("combination")
    expect(other.words.locator(".chip").first).to_be_visible()
    for guest in (leader, other):
        assert not NOTATION.search(guest.page.locator("main").inner_text())


def test_the_log_says_you_and_keeps_earlier_rounds(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=2)
    guest.finish_round()
    guest.button("Next round").click()
    expect(guest.page.locator(".where")).to_contain_text("Round 2")
    log = guest.page.locator(".side .log li")
    expect(log.filter(has_text="Round 1:")).to_have_count(1)
    expect(log.filter(has_text="Round 2:")).to_have_count(1)
    expect(log.filter(has_text="Ann")).to_have_count(0)
    expect(log.filter(has_text=re.compile(r"^\s*You play|You pass")).first).to_be_attached()
    lines = log.count()
    guest.page.reload()
    guest.settled()
    expect(log.filter(has_text="Round 1:")).to_have_count(0)
    guest.button("Earlier rounds").click()
    expect(log.filter(has_text="Round 1:")).to_have_count(1)
    assert log.count() >= lines
    assert not NOTATION.search(guest.page.locator(".side").inner_text())


def test_my_strip_says_that_my_time_ran_out(new_guest: NewGuest) -> None:
    leader, other = two_at_a_table(new_guest, move_seconds=5)
    expect(leader.words).to_contain_text("Your time ran out. ")
    expect(other.words).not_to_contain_text("time ran out")
