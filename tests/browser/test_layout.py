"""Nothing moves: every part of the table keeps its place and size, on every screen, through a whole round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, TWO_FRAMES, Guest, Json, finish_together, resize, sit_together

Boxes = dict[str, list[float]]
Size = tuple[int, int]

SCREENS = [
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (820, 1180),
    (1180, 820),
    (390, 844),
    (360, 640),
    (844, 390),
    (640, 360),
]
ZOOMED = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (820, 1180), (1180, 820)]
ZOOMED_PHONES = [(390, 844), (360, 640), (844, 390)]
ZOOM = 2
AT_A_TURN = 4
"""Screens at each turn: in a round every one has its turn several times."""

BOXES = """() => {
  const parts = [...document.querySelector("[data-cloth]").querySelectorAll(
    ".mine .button, .mine, .me, .say, .hand, .opponent, .opponent .courts, .opponent .count, .middle, .bar, .side"
  )];
  const seen = parts.filter(part => part.getBoundingClientRect().width);
  return Object.fromEntries(seen.map((part, number) => {
    const box = part.getBoundingClientRect();
    return [`${number} ${part.classList[0]}`, [box.x + scrollX, box.y + scrollY, box.width, box.height]];
  }));
}"""
CARDS = """() => Object.fromEntries([...document.querySelectorAll(".hand [data-card]")].map(card => {
  const box = card.closest("li").getBoundingClientRect();
  return [card.dataset.card, [box.x + scrollX, box.y + scrollY, box.width, box.height]];
}))"""
# What can't be seen: beyond the page, however it is scrolled, or under the edge of what clips it.
OUTSIDE = """() => [...document.querySelectorAll("button, a, [data-card], .words, .highest, .hints")].filter(thing => {
  const box = thing.getBoundingClientRect();
  const board = document.querySelector("[data-cloth]").getBoundingClientRect();
  const lies = box.width && getComputedStyle(thing).clipPath === "none" && !thing.closest(".side, dialog");
  const beyond = box.x < board.x - 0.5 || box.y < board.y - 0.5
    || box.right > board.right + 0.5 || box.bottom > board.bottom + 0.5;
  return lies && beyond;
}).map(thing => thing.outerHTML.slice(0, 120))"""
SCROLLS = """() => {
  const page = document.documentElement;
  return [scrollX, scrollY, page.scrollWidth - page.clientWidth, page.scrollHeight - innerHeight];
}"""
# Every shift that the browser itself saw, with what shifted. Words that change may begin elsewhere in their
# place, if they are centred or right-aligned: that is no layout.
WATCH_SHIFTS = """() => {
  window.shifts ??= [];
  window.sum ??= 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries().filter(entry => !entry.hadRecentInput)) {
      window.sum += shift.value;
      window.shifts.push(...shift.sources.filter(({node}) => node?.nodeType === 1).map(
        ({node, previousRect: a, currentRect: b}) =>
          `${shift.value.toFixed(5)} ${node.tagName}.${node.className} ${[a.x, a.y, b.x, b.y].map(Math.round)}`
      ));
    }
  }).observe({type: "layout-shift", buffered: false});
}"""
SHIFTS = "() => window.sum < 0.0005 ? window.shifts : [...window.shifts, window.sum]"


def sit(new_guest: NewGuest, size: Size, bots: int = 1, **profile: object) -> Guest:
    guest = new_guest("Ann", viewport={"width": size[0], "height": size[1]}, **profile)
    guest.set_table(*[BOT] * bots, rounds=1)
    guest.asked()
    return guest


def measured(guest: Guest, script: str) -> Any:
    guest.page.mouse.move(1, 1)
    return guest.page.evaluate(script)


class Screens:
    """One table on several screens: it is looked at on each of them, whenever it must not have moved."""

    def __init__(self, guest: Guest, sizes: list[Size], *, fits: bool) -> None:
        self.guest = guest
        self.sizes = sizes
        self.fits = fits
        self.boxes = {size: self.on(size, BOXES) for size in sizes}
        assert all(len(boxes) > 10 for boxes in self.boxes.values())

    def on(self, size: Size, script: str) -> Any:
        resize(self.guest, size)
        return measured(self.guest, script)

    def check_at_rest(self, size: Size) -> Boxes:
        """Every part is where it was, and without need nothing scrolls; the cards, which the next play will move."""
        assert self.on(size, BOXES) == self.boxes[size], size
        assert not self.fits or measured(self.guest, SCROLLS) == [0, 0, 0, 0], size
        cards: Boxes = measured(self.guest, CARDS)
        return cards

    def check_chosen(self, size: Size, cards: Boxes) -> None:
        """With a card chosen, no part and no other card has moved."""
        assert self.on(size, BOXES) == self.boxes[size], size
        assert measured(self.guest, CARDS) == cards, size
        assert measured(self.guest, OUTSIDE) == [], size

    def check_choosing(self, sizes: list[Size], card: str) -> None:
        """Chooses a card on the first screen, looks at it on all of them, and puts it back."""
        cards = {size: self.check_at_rest(size) for size in reversed(sizes)}
        self.guest.choose(card)
        for size in sizes:
            self.check_chosen(size, cards[size])
        self.guest.page.keyboard.press("Escape")
        expect(self.guest.card(card)).to_have_attribute("aria-pressed", "false")

    def check_a_round(self) -> None:
        """At first a card is chosen on every screen by itself; then each turn is looked at on the next few."""
        card = last_card(self.guest.asked())
        for size in self.sizes:
            self.check_choosing([size], card)
        for turn in range(100):
            state = self.guest.asked()
            first = turn * AT_A_TURN % len(self.sizes)
            sizes = (self.sizes[first:] + self.sizes[:first])[:AT_A_TURN]
            if state["ask"] == "turn":
                self.check_choosing(sizes, last_card(state))
            else:
                for size in sizes:
                    self.check_at_rest(size)
            if not self.guest.turn():
                return
        raise AssertionError("the round did not end")


def last_card(state: Json) -> str:
    return str(state["hand"]).split()[-1]


def test_nothing_moves_through_a_round(new_guest: NewGuest) -> None:
    Screens(sit(new_guest, SCREENS[0]), SCREENS, fits=True).check_a_round()


def test_nothing_moves_at_twice_the_size(new_guest: NewGuest) -> None:
    """The browser's zoom of 200 %: half the room, twice the pixels."""
    halves = [(width // ZOOM, height // ZOOM) for width, height in ZOOMED]
    Screens(sit(new_guest, halves[0], bots=2, device_scale_factor=ZOOM), halves, fits=True).check_a_round()


def test_nothing_moves_on_a_phone_at_twice_the_size(new_guest: NewGuest) -> None:
    """Too small for a table: it scrolls, everything can be reached, and still nothing moves."""
    halves = [(width // ZOOM, height // ZOOM) for width, height in ZOOMED_PHONES]
    Screens(sit(new_guest, halves[0], bots=2, device_scale_factor=ZOOM), halves, fits=False).check_a_round()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_browser_sees_no_layout_shift_in_a_round(new_guest: NewGuest, motion: str) -> None:
    """Three people at one table: on a desktop, on a phone, on a phone lying down."""
    sizes = [(1440, 900), (390, 844), (844, 390)]
    people = [
        new_guest(name, motion=motion, viewport={"width": width, "height": height})
        for name, (width, height) in zip(("Ann", "Bob", "Cat"), sizes, strict=True)
    ]
    sit_together(*people, rounds=1)
    for guest in people:
        guest.caught_up()
        guest.page.evaluate("document.fonts.ready")
        guest.page.evaluate(WATCH_SHIFTS)
    for guest in people:
        guest.button("Bet 15").click()
    finish_together(people)
    for guest, size in zip(people, sizes, strict=True):
        expect(guest.sheet).to_be_visible()
        shifts = guest.page.evaluate(SHIFTS)
        assert not shifts, f"{size}: {shifts}"


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_no_page_shifts_while_it_loads(new_guest: NewGuest, size: Size) -> None:
    guest = sit(new_guest, size)
    guest.page.add_init_script(f"({WATCH_SHIFTS})()")
    for path in ("/", "/friends", "/lobby", "/games", "/learn", "/puzzles", "/rules", f"/t/{guest.table}"):
        guest.page.goto(path)
        guest.page.wait_for_load_state("networkidle")
        expect(guest.page.get_by_role("heading", level=1)).to_be_attached()
        guest.page.evaluate("document.fonts.ready")
        guest.page.evaluate(TWO_FRAMES)
        assert guest.page.evaluate(SHIFTS) == [], path
