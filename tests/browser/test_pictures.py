"""What the page looks like: nothing overflows, and pictures for docs when HAGGIS_PICTURES names a directory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, NewGuest
from .guest import BOT, Guest

WANTED = os.environ.get("HAGGIS_PICTURES")
LEVEL = {"kind": "bot", "level": "strong"} if WANTED else BOT
"""A strong opponent makes the better picture, a greedy one the quicker test."""
QUALITY = 84
DEALS = 6
PHONE = {"width": 390, "height": 844}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
MORE_SIZES = {
    "laptop": {"width": 1280, "height": 720},
    "tablet": {"width": 820, "height": 1180},
    "lying": {"width": 844, "height": 390},
}
if WANTED:
    SIZES |= MORE_SIZES
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="session")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(WANTED) if WANTED else tmp_path_factory.mktemp("pictures")


def photograph(guest: Guest, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    guest.page.mouse.move(1, 1)
    guest.page.evaluate("document.fonts.ready")
    assert guest.page.evaluate(SIDEWAYS) <= 0, f"{path.stem}: wider than the screen"
    guest.page.screenshot(path=path, type="jpeg", quality=QUALITY, animations="disabled")


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
        plays = [(cards, reading) for reading, found in state["legal"]["plays"].items() for cards in found]
        quiet = [play for play in plays if "bomb" not in play[1]]
        if len(state["trick"]) > 1 and quiet:
            return str(quiet[0][0])
        if quiet:
            cards, reading = min(quiet, key=lambda play: (abs(len(play[0].split()) - 2), play[0]))
            guest.play(cards, state["legal"]["words"][reading])
        else:
            guest.pass_()
    return ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3])
def test_the_table(new_guest: NewGuest, album: Path, size: str, players: int) -> None:
    guest = new_guest("Morag", viewport=SIZES[size])
    arrange(guest, players)
    photograph(guest, album / f"table-{players}-{size}.jpg")
    if players == 3:
        return
    guest.page.keyboard.press("Escape")
    guest.finish_round()
    expect(guest.sheet).to_be_visible()
    photograph(guest, album / f"end-{size}.jpg")


@pytest.mark.parametrize("size", SIZES)
def test_the_pages(new_guest: NewGuest, album: Path, size: str) -> None:
    guest = new_guest("Morag", viewport=SIZES[size])
    photograph(guest, album / f"home-{size}.jpg")
    for path in ("friends", "lobby", "games", "rules", "nowhere"):
        guest.page.goto(f"/{path}")
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
        photograph(guest, album / "more" / f"{path}-{size}.jpg")
    guest.page.goto("/learn")
    for _ in range(4):
        teach(guest)
    photograph(guest, album / f"lesson-{size}.jpg")


TASKS = {
    "Sets": "6r 6o",
    "Runs": "4g 5g 6g",
    "Sequences": "4r 4y 5r 5y",
    "Beat it": "8r 8g",
    "Court": "8b 9b J",
    "Bombs": "J Q",
}


def teach(guest: Guest) -> None:
    """Does what the lesson's step asks for, and goes on; the step after that is shown with its task done."""
    go_on = guest.button("Next")
    if go_on.is_enabled():
        go_on.click()
    title = guest.page.get_by_role("heading", level=1).inner_text()
    for card in next((cards for part, cards in TASKS.items() if part in title), "").split():
        guest.page.locator(f'[data-card="{card}"]').click()
    expect(guest.button("Next")).to_be_enabled()


@pytest.mark.parametrize("size", SIZES)
def test_a_light_cloth_and_text_twice_as_large(new_guest: NewGuest, album: Path, size: str) -> None:
    guest = new_guest("Morag", viewport=SIZES[size])
    guest.button("Light cloth").click()
    guest.set_table(BOT)
    guest.asked()
    photograph(guest, album / "more" / f"light-{size}.jpg")
    guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
    photograph(guest, album / "more" / f"large-{size}.jpg")
    guest.card("K").scroll_into_view_if_needed()
    guest.card("K").click()
    expect(guest.words).to_contain_text("K")
    guest.page.goto("/")
    guest.page.evaluate("document.documentElement.style.fontSize = '200%'")
    photograph(guest, album / "more" / f"large-home-{size}.jpg")
