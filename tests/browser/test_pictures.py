"""Every screen at five sizes, on both cloths: nothing is wider than the screen; `make pictures` keeps pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from haggis.rules import preset
from haggis.study.puzzles import KINDS, all_puzzles
from tests.study.games import play, text_of

from .album import Album
from .conftest import NewGuest
from .guest import BOT, OPEN, Guest, plays_but_bombs, resize
from .lesson import steps
from .test_in_sight import COVERED
from .test_odd_browsers import BLOCKED
from .test_study import at, open_record, record

WANTED = os.environ.get("PICTURES")
LEVEL = {"kind": "bot", "level": "strong"} if WANTED else BOT
"""A strong opponent makes the better picture, a greedy one the quicker test."""
DEALS = 6
SHORTENED = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"


@pytest.fixture
def album() -> Album:
    return Album(Path(WANTED) if WANTED else None)


def arrange(guest: Guest, players: int) -> None:
    """Deals until a trick lies on the table that can be beaten quietly, and takes up the cards that do it."""
    for _ in range(DEALS):
        guest.set_table(*[LEVEL] * (players - 1), rounds=2)
        beating = low_cards_until_beatable(guest)
        if beating:
            guest.choose(beating)
            return


def low_cards_until_beatable(guest: Guest) -> str:
    """Plays low cards; the first play of the round that is no bomb and beats two others, else nothing."""
    while (state := guest.asked())["ask"] == "turn":
        quiet = plays_but_bombs(state)
        if len(state["trick"]) > 1 and quiet:
            return quiet[0][0]
        if quiet:
            cards, reading = min(quiet, key=lambda play: (abs(len(play[0].split()) - 2), play[0]))
            guest.play(cards, state["legal"]["words"][reading])
        else:
            guest.pass_()
    return ""


def test_the_pages(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.go_home()
    album.take(guest, "home", whole=True)
    guest.button("Change the game").click()
    guest.page.get_by_role("group", name="Players").get_by_text("3").click()
    guest.page.get_by_text("Single rules").click()
    album.take(guest, "home-setup", whole=True)
    for path in ("friends", "lobby", "games", "rules", "nowhere"):
        guest.page.goto(f"/{path}")
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        album.take(guest, path, whole=True)


def test_my_games(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.set_table(BOT, rounds=1)
    guest.finish_round()
    guest.set_table(BOT, BOT)
    guest.set_table(OPEN)
    guest.page.goto("/")
    expect(guest.page.get_by_role("link", name="Carry on").first).to_be_visible()
    album.take(guest, "home-unfinished", whole=True)
    guest.page.goto("/games")
    expect(guest.page.get_by_role("link", name="Record")).to_be_visible()
    album.take(guest, "games-some", whole=True)
    guest.button("Delete").first.click()
    album.take(guest, "question-delete")


def test_study(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    open_record(guest, record())
    at(guest, 1, 0)
    link = guest.page.url.removesuffix("/1/0")
    for players, text in ((2, record()), (3, text_of(play(preset("standard", players=3), 7, level="regular")))):
        open_record(guest, text)
        at(guest, 1, 0)
        guest.page.get_by_role("slider").fill("12")
        at(guest, 1, 12)
        album.take(guest, f"replay-{players}")
    guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("End")
    album.take(guest, "replay-end")
    guest.page.goto(link.replace("/replay/", "/review/"))
    expect(guest.page.locator("article .open-hand").last).to_be_visible(timeout=120_000)
    album.take(guest, "review", whole=True)
    for kind in KINDS:
        guest.page.goto(f"/puzzles/{next(each.name for each in all_puzzles() if each.kind == kind)}")
        expect(guest.button("What is proved?")).to_be_visible()
        album.take(guest, f"puzzle-{kind}")
    guest.button("Show the solution").click()
    expect(guest.button("Next puzzle")).to_be_visible()
    album.take(guest, "puzzle-answered")


def test_the_lesson(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.page.goto("/learn")
    for number, _ in enumerate(steps(guest), 1):
        album.take(guest, f"lesson-{number}")


def test_the_table(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.set_table(LEVEL, rounds=1)
    guest.asked()
    album.take(guest, "table-2-coach")
    guest.button("No more tips").click()
    arrange(guest, 2)
    album.take(guest, "table-2-chosen")
    guest.button("Hint").click()
    expect(guest.page.locator(".hints li").first).to_be_visible()
    album.take(guest, "hints")
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("Escape")
    guest.choose(" ".join(str(guest.state()["hand"]).split()[:9:4]))
    album.take(guest, "table-2-why-not")
    guest.page.keyboard.press("Escape")
    guest.finish_round()
    expect(guest.sheet).to_be_visible()
    album.take(guest, "end-of-round")
    guest.page.locator("dialog").get_by_role("button", name="Close", exact=True).click()
    album.take(guest, "last-trick")


def test_three_at_a_table(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.set_table(BOT)
    guest.button("No more tips").click()
    arrange(guest, 3)
    album.take(guest, "table-3-chosen")
    guest.button("Settings").click()
    album.take(guest, "settings")
    guest.button("Leave the game").click()
    album.take(guest, "question-leave")
    guest.button("No, play on").click()
    guest.page.keyboard.press("Escape")
    guest.button("Rules: Standard").click()
    album.take(guest, "rules-sheet")
    guest.page.keyboard.press("Escape")
    guest.page.set_viewport_size({"width": 390, "height": 844})
    guest.button("Scores and log").click()
    album.take(guest, "scores-and-log")
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("Escape")
    guest.set_table(BOT, BOT, rounds=1)
    guest.finish_round()
    album.take(guest, "end-of-game")


def test_with_friends(new_guest: NewGuest, album: Album) -> None:
    ann, bob, cat = (new_guest(name) for name in ("Morag", "Bob", "Catriona"))
    link = ann.set_table(OPEN, OPEN, move_seconds=600)
    bob.open(link)
    expect(bob.button("Sit down here").first).to_be_visible()
    album.take(bob, "waiting-guest", whole=True)
    bob.button("Sit down here").first.click()
    expect(ann.button("Send Bob away")).to_be_visible()
    album.take(ann, "waiting-host", whole=True)
    cat.open(link)
    cat.button("Sit down here").click()
    people = [ann, bob, cat]
    for guest in people:
        expect(guest.board).to_be_visible()
    state = ann.caught_up()
    leader = people[state["turn"]]
    leader.button("Bet 30").click()
    leader.asked()
    leader.choose(f"{number_card(leader)} J Q")
    album.take(leader, "table-3-readings")
    leader.page.keyboard.press("Escape")
    leader.play("J Q K")
    others = [people[(state["turn"] + step) % 3] for step in (1, 2)]
    album.take(others[1], "table-3-wait")
    leader.button("Take back").click()
    album.take(leader, "table-3-take-back")
    expect(others[0].button("Agree")).to_be_visible()
    album.take(others[0], "table-3-agree")
    others[0].button("Refuse").click()
    for guest in others:
        guest.asked()
        guest.pass_()
    leader.asked()
    album.take(leader, "table-3-give")
    leader.button("Send a reaction").click()
    album.take(leader, "reactions")
    eve = new_guest("Eve")
    eve.open(link)
    expect(eve.board).to_be_visible()
    album.take(eve, "watching")


def number_card(guest: Guest) -> str:
    return str(guest.state()["hand"]).split()[0]


def test_a_closed_table_another_tab_and_no_storage(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    link = guest.set_table(BOT)
    guest.asked()
    second = guest.page.context.new_page()
    second.goto(link)
    expect(guest.button("Play here")).to_be_visible()
    album.take(guest, "another-tab")
    second.close()
    guest.api("POST", f"/api/tables/{guest.table}/close", {})
    guest.page.goto(link)
    expect(guest.page.get_by_role("heading", name="The table is closed")).to_be_visible()
    album.take(guest, "closed-table")
    guest.page.add_init_script(BLOCKED)
    guest.set_table(BOT)
    guest.asked()
    expect(guest.page.get_by_text("This browser keeps nothing")).to_be_visible()
    album.take(guest, "no-storage")


def test_text_twice_as_large(new_guest: NewGuest, album: Album) -> None:
    guest = new_guest("Morag")
    guest.set_table(BOT)
    guest.asked()
    guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
    album.take(guest, "large-table")
    for width in (390, 360, 320):
        resize(guest, (width, 740))
        assert guest.page.eval_on_selector_all(".where, .opponent .name", SHORTENED) == [], width
        assert guest.page.evaluate(COVERED, [".sort", ".me .chip"]) == [], width
    guest.card("K").scroll_into_view_if_needed()
    guest.card("K").click()
    expect(guest.words).to_contain_text("K")
    guest.page.goto("/")
    guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
    album.take(guest, "large-home", whole=True)
    for width in (1280, 820, 390, 320):
        resize(guest, (width, 740))
        assert guest.page.locator(".panel .about").first.evaluate("words => words.clientWidth") > 160, width
