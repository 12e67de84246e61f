"""Nothing lies over what has to be read, and no words are cut, on any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import NewGuest
from .guest import BOT, Json, resize, retell
from .test_odd_browsers import BLOCKED

# Names that something lies over, or of which less than a few letters can be seen.
COVERED_NAMES = """all => all.flatMap(seat => {
  const name = seat.querySelector(".name");
  const box = name.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + 12, box.y + box.height / 2);
  const read = name.scrollWidth <= name.clientWidth || box.width > 30;
  return read && name.contains(top) ? [] : [name.textContent];
})"""
# Of each of these things the words that are cut off.
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
  .map(one => one.innerText)"""
OFF_CENTRE = """button => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const [outer, inner] = [button, words].map(one => one.getBoundingClientRect());
  return Math.abs(outer.y + outer.height / 2 - inner.y - inner.height / 2);
}"""
# Which of the others something lies over.
COVERED = """([above, others]) => {
  const box = document.querySelector(above).getBoundingClientRect();
  return [...document.querySelectorAll(others)].filter(one => {
    const other = one.getBoundingClientRect();
    return box.x < other.right && other.x < box.right && box.y < other.bottom && other.y < box.bottom;
  }).map(one => one.outerHTML.slice(0, 120));
}"""
SMALL = [(360, 640), (390, 844), (844, 390), (640, 360)]


def long_words(state: Json) -> None:
    """Everybody has played four pairs in sequence, and whatever is chosen now would be seven."""
    for seat, (cards, top) in enumerate((("2r 2o 3r 3o 4r 4o 5r 5o", 5), ("4y 4g 5y 5g 6y 6g 7y 7g", 7))):
        words = "sequence of pairs " + "-".join(f"{rank}-{rank}" for rank in range(top - 3, top + 1))
        play = {"seat": seat + 1, "cards": cards, "reading": f"2x4:{top}", "words": words}
        state["trick"] = [*state["trick"][:seat], play]
    if legal := state["legal"]:
        legal["words"] = dict.fromkeys(legal["words"], "sequence of pairs 2-2-3-3-4-4-5-5-6-6-7-7-8-8")


def test_what_is_played_and_what_would_be_is_read_to_its_end(new_guest: NewGuest) -> None:
    guest = new_guest("Ann")
    retell(guest, long_words)
    plays: Json = {}
    while not plays:  # somebody has led what can't be beaten
        guest.set_table(*[{"kind": "bot", "level": "strong"}] * 2)
        plays = guest.asked()["legal"]["plays"]
    guest.choose(next(iter(plays.values()))[0])
    button = guest.page.locator(".act .play")
    expect(button).to_contain_text("7-7-8-8")
    for size in [*SMALL, (820, 1180), (1280, 720)]:
        resize(guest, size)
        assert guest.page.eval_on_selector_all("[data-trick] figcaption, .act .play span", CUT) == [], size
        assert button.evaluate(OFF_CENTRE) < 3, size
    guest.page.keyboard.press("Escape")
    expect(button).to_have_text("Play")
    assert button.evaluate(OFF_CENTRE) < 3


@pytest.mark.parametrize("bots", [1, 2])
def test_a_notice_and_the_coach_leave_the_others_and_what_is_to_be_beaten_in_sight(
    new_guest: NewGuest, bots: int
) -> None:
    guest = new_guest("Ann", viewport={"width": 844, "height": 390})
    guest.page.add_init_script(BLOCKED)
    while not guest.page.locator(".play.highest").count():  # until somebody else leads
        guest.set_table(*[BOT] * bots)
        guest.asked()
    coach = guest.page.get_by_role("complementary", name="Coach")
    expect(coach).to_have_count(0)
    for name in ("This browser", "Coach"):
        slip = guest.page.get_by_role("complementary", name=name)
        expect(slip).to_be_visible()
        for size in [*SMALL, (820, 1180), (1280, 720)]:
            resize(guest, size)
            assert guest.page.evaluate(COVERED, ["aside.slip", ".opponent, .bar, .play.highest .cards"]) == [], size
        slip.get_by_role("button").click()
    expect(coach).to_have_count(0)


def test_a_spectator_can_read_every_name_bet_and_clock(new_guest: NewGuest) -> None:
    ann, eve = new_guest("Ann"), new_guest("Eve")
    retell(eve, lambda state: state.update(bets=[30, 30, 30], deadline=state["now"] + 600_000))
    eve.open(ann.set_table(BOT, BOT))
    ann.asked()
    expect(eve.page.locator(".opponent")).to_have_count(3)
    expect(eve.page.locator(".opponent .clock")).to_be_visible()
    for size in [(1280, 720), (390, 844), (360, 640), (820, 1180), (844, 390)]:
        resize(eve, size)
        assert eve.page.eval_on_selector_all(".opponent", COVERED_NAMES) == [], size
        assert (
            eve.page.evaluate(COVERED, [".clock", ".opponent .bet, .count [aria-hidden], .opponent .courts"]) == []
        ), size
