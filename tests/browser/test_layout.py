"""Nothing moves: every part of the table keeps its place and size, on every screen, through a whole round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, Guest, Json

Boxes = dict[str, list[float]]

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
# Every shift that the browser itself saw, with what shifted.
WATCH_SHIFTS = """() => {
  window.shifts ??= [];
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) {
      const moved = shift.sources.map(({node, previousRect: a, currentRect: b}) => {
        const part = node?.nodeType === 3 ? node.parentElement : node;
        return `${part?.tagName}.${part?.className} ${[a.x, a.y, b.x, b.y].map(Math.round)}`;
      });
      if (!shift.hadRecentInput) window.shifts.push(`${shift.value.toFixed(4)} ${moved.join("; ")}`);
    }
  }).observe({type: "layout-shift", buffered: false});
}"""


def sit(new_guest: NewGuest, size: tuple[int, int], bots: int = 1, **profile: object) -> Guest:
    guest = new_guest("Ann", viewport={"width": size[0], "height": size[1]}, **profile)
    guest.set_table(*[BOT] * bots, rounds=1)
    guest.asked()
    return guest


def measured(guest: Guest, script: str) -> Any:
    guest.page.mouse.move(1, 1)
    return guest.page.evaluate(script)


def check_choosing(guest: Guest, boxes: Boxes, state: Json) -> None:
    """Chooses a card and puts it back: no part and no other card has moved."""
    cards = measured(guest, CARDS)
    card = str(state["hand"]).split()[-1]
    guest.choose(card)
    assert measured(guest, BOXES) == boxes
    assert measured(guest, CARDS) == cards
    assert measured(guest, OUTSIDE) == []
    guest.page.keyboard.press("Escape")
    expect(guest.card(card)).to_have_attribute("aria-pressed", "false")


def check_a_round(guest: Guest, *, fits: bool = True) -> None:
    """Nothing moves; and unless the screen is too small for it, the table needs no scrolling."""
    boxes = measured(guest, BOXES)
    assert len(boxes) > 10
    for _ in range(100):
        state = guest.asked()
        assert not fits or measured(guest, SCROLLS) == [0, 0, 0, 0]
        assert measured(guest, BOXES) == boxes
        if state["ask"] == "over":
            return
        if state["ask"] == "turn":
            check_choosing(guest, boxes, state)
        guest.turn()
    raise AssertionError("the round did not end")


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_through_a_round(new_guest: NewGuest, size: tuple[int, int]) -> None:
    check_a_round(sit(new_guest, size))


@pytest.mark.parametrize("size", ZOOMED, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_at_twice_the_size(new_guest: NewGuest, size: tuple[int, int]) -> None:
    """The browser's zoom of 200 %: half the room, twice the pixels."""
    half = (size[0] // ZOOM, size[1] // ZOOM)
    check_a_round(sit(new_guest, half, bots=2, device_scale_factor=ZOOM))


@pytest.mark.parametrize("size", ZOOMED_PHONES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_on_a_phone_at_twice_the_size(new_guest: NewGuest, size: tuple[int, int]) -> None:
    """Too small for a table: it scrolls, everything can be reached, and still nothing moves."""
    half = (size[0] // ZOOM, size[1] // ZOOM)
    check_a_round(sit(new_guest, half, bots=2, device_scale_factor=ZOOM), fits=False)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=["desktop", "phone", "on its side"])
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_browser_sees_no_layout_shift_in_a_round(new_guest: NewGuest, size: tuple[int, int], motion: str) -> None:
    guest = sit(new_guest, size, bots=2, motion=motion)
    guest.page.evaluate("document.fonts.ready")
    guest.page.evaluate(WATCH_SHIFTS)
    guest.finish_round()
    expect(guest.sheet).to_be_visible()
    assert guest.page.evaluate("window.shifts") == []


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_no_page_shifts_while_it_loads(new_guest: NewGuest, size: tuple[int, int]) -> None:
    guest = sit(new_guest, size)
    guest.page.add_init_script(f"({WATCH_SHIFTS})()")
    for path in ("/", "/friends", "/lobby", "/games", "/learn", "/puzzles", "/rules", f"/t/{guest.table}"):
        guest.page.goto(path)
        guest.page.wait_for_load_state("networkidle")
        expect(guest.page.get_by_role("heading", level=1)).to_be_attached()
        guest.page.evaluate("document.fonts.ready")
        guest.page.evaluate("() => new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))")
        assert guest.page.evaluate("window.shifts") == [], path
