"""What a screen must show: sheets at their headline, hints, wild cards' ranks, pips, whose turn it is, the cloth."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, Guest, resize, sit_together
from .lesson import steps

LOW = [(844, 390), (640, 360)]
SIZES = [*LOW, (1280, 720), (390, 844)]
AT_TOP = """() => {
  const sheet = document.querySelector("dialog");
  return [sheet.scrollTop, sheet.contains(document.activeElement)];
}"""
HIDDEN_PIPS = """() => [...document.querySelectorAll(".hand [data-card]")].filter(card => {
  const pip = card.querySelector("use.pip")?.getBoundingClientRect();
  if (!pip) return false;
  const above = document.elementFromPoint(pip.x + pip.width / 2, pip.y + pip.height / 2);
  return above?.closest("[data-card]") !== card;
}).map(card => card.dataset.card)"""
STAND_IN = """
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, {body}) { window.notices.push(`${title}: ${body}`); }
    close() {}
  };
  const tone = AudioContext.prototype.createOscillator;
  window.tones = 0;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return tone.call(this); };
"""
HIDE = "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"
# Cards and buttons of the lesson that can't be seen, or not without scrolling.
OUTSIDE = """() => [...document.querySelectorAll("main button")].filter(thing => {
  const box = thing.getBoundingClientRect();
  return !box.width || box.x < 0 || box.y < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
}).map(thing => thing.outerHTML.slice(0, 120))"""
WIDTHS = "all => all.map(one => one.getBoundingClientRect().width)"
LIGHT = 'localStorage.setItem("haggis.settings", JSON.stringify({chosenTheme: "light"}))'
CLOTH = "() => getComputedStyle(document.documentElement).backgroundColor"


def screen(size: tuple[int, int]) -> dict[str, object]:
    return {"viewport": {"width": size[0], "height": size[1]}}


def check_sheet(guest: Guest) -> None:
    """Open at its headline, with a button that closes it."""
    dialog = guest.page.locator("dialog")
    expect(dialog.locator("h2, h3, table").first).to_be_in_viewport(ratio=1)
    close = dialog.get_by_role("button", name="Close", exact=True)
    expect(close).to_be_in_viewport(ratio=1)
    assert guest.page.evaluate(AT_TOP) == [0, True]
    close.click()
    expect(dialog).to_have_count(0)


def test_sheets_open_at_their_headline_and_can_be_closed(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=2)
    guest.asked()
    for size in SIZES:
        resize(guest, size)
        for name in ("Settings", "Rules: Standard", "Scores and log"):
            if guest.button(name).is_visible():
                guest.button(name).click()
                check_sheet(guest)
    guest.finish_round()
    expect(guest.sheet).to_be_visible()
    check_sheet(guest)
    for size in SIZES[:-1]:
        resize(guest, size)
        guest.button("Back to the scores").click()
        check_sheet(guest)


def test_the_last_trick_can_be_looked_at_after_the_round(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT, rounds=2)
    guest.finish_round()
    guest.page.locator("dialog").get_by_role("button", name="Close", exact=True).click()
    trick = guest.page.get_by_role("region", name="The trick")
    expect(trick).to_contain_text("The last trick")
    expect(guest.words).to_have_text("The round is over. This was its last trick.")
    expect(trick.locator(".play").first).to_be_visible()
    guest.page.reload()
    expect(guest.sheet).to_be_visible()
    guest.page.locator("dialog").get_by_role("button", name="Close", exact=True).click()
    expect(trick.locator(".play").first).to_be_visible()
    guest.button("Back to the scores").click()
    expect(guest.sheet).to_be_visible()


def test_hints_stay_inside_a_low_screen(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", **screen(LOW[0]))
    guest.set_table(BOT)
    guest.asked()
    guest.button("Hint").click()
    hints = guest.page.get_by_role("region", name="would do")
    expect(hints.get_by_role("listitem").first).to_be_visible()
    for size in LOW:
        resize(guest, size)
        expect(hints).to_be_in_viewport(ratio=1)
        for hint in hints.get_by_role("listitem").all():
            hint.scroll_into_view_if_needed()
            expect(hint).to_be_in_viewport(ratio=0.99)


def test_point_pips_are_visible_in_the_hand(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    guest.asked()
    guest.page.mouse.move(1, 1)
    for size in [(1280, 720), (1440, 900), (1180, 820), (390, 844), (360, 640), *LOW]:
        resize(guest, size)
        assert guest.page.evaluate(HIDDEN_PIPS) == [], size


@pytest.fixture
def two(new_guest: NewGuest) -> list[Guest]:
    ann, bob = new_guest("Ann"), new_guest("Bob")
    for guest in (ann, bob):
        guest.page.add_init_script(STAND_IN)
    sit_together(ann, bob, move_seconds=300)
    return [ann, bob]


def test_a_wild_card_shows_what_it_stands_for(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    card = leader.state()["hand"].split()[0]
    leader.play(f"{card} J", f"pair of {card[0]}s")
    other.settled(state["seq"])
    for guest in two:
        expect(guest.page.locator("[data-trick] .as")).to_have_text(card[0].replace("T", "10"))
        expect(guest.page.locator("[data-trick] figcaption")).to_contain_text(f"Jack as {card[0].replace('T', '10')}")


def test_whose_turn_it_is_shows_on_the_table_in_the_title_and_with_the_clock(two: list[Guest]) -> None:
    state = two[0].caught_up()
    active, waiting = two[state["turn"]], two[1 - state["turn"]]
    name = state["seats"][state["turn"]]["name"]
    expect(active.page).to_have_title("Your turn · Haggis")
    expect(waiting.page).to_have_title(f"{name}'s turn · Haggis")
    expect(active.page.locator("section.mine")).to_have_class(re.compile(r"\bturn\b"))
    expect(waiting.page.locator("section.mine")).not_to_have_class(re.compile(r"\bturn\b"))
    expect(waiting.page.locator(".opponent")).to_have_class(re.compile(r"\bactive\b"))
    expect(active.page.locator(".me .clock")).to_be_visible()
    expect(active.page.locator(".opponent .clock")).to_have_count(0)
    expect(waiting.page.locator(".opponent .clock")).to_be_visible()
    expect(waiting.page.locator(".me .clock")).to_have_count(0)


def test_a_hidden_page_calls_when_it_is_my_turn(two: list[Guest]) -> None:
    state = two[0].caught_up()
    leader, other = two[state["turn"]], two[1 - state["turn"]]
    other.button("Settings").click()
    other.page.get_by_label("Tell me when it's my turn").check(force=True)
    other.page.locator("dialog").get_by_role("button", name="Close", exact=True).click()
    other.page.evaluate(HIDE)
    tones = other.page.evaluate("window.tones")
    leader.play(leader.state()["hand"].split()[0])
    other.page.wait_for_function("() => window.notices.length")
    assert other.page.evaluate("window.notices") == [f"Your turn: Beat the {other.state()['on']['words']}, or pass."]
    assert other.page.evaluate("window.tones") > tones
    assert leader.page.evaluate("window.notices") == []


def test_the_cloth_follows_the_system_unless_somebody_chose(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", color_scheme="light")
    guest.go_home()
    light = guest.page.evaluate(CLOTH)
    guest.page.emulate_media(color_scheme="dark")
    expect(guest.button("Light cloth")).to_have_attribute("aria-pressed", "false")
    dark = guest.page.evaluate(CLOTH)
    assert light != dark
    guest.button("Light cloth").click()
    assert guest.page.evaluate(CLOTH) == light
    guest.page.reload()
    expect(guest.button("Light cloth")).to_have_attribute("aria-pressed", "true")
    guest.button("Light cloth").click()
    guest.page.emulate_media(color_scheme="light")
    expect(guest.button("Light cloth")).to_have_attribute("aria-pressed", "true")
    assert guest.page.evaluate(CLOTH) == light


def test_the_chosen_cloth_is_there_before_the_page_is(new_guest: NewGuest) -> None:
    """The script that knows the settings never comes: what is painted first has the right colour all the same."""
    guest = new_guest("Ann")
    guest.go_home()
    dark = guest.page.evaluate(CLOTH)
    guest.page.evaluate(LIGHT)
    guest.page.route("**/assets/*.js", lambda _: None)
    guest.page.goto("/", wait_until="commit")
    expect(guest.page.locator(".first-paint")).to_be_visible()
    assert guest.page.evaluate(CLOTH) != dark


def test_open_settings_follow_the_system(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.set_table(BOT)
    guest.button("Settings").click()
    light = guest.page.get_by_role("switch", name="Light cloth")
    expect(light).not_to_be_checked()
    guest.page.emulate_media(color_scheme="light")
    expect(light).to_be_checked()
    expect(guest.page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))


def test_a_chosen_card_does_not_cover_the_words(new_guest: NewGuest) -> None:
    guest = new_guest("Ann", **screen((390, 844)))
    guest.set_table(BOT)
    state = guest.asked()
    for card in str(state["hand"]).split()[:7]:
        guest.choose(card)
    for size in [(390, 844), (820, 1180)]:
        resize(guest, size)
        words, card = guest.words.bounding_box(), guest.page.locator(".hand .chosen").first.bounding_box()
        assert words
        assert card
        assert words["y"] + words["height"] <= card["y"], size


def test_the_lesson_needs_no_scrolling_and_keeps_its_buttons_in_place(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.page.goto("/learn")
    sizes = [(1280, 720), (844, 390), (390, 844), (360, 640), (820, 1180)]
    foot: dict[tuple[int, int], set[float]] = {size: set() for size in sizes}
    for title in steps(guest):
        for size in sizes:
            resize(guest, size)
            outside = guest.page.evaluate(OUTSIDE)
            assert outside == [], f"{title} {size}"
            foot[size].add(guest.page.eval_on_selector("footer", "foot => foot.getBoundingClientRect().top"))
            assert min(guest.page.eval_on_selector_all("main button.card, .still .shown", WIDTHS)) > 43, (
                f"{title} {size}"
            )
    assert all(len(tops) == 1 for tops in foot.values()), foot


def test_the_ways_from_home_leave_no_hole(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    guest.go_home()
    for size in [(820, 1180), (1280, 720), (390, 844), (700, 900)]:
        resize(guest, size)
        boxes = guest.page.eval_on_selector_all(
            "main nav a", "all => all.map(way => way.getBoundingClientRect()).map(box => [box.top, box.right])"
        )
        rows = {top: max(right for other, right in boxes if other == top) for top, _ in boxes}
        assert max(rows.values()) - min(rows.values()) < 1, size
        widths = guest.page.eval_on_selector_all("main nav a", WIDTHS)
        assert max(widths) - min(widths) < 1, size
    guest.page.goto("/rules")
    resize(guest, (360, 640))
    rows = guest.page.eval_on_selector_all("header nav a", "all => all.map(way => way.getBoundingClientRect().top)")
    assert len(set(rows)) == 1, "the ways around a small phone need two rows"
